/**
 * The charge step of the billing run. It applies the outcomes of charges with the same code as the `SETTLING_FUNCTIONS` functions. Therefore,
 * `roles.test.ts` reports a permission of the step as unused only if neither the step nor one of those functions used it.
 */
export const CHARGE_STEP = 'schedules-run-charge';
/** Functions that apply the outcome of payments. They have the same permissions, which `declared.test.ts` compares with their code. */
export const SETTLING_FUNCTIONS: readonly string[] = ['hosted-checkout-cancel', 'hosted-checkout-pay', 'hosted-checkout-return'];
/**
 * Permissions that the `SETTLING_FUNCTIONS` functions need only in races, after errors, or in a process that has not yet checked that the tenant's
 * billing marker exists.
 */
export const RACE_PERMISSIONS =
  /^(ConditionCheckItem A#\*#\*#\w+|DeleteItem A#\*#\*#(list#\*|search#\w+)|GetItem A#\*#\*#(billing-marker|invoice|log|log#2|refund)|PutItem A#\*#\*#(credit_note|refund)|UpdateItem A#\*#\*#billing-marker)$/;
