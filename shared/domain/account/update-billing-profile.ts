import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { patched, type Undefinable } from '../same.ts';
import { DEFAULT_RETRY_DAYS } from '../subscription/renewal/dunning.ts';
import { isInVatAreaOfEu } from '../tax/areas.ts';
import { hasVatIdForm, normalizedVatId, vatPrefixProblem } from '../tax/vat-id.ts';
import type { JsonObject } from '../tenant.ts';
import { type Account, type AccountState, accountAggregate, type BillingProfile, taxModeOf } from './record.ts';

/** Omitted fields do not change; `null` clears. */
export type UpdateBillingProfile = Undefinable<BillingProfile>;

/** The VAT id after the update. Spaces and case are ignored. Refuses an invalid id, and refuses to change or clear an id that is set. */
const vatIdAfter = (current: string | null, requestedId: string | null | undefined): string | null | Refusal => {
  if (requestedId === undefined) return current;
  const normalizedId = requestedId === null ? null : normalizedVatId(requestedId);
  if (normalizedId === current) return current;
  if (current !== null) {
    return new Refusal('vat_id_locked', 'The VAT id is set and cannot be changed or cleared.', { param: 'vat_id' });
  }
  if (normalizedId !== null && !hasVatIdForm(normalizedId)) {
    const message = vatPrefixProblem(normalizedId) ?? '`vat_id` must be a country prefix such as NL, EL or XI, followed by the number.';
    return invalidParam('vat_id', message);
  }
  return normalizedId;
};

/** Default values of the fields that an account's record lacks until the account sets them. */
const DEFAULTS: Undefinable<BillingProfile> = {
  taxMode: 'manual',
  registrations: [],
  dunningSchedule: DEFAULT_RETRY_DAYS,
  eInvoicing: null,
};

/** Refuses an EU mode for a seller outside the EU, and two registrations of a country (400); `null`: valid. */
const taxModeProblem = (account: Account): Refusal | null => {
  const { countryCode, address, registrations = [] } = account;
  if (taxModeOf(account) !== 'manual' && !isInVatAreaOfEu({ countryCode, postalCode: address?.postalCode ?? null })) {
    return invalidParam('tax_mode', 'The modes `eu_home` and `eu_oss` need an address in the EU. Set `country_code` to a member state.');
  }
  const countries = new Set(registrations.map(({ country }) => country));
  return countries.size === registrations.length ? null : invalidParam('registrations', '`registrations` must have one entry per country.');
};

const ibanEndingOf = ({ eInvoicing }: Account): string | null => eInvoicing?.iban?.slice(-4) ?? null;

/** Audit metadata about a new bank account: the last four characters of its IBAN and of the earlier one. Empty if no new IBAN is set. */
const bankAccountMetadata = (before: Account, after: Account): JsonObject => {
  const iban = after.eInvoicing?.iban ?? null;
  if (iban === null || iban === before.eInvoicing?.iban) return {};
  return { iban_ending: ibanEndingOf(after), previous_iban_ending: ibanEndingOf(before) };
};

/**
 * Updates the billing profile. Refusals: `vat_id_locked` if a VAT id that is set would be changed or cleared [TEN-07, TEN-08];
 * `parameter_invalid` for a VAT id in an invalid format, an EU tax mode of a seller outside the EU, and two registrations of a country. No
 * event, only an audit entry.
 */
export const updateBillingProfile = (
  command: UpdateBillingProfile,
  { account }: AccountState,
  _ctx: DecisionContext,
): Decision<Account> | Refusal => {
  const vatId = vatIdAfter(account.record.vatId, command.vatId);
  if (vatId instanceof Refusal) return vatId;
  const after: Account = patched<Account>(account.record, { ...command, vatId }, DEFAULTS);
  const problem = taxModeProblem(after);
  if (problem !== null) return problem;
  if (!differs(account, after)) return unchanged(after);
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: { ...audited('billing_profile', 'updated', after.id), metadata: bankAccountMetadata(account.record, after), accountWide: true },
    result: after,
  };
};

/** True when the profile has all seller details that an invoice requires. */
export const isBillingProfileComplete = ({ legalName, address, countryCode }: Account): boolean =>
  legalName !== null && countryCode !== null && Boolean(address?.line1) && Boolean(address?.city);
