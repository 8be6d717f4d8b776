import { describe, expect, it } from 'vitest';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { type Invoice, invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import { createProduct } from '../../../shared/domain/product/create.ts';
import { repriceSubscription } from '../../../shared/domain/subscription/renewal/reprice.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { type Billing, newBilling } from '../billing.ts';
import { newOneShots } from '../one-shots.ts';
import { changePlan } from '../plan-changes.ts';
import { lastInvoice, paymentIdOf } from '../renewals.ts';
import { createPriceOf } from '../world.ts';

/** Slovakia raised its VAT from 20 % to 23 % on this day. */
const CHANGE = Date.UTC(2025, 0, 1) / 1000;
const DAY = 86_400;

/** A Dutch seller with exclusive tax in the tax mode eu_oss, and a consumer in Slovakia. Sets the current time to `soldAt`. */
const shop = (soldAt: number, price: Partial<CreatePrice> = { amountCents: 10_000 }): Billing => {
  const billing = newBilling(price);
  billing.world.now = soldAt;
  billing.taxBehavior = 'exclusive';
  billing.seller = { taxMode: 'eu_oss' };
  amendBuyer(billing, { countryCode: 'SK' });
  return billing;
};
const amendBuyer = (billing: Billing, fields: Partial<Customer>): void =>
  billing.world.amend(customerAggregate, billing.catalogue.customer.record.id, fields);

const ratesOf = ({ tax }: Invoice) => tax.map(({ rateBasisPoints }) => rateBasisPoints);
const nextCharge = (billing: Billing, id: string) => billing.subscription(id).nextChargeAmountCents;
const reprice = (billing: Billing, id: string) =>
  billing.world.apply(
    repriceSubscription(
      null,
      { subscription: billing.world.get(subscriptionAggregate, id), parties: billing.parties() },
      billing.world.ctx(),
    ),
  );

describe('a new rate from 1 January', () => {
  it('applies to the renewal of a period that starts on 1 January; this renewal is not charged on 31 December', () => {
    const billing = shop(Date.UTC(2024, 11, 1) / 1000);
    const { id } = billing.subscribe();
    expect([ratesOf(lastInvoice(billing)), nextCharge(billing, id)]).toEqual([[2000], 12_300]);
    billing.world.now = CHANGE - 60;
    expect(billing.attemptRenewal(id)).toMatchObject({ reason: 'early' });
    billing.world.now = CHANGE;
    billing.settle(paymentIdOf(billing.attemptRenewal(id)));
    expect(lastInvoice(billing)).toMatchObject({ issuedAt: CHANGE, periodStart: CHANGE, taxCents: 2300, totalCents: 12_300 });
  });

  it('does not apply to a period that started before 1 January, even if it is charged or paid later', () => {
    const start = CHANGE - 31 * DAY - 60;
    const billing = shop(start);
    const { id } = billing.subscribe();
    const end = billing.subscription(id).currentPeriodEnd;
    expect(end).toBeLessThan(CHANGE);
    expect(nextCharge(billing, id)).toBe(12_000);
    billing.world.now = CHANGE + DAY;
    const first = paymentIdOf(billing.attemptRenewal(id));
    expect(lastInvoice(billing)).toMatchObject({ issuedAt: CHANGE + DAY, taxCents: 2000, totalCents: 12_000 });
    billing.decline(first);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(lastInvoice(billing)).toMatchObject({ status: 'paid', totalCents: 12_000 });
    expect(nextCharge(billing, id)).toBe(12_300);
  });

  it('does not apply to usage of a period that ends on 1 January', () => {
    const metered = { usageType: 'metered', amountCents: null, unitAmountDecimal: '100' } as const;
    const billing = shop(Date.UTC(2024, 11, 1) / 1000, metered);
    const { id } = billing.subscribe();
    billing.use(id, 10);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(lastInvoice(billing)).toMatchObject({ periodEnd: CHANGE, taxCents: 200, totalCents: 1200 });
    expect(ratesOf(lastInvoice(billing))).toEqual([2000]);
    billing.use(id, 10);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(lastInvoice(billing)).toMatchObject({ taxCents: 230, totalCents: 1230 });
  });

  it('applies to the notice of a renewal whose period starts on 1 January', () => {
    const billing = shop(Date.UTC(2024, 11, 1) / 1000);
    const { id } = billing.subscribe();
    billing.world.now = CHANGE - 6 * DAY;
    expect(billing.announce(id)).toBe(true);
    expect(billing.world.events.at(-1)).toMatchObject({ type: 'invoice.upcoming', data: { amount_due_cents: 12_300, tax_cents: 2300 } });
  });

  it('applies to the first period after a trial that ends on 1 January', () => {
    const billing = shop(CHANGE - 14 * DAY, { amountCents: 10_000, trialDays: 14 });
    const { id } = billing.subscribe();
    expect(nextCharge(billing, id)).toBe(12_300);
  });

  it('does not apply to a checkout whose payment started before 1 January', () => {
    const billing = shop(CHANGE - 60);
    const { id } = billing.open();
    const { payment } = billing.attempt(id);
    billing.world.now = CHANGE + 60;
    billing.settleCheckout(id, payment.id);
    expect(lastInvoice(billing)).toMatchObject({ issuedAt: CHANGE + 60, taxCents: 2000 });
  });
});

describe('a plan change', () => {
  const E_BOOK = { name: 'Book club', taxCategory: 'e_book' } as const;

  /** Creates a price of a new product, whose category has 5 % VAT in Slovakia. */
  const eBookPrice = (billing: Billing, price: Partial<CreatePrice>): string =>
    createPriceOf(billing.world, billing.world.do(createProduct(E_BOOK, null, billing.world.ctx())).id, price).record.id;

  const lineRates = ({ lines }: Invoice) => lines.map(({ type, taxRateBasisPoints }) => [type, taxRateBasisPoints]);

  it('charges the rate of its time and of the category of the new product, and credits the rate that was charged', () => {
    const billing = shop(CHANGE - 10 * DAY);
    const { id } = billing.subscribe();
    billing.world.now = CHANGE + DAY;
    changePlan(billing, id, { priceId: eBookPrice(billing, { amountCents: 50_000 }) });
    expect(lineRates(lastInvoice(billing))).toEqual([
      ['proration_charge', 500],
      ['proration_credit', 2000],
    ]);
    changePlan(billing, id, { priceId: billing.catalogue.price.record.id });
    expect(lineRates(lastInvoice(billing))).toEqual([
      ['proration_charge', 2300],
      ['proration_credit', 500],
    ]);
  });

  it('charges usage at the rate of the category of the former product', () => {
    const metered = { usageType: 'metered', amountCents: null, unitAmountDecimal: '100' } as const;
    const billing = shop(CHANGE, metered);
    const { id } = billing.subscribe();
    billing.use(id, 10);
    changePlan(billing, id, { priceId: eBookPrice(billing, metered) });
    expect(lineRates(lastInvoice(billing))).toEqual([['usage', 2300]]);
    billing.use(id, 10);
    changePlan(billing, id, { priceId: billing.catalogue.price.record.id });
    expect(lineRates(lastInvoice(billing))).toEqual([['usage', 500]]);
  });

  it('stores the country and treatment of the credit for the unused part of a sale or renewal', () => {
    const billing = shop(CHANGE);
    const { id } = billing.subscribe();
    const taxTerms = { countryCode: 'SK', treatment: 'rate' };
    expect(billing.subscription(id).coverage).toMatchObject({ taxRateBasisPoints: 2300, taxTerms });
    amendBuyer(billing, { vatNumber: 'SK1234567890', vatVerifiedAt: CHANGE });
    billing.settle(paymentIdOf(billing.renew(id)));
    const reverseCharge = { countryCode: 'SK', treatment: 'reverse_charge', vatNumber: 'SK1234567890' };
    expect(billing.subscription(id).coverage).toMatchObject({ taxRateBasisPoints: 0, taxTerms: reverseCharge });
  });
});

describe('a one-off payment', () => {
  it.each([
    [CHANGE - 60, 2000],
    [CHANGE, 2300],
  ])('has the rate of the time of its payment', (now, rate) => {
    const billing = newOneShots();
    billing.seller = { taxMode: 'eu_oss' };
    amendBuyer(billing, { countryCode: 'SK' });
    billing.world.now = now;
    const { id } = billing.createAccepted();
    billing.settleOneShot(id, billing.startPayment(id).id);
    expect(ratesOf(lastInvoice(billing))).toEqual([rate]);
  });
});

describe('an issued invoice', () => {
  it('keeps its tax when the buyer moves, and the next charge has the tax of the new country', () => {
    const billing = shop(CHANGE);
    const { id } = billing.subscribe();
    amendBuyer(billing, { countryCode: 'HU' });
    reprice(billing, id);
    expect([ratesOf(lastInvoice(billing)), nextCharge(billing, id)]).toEqual([[2300], 12_700]);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billing.world.all(invoiceAggregate).map(ratesOf)).toEqual([[2300], [2700]]);
    // The Canary Islands are outside the VAT area of the EU.
    amendBuyer(billing, { countryCode: 'ES', address: { line1: null, line2: null, postalCode: '35001', city: null } });
    reprice(billing, id);
    expect(nextCharge(billing, id)).toBe(10_000);
  });

  it('keeps its tax when a VAT number is added or removed in the middle of the period', () => {
    const billing = shop(CHANGE);
    const { id } = billing.subscribe();
    billing.world.now = CHANGE + 10 * DAY;
    amendBuyer(billing, { vatNumber: 'SK1234567890', vatVerifiedAt: billing.world.now });
    reprice(billing, id);
    expect([lastInvoice(billing).reverseCharge, nextCharge(billing, id)]).toEqual([false, 10_000]);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(lastInvoice(billing)).toMatchObject({ reverseCharge: true, taxCents: 0, totalCents: 10_000 });
    amendBuyer(billing, { vatNumber: null, vatVerifiedAt: null });
    reprice(billing, id);
    expect([lastInvoice(billing).reverseCharge, nextCharge(billing, id)]).toEqual([true, 12_300]);
  });

  it('has the VAT of a country outside the EU, and the number of the seller’s registration in that country', () => {
    const billing = shop(CHANGE);
    billing.seller = { taxMode: 'eu_home', registrations: [{ country: 'NO', number: 'NO123456789MVA', from: '2024-01-01' }] };
    amendBuyer(billing, { countryCode: 'NO' });
    billing.subscribe();
    expect(lastInvoice(billing)).toMatchObject({ seller: { vatId: 'NO123456789MVA', countryCode: 'NL' }, taxCents: 2500 });
  });

  it('names the country of the VAT in eu_home only if it is not the country of the buyer', () => {
    const billing = shop(CHANGE);
    billing.seller = { taxMode: 'eu_home' };
    const creditNoteOf = (paymentId: string | null) => {
      billing.settleRefund(billing.refund(String(paymentId)));
      return billing.world.all(creditNoteAggregate).at(-1);
    };
    const first = billing.subscribe();
    expect(lastInvoice(billing)).toMatchObject({ taxCents: 2100, taxCountryCode: 'NL', buyer: { countryCode: 'SK' } });
    expect(creditNoteOf(first.lastPaymentId)).toMatchObject({ taxCents: 2100, taxCountryCode: 'NL' });
    amendBuyer(billing, { countryCode: 'NL' });
    const second = billing.subscribe();
    expect(lastInvoice(billing).taxCountryCode).toBeUndefined();
    expect(creditNoteOf(second.lastPaymentId)).not.toHaveProperty('taxCountryCode');
  });
});

describe('the tax mode manual', () => {
  it('charges no VAT if the account has no tax rate, even if the seller has a registration', () => {
    const billing = shop(CHANGE);
    billing.seller = {};
    billing.subscribe();
    expect(lastInvoice(billing)).toMatchObject({ tax: [], totalCents: 10_000 });
    billing.seller = { taxMode: 'manual', registrations: [{ country: 'GB', number: 'GB123456789', from: '2020-01-01' }] };
    amendBuyer(billing, { countryCode: 'GB' });
    billing.subscribe();
    expect(lastInvoice(billing)).toMatchObject({ tax: [], totalCents: 10_000, seller: { vatId: 'NL000099998B57' } });
  });
});
