import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { type Customer, customerAggregate } from './record.ts';
import { type CustomerState, isLive } from './update.ts';

/** Prefixes that the EU's validation service knows: the member states (Greece as EL) and Northern Ireland. */
const PREFIXES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/** A VAT number in its two parts, without the signs that people put between. */
export interface VatNumber {
  /** `EL` for Greece, `XI` for Northern Ireland. */
  readonly prefix: string;
  readonly digits: string;
}

/** Reads a number as people write it; `null` when it cannot be one of the EU's. */
export const readVatNumber = (text: string): VatNumber | null => {
  const bare = text.replaceAll(/[\s.\-/]/g, '').toUpperCase();
  const prefix = bare.slice(0, 2);
  const digits = bare.slice(2);
  return PREFIXES.has(prefix) && /^[0-9A-Z+*]{2,12}$/.test(digits) ? { prefix, digits } : null;
};

/** As it is kept and printed: `NL123456789B01`. */
const writtenVatNumber = ({ prefix, digits }: VatNumber): string => `${prefix}${digits}`;

/** What the EU's validation service says of a number. */
export type VatVerdict = { readonly kind: 'valid'; readonly name: string | null } | { readonly kind: 'invalid' };

/** A number that was found valid, with the name that it is registered under. */
export interface ValidVatNumber {
  readonly number: VatNumber;
  readonly name: string | null;
}

/** The number and what was found out about it, as a customer keeps it. */
export const keptVatNumber = (valid: ValidVatNumber | null, nowMs: number): Pick<Customer, 'vatNumber' | 'vatName' | 'vatVerifiedAt'> =>
  valid === null
    ? { vatNumber: null, vatName: null, vatVerifiedAt: null }
    : { vatNumber: writtenVatNumber(valid.number), vatName: valid.name, vatVerifiedAt: nowMs };

/** `null` clears the number. */
export type SetVatNumber = null | { readonly number: VatNumber; readonly verdict: VatVerdict };

const REJECTED = new Refusal('parameter_invalid', 'The EU VAT validation service does not know this number.', {
  param: 'vat_number',
  reason: 'vat_number_invalid',
});

/**
 * Sets a number that was found valid, with the name it is registered under, or clears it. A rejected one leaves the
 * customer unchanged and an entry `customer.vat_verification_failed` behind [CUS-23..CUS-25]; it comes back as a refusal.
 */
export const setVatNumber = (command: SetVatNumber, state: CustomerState, ctx: DecisionContext): Decision<Customer | Refusal> | Refusal => {
  if (!isLive(state.customer)) return new Refusal('resource_missing', 'No such customer.');
  const before = state.customer.record;
  if (command?.verdict.kind === 'invalid') {
    const metadata = { vat_number: writtenVatNumber(command.number) };
    return {
      changes: [],
      events: [],
      audit: { ...audited('customer', 'vat_verification_failed', before.id), metadata, withoutChange: true },
      result: REJECTED,
    };
  }
  const kept = keptVatNumber(command === null ? null : { number: command.number, name: command.verdict.name }, ctx.now);
  const after: Customer = { ...before, ...kept };
  if (!differs(state.customer, after)) return unchanged(after);
  return {
    changes: [change(customerAggregate, state.customer, after)],
    events: [{ type: 'customer.updated', subjectId: after.id }],
    audit: {
      ...audited('customer', command === null ? 'updated' : 'vat_verified', after.id),
      ...(command === null ? {} : { metadata: { vat_number: kept.vatNumber, vat_name: kept.vatName } }),
    },
    result: after,
  };
};
