import { type Account, newAccount } from '../../shared/domain/account/record.ts';
import type { Stored } from '../../shared/domain/aggregate.ts';
import type { Discount } from '../../shared/domain/amounts/discounts.ts';
import { issueCreditNote } from '../../shared/domain/credit-note/issue.ts';
import type { CreditNote } from '../../shared/domain/credit-note/record.ts';
import { newCustomer } from '../../shared/domain/customer/create.ts';
import type { Customer } from '../../shared/domain/customer/record.ts';
import type { DecisionContext } from '../../shared/domain/decision.ts';
import { type DraftLine, issueInvoice, totalsOf } from '../../shared/domain/invoice/build.ts';
import { type Invoice, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { documentParties } from '../../shared/domain/parties.ts';
import { NO_TAX, type TaxTreatment } from '../../shared/domain/tax/tax.ts';

/** 1 November 2026, 12:00 UTC. */
export const ISSUED_AT = Date.UTC(2026, 10, 1, 12) / 1000;
const NEXT_MONTH = Date.UTC(2026, 11, 1, 12) / 1000;

const CONTEXT: DecisionContext = {
  tenant: { accountId: 'acct_0000000000000000000000000A', mode: 'live' },
  now: ISSUED_AT,
  realNow: ISSUED_AT,
  ids: { next: (prefix) => `${prefix}0000000000000000000000000A`, derived: (prefix) => `${prefix}0000000000000000000000000A` },
};

/** A Dutch seller with every field that a document can show. */
export const SELLER: Account = {
  ...newAccount({ id: CONTEXT.tenant.accountId, created: 0, name: 'Molenwerk', email: 'billing@molenwerk.example', countryCode: 'NL' }),
  legalName: 'Molenwerk Software B.V.',
  address: { line1: 'Keizersgracht 112', line2: null, postalCode: '1015 CW', city: 'Amsterdam' },
  vatId: 'NL123456789B01',
  registrationNumber: '34567890',
  phone: '+31 20 555 0123',
  invoiceFooter: 'Molenwerk Software B.V., Amsterdam. Bank: NL91 ABNA 0417 1643 00.\nThank you for your business.',
  branding: { ...newAccount({ id: '', created: 0, name: '', email: '', countryCode: null }).branding, primaryColor: '#0f766e' },
};

export const buyerNamed = (name: string, overrides: Partial<Customer> = {}): Customer => ({
  ...newCustomer(
    {
      name,
      email: 'accounts@buyer.example',
      countryCode: 'NL',
      address: { line1: 'Dorpsstraat 4', line2: 'Bus 3', postalCode: '3511 AB', city: 'Utrecht' },
      language: 'en',
    },
    CONTEXT,
  ),
  ...overrides,
});

export const lineOf = (description: string, amountCents: number, overrides: Partial<DraftLine> = {}): DraftLine => ({
  type: 'subscription',
  description,
  quantity: '1',
  unitAmountDecimal: String(amountCents),
  amountCents,
  priceId: null,
  periodStart: ISSUED_AT,
  periodEnd: NEXT_MONTH,
  ...overrides,
});

export const vat = (basisPoints: number, behavior: TaxTreatment['behavior'], reverseCharge = false): TaxTreatment => ({
  behavior,
  rate: { rateBasisPoints: basisPoints, displayName: 'VAT' },
  reverseCharge,
});

export interface Sale {
  readonly number?: string;
  readonly buyer: Customer;
  readonly lines: readonly DraftLine[];
  readonly currency?: string;
  readonly tax?: TaxTreatment;
  readonly discount?: Discount;
  readonly seller?: Account;
}

/** Issues the invoice of a sale with the domain rules and gives it a number. */
export const invoiceOf = ({
  number = 'INV-000042',
  buyer,
  lines,
  currency = 'EUR',
  tax = NO_TAX,
  discount,
  seller = SELLER,
}: Sale): Invoice => ({
  ...issueInvoice(
    {
      billingReason: 'subscription_cycle',
      customerId: buyer.id,
      parties: documentParties({ account: seller, customer: buyer }),
      subscriptionId: null,
      oneShotPaymentId: null,
      paymentId: null,
      currency,
      tax,
      totals: totalsOf(lines, discount ?? null, tax),
      period: { start: ISSUED_AT, end: NEXT_MONTH },
    },
    CONTEXT,
  ),
  id: `${invoiceAggregate.prefix}0000000000000000000000000A`,
  number,
});

/** Issues a credit note for a part of a paid invoice. */
export const creditNoteOf = (invoice: Invoice, amountCents: number, reason: string | null): CreditNote => {
  const paid: Stored<Invoice> = { record: { ...invoice, status: 'paid' }, version: 1, seq: 1, changedAt: ISSUED_AT };
  const issued = issueCreditNote(paid, { amountCents, refundId: null, reason }, CONTEXT);
  if (issued === null) throw new Error('The invoice has no amount left to credit.');
  return { ...issued.note, number: 'CN-000007' };
};
