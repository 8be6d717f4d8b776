import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { formatVatNumber, type VatNumber } from '../tax/vat-id.ts';
import { type Customer, customerAggregate } from './record.ts';
import { type CustomerState, customerExists } from './update.ts';

/** Result of the EU's validation service (VIES). */
export type VatCheckResult = { readonly kind: 'valid'; readonly name: string | null } | { readonly kind: 'invalid' };

/** A verified VAT number with its registered name. */
export interface ValidVatNumber {
  readonly number: VatNumber;
  readonly name: string | null;
}

/** The VAT fields of a customer with this number. If `valid` is `null`, they are cleared. */
export const vatFieldsOf = (valid: ValidVatNumber | null, now: number): Pick<Customer, 'vatNumber' | 'vatName' | 'vatVerifiedAt'> =>
  valid === null
    ? { vatNumber: null, vatName: null, vatVerifiedAt: null }
    : { vatNumber: formatVatNumber(valid.number), vatName: valid.name, vatVerifiedAt: now };

/** `null` clears the number. */
export type SetVatNumber = null | { readonly number: VatNumber; readonly verdict: VatCheckResult };

const REJECTED = new Refusal('parameter_invalid', 'The EU VAT validation service does not recognize this number.', {
  param: 'vat_number',
  reason: 'vat_number_invalid',
});

/**
 * Sets a verified VAT number with its registered name, or clears it. For an invalid number, the result is a refusal and only the audit
 * entry `customer.vat_verification_failed` is written [CUS-23..CUS-25].
 */
export const setVatNumber = (command: SetVatNumber, state: CustomerState, ctx: DecisionContext): Decision<Customer | Refusal> | Refusal => {
  if (!customerExists(state.customer)) return new Refusal('resource_missing', 'No such customer.');
  const before = state.customer.record;
  if (command?.verdict.kind === 'invalid') {
    const metadata = { vat_number: formatVatNumber(command.number) };
    return {
      changes: [],
      events: [],
      audit: { ...audited('customer', 'vat_verification_failed', before.id), metadata, withoutChange: true },
      result: REJECTED,
    };
  }
  const vatFields = vatFieldsOf(command === null ? null : { number: command.number, name: command.verdict.name }, ctx.now);
  const after: Customer = { ...before, ...vatFields };
  if (!differs(state.customer, after)) return unchanged(after);
  return {
    changes: [change(customerAggregate, state.customer, after)],
    events: [{ type: 'customer.updated', subjectId: after.id }],
    audit: {
      ...audited('customer', command === null ? 'updated' : 'vat_verified', after.id),
      ...(command === null ? {} : { metadata: { vat_number: vatFields.vatNumber, vat_name: vatFields.vatName } }),
    },
    result: after,
  };
};
