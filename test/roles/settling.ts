/** The step that applies the outcomes of charges, as the `SETTLING` functions do: what none of them needs is not allowed. */
export const CHARGE_STEP = 'schedules-run-charge';
/** Functions that apply the outcome of payments. They have the same permissions, which `declared.test.ts` compares with their code. */
export const SETTLING: readonly string[] = ['hosted-checkout-cancel', 'hosted-checkout-pay', 'hosted-checkout-return'];
/** Permissions that the `SETTLING` functions need only in races, after errors, or in a process that does not know the tenant's marker. */
export const RACE_PERMISSIONS =
  /^(ConditionCheckItem A#\*#\*#\w+|DeleteItem A#\*#\*#(list#\*|search#\w+)|GetItem A#\*#\*#(billing-marker|invoice|log|log#2|refund)|PutItem A#\*#\*#(credit_note|refund)|UpdateItem A#\*#\*#billing-marker)$/;
