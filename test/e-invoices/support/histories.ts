import fc from 'fast-check';
import type { CreateCoupon } from '../../../shared/domain/coupon/create.ts';
import { type CreditNote, creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import type { BuyerFormat } from '../../../shared/domain/e-invoice/settings.ts';
import { type Invoice, invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { type PaymentMethod, plainMethod } from '../../../shared/domain/payment/methods.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import type { TaxBehavior } from '../../../shared/domain/tax/tax.ts';
import type { EInvoiceSource } from '../../../shared/e-invoices/types.ts';
import { type Billing, newBilling } from '../../domain/billing.ts';
import { anotherPrice, changePlan } from '../../domain/plan-changes.ts';
import { paymentIdOf } from '../../domain/renewals.ts';
import { DAY } from '../../domain/world.ts';
import { BUYERS, OUTSIDE_SCOPE, SELLERS, SMALL_BUSINESS, type TestBuyer, type TestSeller } from './parties.ts';

type Step =
  | { readonly kind: 'renew' | 'decline' }
  | { readonly kind: 'use'; readonly units: number }
  | { readonly kind: 'change'; readonly amountCents: number; readonly afterDays: number }
  | { readonly kind: 'refund'; readonly fraction: number }
  | { readonly kind: 'rate'; readonly basisPoints: number };

/** A sale and the steps after it. `documentsOf` performs them with the rules of the domain. */
export interface History {
  readonly seller: TestSeller;
  readonly buyer: TestBuyer;
  readonly currency: 'EUR' | 'SEK' | 'JPY' | 'HUF';
  readonly behavior: TaxBehavior;
  readonly price: Partial<CreatePrice>;
  readonly coupon: Partial<CreateCoupon> | null;
  readonly method: PaymentMethod | null;
  /** The format that the buyer requests. */
  readonly format: BuyerFormat;
  readonly steps: readonly Step[];
}

const cents = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 9_999_999 }));

const price: fc.Arbitrary<Partial<CreatePrice>> = fc.oneof(
  { weight: 3, arbitrary: cents.map((amountCents) => ({ amountCents })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('5', '0.25', '33.333', '1999')
      .map((unitAmountDecimal) => ({ usageType: 'metered' as const, unitAmountDecimal })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ flat: fc.integer({ min: 0, max: 5000 }), unit: fc.constantFrom('12.5', '0.333', '7') })
      .map(({ flat, unit }) => ({
        usageType: 'metered' as const,
        tiers: [
          { upTo: 10, flatAmountCents: flat, unitAmountDecimal: unit },
          { upTo: null, unitAmountDecimal: '3.1' },
        ],
      })),
  },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('renew' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('decline' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('use' as const), units: fc.integer({ min: 1, max: 400 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('change' as const), amountCents: cents, afterDays: fc.integer({ min: 0, max: 20 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), fraction: fc.constantFrom(0.1, 0.33, 1, 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rate' as const), basisPoints: fc.constantFrom(700, 1900, 2550) }) },
);

const card: PaymentMethod = { type: 'creditcard', brand: 'Visa', last4: '4242', expMonth: 12, expYear: 2030 };

const histories: fc.Arbitrary<History> = fc.record({
  seller: fc.constantFrom<TestSeller>(...Object.values(SELLERS), ...Object.values(SELLERS), SMALL_BUSINESS, OUTSIDE_SCOPE),
  buyer: fc.constantFrom<TestBuyer>(...Object.values(BUYERS)),
  currency: fc.constantFrom('EUR', 'EUR', 'SEK', 'JPY', 'HUF'),
  behavior: fc.constantFrom('inclusive', 'exclusive'),
  price,
  coupon: fc.option(
    fc.oneof(
      fc.constantFrom(1000, 3333, 10_000).map((percentOffBasisPoints) => ({ percentOffBasisPoints })),
      fc.constantFrom(1, 250, 9999).map((amountOffCents) => ({ amountOffCents, percentOffBasisPoints: null })),
    ),
    { nil: null, freq: 3 },
  ),
  method: fc.constantFrom(card, plainMethod('ideal'), plainMethod('directdebit'), null),
  format: fc.constantFrom('auto', 'auto', 'peppol'),
  steps: fc.array(step, { minLength: 2, maxLength: 8 }),
});

/**
 * The account's tax rate for the buyer: `basisPoints`, or the seller's rate if `basisPoints` is `null`. Returns `null` for sellers without
 * tax, and for buyers in the US and on the Canary Islands (`ES`).
 */
const rateFor = ({ seller, buyer }: History, basisPoints: number | null = null) =>
  seller.rate === 0 || ['US', 'ES'].includes(buyer.customer.countryCode ?? '')
    ? null
    : { rateBasisPoints: basisPoints ?? seller.rate, displayName: 'VAT' };

/** Refunds a fraction of the uncredited amount of the last paid invoice. */
const refundLast = (billing: Billing, fraction: number): void => {
  const invoice = billing.world.all(invoiceAggregate).findLast(({ status, totalCents }) => status === 'paid' && totalCents > 0);
  if (invoice?.paymentId === undefined || invoice.paymentId === null) return;
  const uncreditedCents = invoice.totalCents - invoice.amountCreditedCents;
  if (uncreditedCents <= 0) return;
  billing.settleRefund(billing.refund(invoice.paymentId, Math.max(1, Math.floor(uncreditedCents * fraction))));
};

const perform = (billing: Billing, id: string, history: History, each: Step): void => {
  switch (each.kind) {
    case 'renew':
      billing.settle(paymentIdOf(billing.renew(id)));
      return;
    case 'decline':
      billing.decline(paymentIdOf(billing.renew(id)));
      return;
    case 'use':
      billing.use(id, each.units);
      return;
    case 'change':
      billing.world.now += each.afterDays * DAY;
      changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: each.amountCents, currency: history.currency }) });
      return;
    case 'refund':
      refundLast(billing, each.fraction);
      return;
    case 'rate':
      billing.taxRate = rateFor(history, each.basisPoints);
  }
};

/** Performs a step. Skips a step that the domain refuses in this state, such as a change of a canceled subscription. */
const tryPerform = (billing: Billing, id: string, history: History, each: Step): void => {
  try {
    perform(billing, id, history, each);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
};

/** Runs a history and returns the invoices and credit notes that it issued, as sources of e-invoices. */
export const documentsOf = (history: History): readonly EInvoiceSource[] => {
  const billing = newBilling({ ...history.price, currency: history.currency }, 'live');
  billing.seller = { ...history.seller.account };
  billing.taxBehavior = history.behavior;
  billing.taxRate = rateFor(history);
  billing.world.amend(customerAggregate, billing.catalogue.customer.record.id, history.buyer.customer);
  const { id } =
    history.coupon === null
      ? billing.subscribe()
      : billing.subscribeWithCoupon({ ...history.coupon, currency: history.currency, duration: 'forever' });
  for (const each of history.steps) tryPerform(billing, id, history, each);
  const invoices = billing.world.all(invoiceAggregate);
  return [...invoices, ...billing.world.all(creditNoteAggregate)].map((document) => sourceOf(document, history, invoices));
};

const sourceOf = (
  document: Invoice | CreditNote,
  { seller, buyer, method, format }: Pick<History, 'seller' | 'buyer' | 'method' | 'format'>,
  invoices: readonly Invoice[],
): EInvoiceSource => ({
  document,
  seller: seller.settings,
  buyer: { ...buyer.settings, format },
  corrected: 'invoiceId' in document ? (invoices.find(({ id }) => id === document.invoiceId) ?? null) : null,
  method: 'invoiceId' in document ? null : method,
  // Some documents also get the tax in the seller's currency, converted at a fixed exchange rate.
  ...(document.currency !== 'EUR' && seller.account.countryCode === 'FR' && document.totalCents % 2 === 0
    ? { accountingTax: { currency: 'EUR', taxCents: Math.round(document.taxCents / 10) } }
    : {}),
});

/** The first `count` documents of random histories. The same seed gives the same documents. */
export const randomDocuments = (count: number, seed: number): readonly EInvoiceSource[] => {
  const documents: EInvoiceSource[] = [];
  for (let batch = 0; documents.length < count; batch += 1) {
    documents.push(...fc.sample(histories, { numRuns: 50, seed: seed + batch }).flatMap(documentsOf));
  }
  return documents.slice(0, count);
};
