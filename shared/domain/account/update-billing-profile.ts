import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import type { Address } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import type { TaxBehavior } from '../tax.ts';
import { hasVatIdForm, normalizedVatId, vatPrefixProblem } from '../vat-id.ts';
import { type Account, type AccountState, accountAggregate } from './record.ts';

/** Fields left out stay as they are; `null` clears. */
export interface UpdateBillingProfile {
  readonly legalName?: string | undefined;
  readonly address?: Address | undefined;
  readonly countryCode?: string | undefined;
  readonly vatId?: string | null | undefined;
  readonly registrationNumber?: string | null | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly taxBehavior?: TaxBehavior | undefined;
  readonly refundWindowDays?: number | undefined;
  readonly invoiceFooter?: string | null | undefined;
}

/** The id after the command: blanks and case make no other id, and one that is set stays. */
const vatIdAfter = (current: string | null, given: string | null | undefined): string | null | Refusal => {
  if (given === undefined) return current;
  const wanted = given === null ? null : normalizedVatId(given);
  if (wanted === current) return current;
  if (current !== null) {
    return new Refusal('vat_id_locked', 'The VAT id is set and can be neither changed nor cleared.', { param: 'vat_id' });
  }
  if (wanted !== null && !hasVatIdForm(wanted)) {
    const message = vatPrefixProblem(wanted) ?? 'This is not the form of a VAT id: a country prefix such as NL, EL or XI, then its number.';
    return new Refusal('parameter_invalid', message, { param: 'vat_id' });
  }
  return wanted;
};

/**
 * Changes what the command names; what changes nothing records nothing. Once set, another VAT id or none is refused with
 * `vat_id_locked` [TEN-07, TEN-08]; before, one of a wrong form with `parameter_invalid`. No event: the audit log has it.
 */
export const updateBillingProfile = (
  command: UpdateBillingProfile,
  { account }: AccountState,
  _ctx: DecisionContext,
): Decision<Account> | Refusal => {
  const vatId = vatIdAfter(account.record.vatId, command.vatId);
  if (vatId instanceof Refusal) return vatId;
  const after: Account = patched(account.record, { ...command, vatId });
  if (!differs(account, after)) return unchanged(after);
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: { ...audited('billing_profile', 'updated', after.id), accountWide: true },
    result: after,
  };
};

/** What an invoice has to say of its seller is all there. */
export const isBillingProfileComplete = ({ legalName, address, countryCode }: Account): boolean =>
  legalName !== null && countryCode !== null && Boolean(address?.line1) && Boolean(address?.city);
