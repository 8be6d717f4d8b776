import type { Account } from '../account/record.ts';
import type { Invoice } from '../invoice/record.ts';
import { sellerOf } from '../parties.ts';
import type { MissingField } from './types.ts';
import { viewEInvoice } from './view.ts';

/** What the billing profile lacks for e-invoices. */
export interface MissingInAccount {
  /** Number of documents that lack at least one of the fields. */
  readonly documents: number;
  /** Each field once. */
  readonly missing: readonly MissingField[];
}

const PROFILE = 'billing_profile.';

const missingInProfile = (invoice: Invoice): readonly MissingField[] =>
  viewEInvoice(invoice).missing.filter(({ field }) => field.startsWith(PROFILE));

/** True for buyers with a VAT number or settings for e-invoices. Consumers need no e-invoice. */
const isBusiness = ({ buyer }: Invoice): boolean => buyer.vatNumber !== null || buyer.eInvoicing !== undefined;

/**
 * The fields of the billing profile that were missing when invoices to businesses were issued, and are still missing. To find what is still
 * missing, replaces the seller of each invoice by the current profile. Keeps the VAT number of the invoice, if it has one: a seller can
 * be registered in several countries.
 */
export const missingInAccount = (account: Account, invoices: readonly Invoice[]): MissingInAccount => {
  const seller = sellerOf(account);
  const lacking = invoices
    .filter((invoice) => isBusiness(invoice) && missingInProfile(invoice).length > 0)
    .map((invoice) => missingInProfile({ ...invoice, seller: { ...seller, vatId: invoice.seller.vatId ?? seller.vatId } }))
    .filter((missing) => missing.length > 0);
  const byField = new Map(lacking.flat().map((missing) => [missing.field, missing]));
  return { documents: lacking.length, missing: [...byField.values()] };
};
