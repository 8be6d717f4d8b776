import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, newAccount } from '../../../shared/domain/account/record.ts';
import { hasSameSalesTax } from '../../../shared/domain/account/repricing.ts';
import { formatUnitAmount } from '../../../shared/domain/amounts/decimal.ts';
import { NOTHING_BILLED, usageAmountCents } from '../../../shared/domain/amounts/tiers.ts';
import { firstChargeOf, firstPeriodTotals } from '../../../shared/domain/checkout-session/charge.ts';
import { type Customer, customerAggregate, VAT_REGISTERED_LIST } from '../../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { lacksReverseCharge, taxTreatmentFor } from '../../../shared/domain/parties.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import { usageLines } from '../../../shared/domain/subscription/renewal/charges.ts';
import { repriceSubscription } from '../../../shared/domain/subscription/renewal/reprice.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { TaxTreatment } from '../../../shared/domain/tax/tax.ts';
import { type Billing, newBilling } from '../billing.ts';
import { anotherPrice, changePlan } from '../plan-changes.ts';
import { paymentIdOf } from '../renewals.ts';
import { DAY, START } from '../world.ts';

const RATE = { rateBasisPoints: 2100, displayName: 'VAT' };
const POINT = { at: START, category: 'electronic_service' } as const;
/** A customer with a verified VAT number. */
const REGISTERED = { countryCode: 'DE', vatNumber: 'DE123456789', vatVerifiedAt: START };

interface Case {
  readonly seller: string;
  readonly buyer: string;
  readonly vatNumber: string | null;
  readonly verified: boolean;
  readonly sellerVatId?: string | null;
}

const treatmentOf = ({ seller, buyer, vatNumber, verified, sellerVatId = 'NL000099998B57' }: Case) => {
  const newSeller = newAccount({ id: 'acct_1', created: START, name: 'Seller', email: 'owner@example.test', countryCode: seller });
  const account = { ...newSeller, vatId: sellerVatId };
  const { record } = newBilling().catalogue.customer;
  const customer: Customer = { ...record, countryCode: buyer, vatNumber, vatVerifiedAt: verified ? START : null };
  return taxTreatmentFor({ account, customer, taxRate: RATE }, POINT);
};

/** Creates a seller with 21 % inclusive tax, and a buyer under reverse charge. */
const shop = (price: Parameters<typeof newBilling>[0] = {}): Billing => {
  const billing = newBilling({ amountCents: 1210, ...price });
  billing.taxRate = RATE;
  const buyer: Partial<Customer> = { countryCode: 'DE', vatNumber: 'DE123456789', vatVerifiedAt: START };
  billing.world.amend(customerAggregate, billing.catalogue.customer.record.id, buyer);
  return billing;
};

describe('reverse charge', () => {
  it.each([
    ['NL', 'DE', 'DE123456789', true],
    ['NL', 'GR', 'EL123456789', true],
    ['GR', 'DE', 'DE123456789', true],
    ['NL', 'GB', 'XI123456789', true],
    ['NL', 'DE', 'NL123456789B01', false],
    ['NL', 'DE', 'EL123456789', false],
    ['NL', 'GR', 'DE123456789', false],
    ['NL', 'NL', 'NL123456789B01', false],
    ['NL', 'NL', 'DE123456789', false],
    ['NL', 'US', 'XI123456789', false],
    ['US', 'DE', 'DE123456789', false],
    ['GB', 'DE', 'DE123456789', false],
    ['NL', 'DE', null, false],
  ] as const)('applies to a seller in %s and a buyer in %s with the verified number %s: %s', (seller, buyer, vatNumber, expected) => {
    expect(treatmentOf({ seller, buyer, vatNumber, verified: true }).reverseCharge).toBe(expected);
  });

  it('requires a verified VAT number', () => {
    expect(treatmentOf({ seller: 'NL', buyer: 'DE', vatNumber: 'DE123456789', verified: false }).reverseCharge).toBe(false);
  });
});

describe('a seller without a VAT number', () => {
  it('charges normal tax to buyers who are otherwise eligible for reverse charge', () => {
    const eligible = { seller: 'NL', buyer: 'DE', vatNumber: 'DE123456789', verified: true };
    expect(treatmentOf({ ...eligible, sellerVatId: null })).toEqual({
      behavior: 'inclusive',
      rate: RATE,
      reverseCharge: false,
      countryCode: 'DE',
    });
    expect(treatmentOf(eligible).reverseCharge).toBe(true);
  });

  it('invoices full tax, and applies reverse charge from the first charge after the number is saved', () => {
    const billing = shop();
    billing.seller = { vatId: null };
    const { id } = billing.subscribe();
    expect(billing.world.all(invoiceAggregate)).toMatchObject([{ reverseCharge: false, taxCents: 210, totalCents: 1210 }]);
    billing.seller = {};
    const subscription = billing.world.get(subscriptionAggregate, id);
    billing.world.do(repriceSubscription(null, { subscription, parties: billing.parties() }, billing.world.ctx()));
    expect(billing.subscription(id).nextChargeAmountCents).toBe(1000);
    expect(billing.settle(paymentIdOf(billing.renew(id))).invoice).toMatchObject({ reverseCharge: true, taxCents: 0, totalCents: 1000 });
  });

  it('changes the tax of its customers by saving a VAT number, but not by saving other fields', () => {
    const account = { ...newAccount({ id: 'acct_1', created: START, name: 'S', email: 'o@example.test', countryCode: 'NL' }), vatId: null };
    expect(hasSameSalesTax(account, { ...account, vatId: 'NL000099998B57' })).toBe(false);
    expect(hasSameSalesTax(account, { ...account, legalName: 'Seller BV', phone: '1' })).toBe(true);
  });

  it('lacks reverse charge only in the EU, and only for customers with a verified VAT number of another EU country', () => {
    const { record } = newBilling().catalogue.customer;
    const seller = { ...newAccount({ id: 'acct_1', created: START, name: 'S', email: 'o@example.test', countryCode: 'NL' }), vatId: null };
    const lacks = (patch: Partial<Customer>, account: Partial<Account> = {}) =>
      lacksReverseCharge({ ...seller, ...account }, { ...record, ...REGISTERED, ...patch });
    expect(lacks({})).toBe(true);
    expect(lacks({ countryCode: 'NL', vatNumber: 'NL123456789B01' })).toBe(false);
    expect(lacks({}, { vatId: 'NL000099998B57' })).toBe(false);
    expect(lacks({}, { countryCode: 'US' })).toBe(false);
  });
});

describe('the index of customers registered for VAT', () => {
  it('contains customers with a verified VAT number of their billing country', () => {
    const { record } = newBilling().catalogue.customer;
    const indexKeysOf = (patch: Partial<Customer>) => customerAggregate.sparseIndexKeysOf?.({ ...record, ...patch });
    expect(indexKeysOf(REGISTERED)).toEqual([VAT_REGISTERED_LIST]);
    for (const patch of [{ vatVerifiedAt: null }, { countryCode: 'FR' }, { vatNumber: null }, { deletedAt: START }]) {
      expect(indexKeysOf({ ...REGISTERED, ...patch })).toEqual([]);
    }
  });
});

const withCoupon = (billing: Billing, terms: Parameters<Billing['coupon']>[0]) => {
  const coupon = billing.coupon({ duration: 'forever', currency: 'EUR', ...terms });
  return { coupon: billing.findCoupon(coupon) };
};

describe('a fixed coupon under reverse charge', () => {
  it('is reduced by the tax in the first charge, its invoice and the next charge', () => {
    const billing = shop();
    const session = billing.open({}, withCoupon(billing, { amountOffCents: 605 }));
    const tax = taxTreatmentFor(billing.parties(), POINT);
    expect(tax.reverseCharge).toBe(true);
    expect(firstPeriodTotals(session, tax, START)).toMatchObject({ subtotalCents: 1000, discountCents: 500, taxCents: 0, totalCents: 500 });
    expect(firstChargeOf(session, 'creditcard', tax, START)).toEqual({ amountCents: 500, verification: false });
    const { payment } = billing.attempt(session.id);
    const { invoice, subscription } = billing.settleCheckout(session.id, payment.id);
    expect(payment.amountCents).toBe(500);
    expect(invoice).toMatchObject({ subtotalCents: 1000, discountCents: 500, taxCents: 0, totalCents: 500, reverseCharge: true });
    expect(invoice?.lines).toMatchObject([{ amountCents: 1000, discountCents: 500, taxRateBasisPoints: 0 }]);
    expect(subscription?.nextChargeAmountCents).toBe(500);
  });

  it('is reduced by the tax in a renewal', () => {
    const billing = shop();
    const { id } = billing.subscribe({}, withCoupon(billing, { amountOffCents: 605 }));
    const prepared = billing.renew(id);
    const { invoice } = billing.settle(paymentIdOf(prepared));
    expect(invoice).toMatchObject({ subtotalCents: 1000, discountCents: 500, totalCents: 500, amountPaidCents: 500 });
    expect(billing.subscription(id).nextChargeAmountCents).toBe(500);
  });

  it('covers the full net price if its amount equals the gross price; a smaller amount is reduced by the tax and rounded', () => {
    const full = shop();
    const free = full.open({}, withCoupon(full, { amountOffCents: 1210 }));
    expect(firstPeriodTotals(free, taxTreatmentFor(full.parties(), POINT), START)).toMatchObject({ discountCents: 1000, totalCents: 0 });
    const partial = shop();
    const session = partial.open({}, withCoupon(partial, { amountOffCents: 1000 }));
    expect(firstPeriodTotals(session, taxTreatmentFor(partial.parties(), POINT), START)).toMatchObject({
      discountCents: 826,
      totalCents: 174,
    });
  });

  it.each([
    // Two invoices of 6.00 of usage: the discount of 10.00 covers the first, and 4.00 of the second.
    ['forever', [0, 200]],
    // The discount of the first invoice, 6.00, is the limit for the period, so the second invoice has none.
    ['once', [0, 600]],
  ] as const)('with the duration %s is granted once for all invoices of a period', (duration, usageCents) => {
    const metered = { usageType: 'metered', amountCents: undefined, unitAmountDecimal: '121' } as const;
    const billing = shop(metered);
    const { id } = billing.subscribe({}, withCoupon(billing, { amountOffCents: 1210, duration }));
    const change = (price: Parameters<typeof anotherPrice>[1]) => {
      billing.use(id, 6);
      billing.world.now += 7 * DAY;
      return changePlan(billing, id, { priceId: anotherPrice(billing, price) }).payment?.amountCents ?? 0;
    };
    expect([change(metered), change(metered)]).toEqual(usageCents);
    // 6.00 of usage and 25.00 for a quarter of the period; nothing of the coupon is left.
    expect(change({ amountCents: 12_100 })).toBe(3100);
  });

  it('can be used again after a change of the interval, except the part that it discounted for the rest of the old period', () => {
    const metered = { usageType: 'metered', amountCents: undefined, unitAmountDecimal: '121' } as const;
    const billing = shop(metered);
    const { id } = billing.subscribe({}, withCoupon(billing, { amountOffCents: 1210 }));
    billing.use(id, 20);
    billing.world.now += 14 * DAY;
    // 20.00 of usage, less 10.00. Half of the 10.00 is for the second half of the month, so 5.00 can be used in the new period.
    const yearly = anotherPrice(billing, { ...metered, interval: 'year' });
    expect(changePlan(billing, id, { priceId: yearly }).payment?.amountCents).toBe(1000);
    billing.use(id, 20);
    billing.world.now += DAY;
    expect(changePlan(billing, id, { priceId: anotherPrice(billing, { ...metered, interval: 'year' }) }).payment?.amountCents).toBe(1500);
  });

  it('with the duration `once` is used by usage and service of one invoice together', () => {
    const billing = shop({ usageType: 'metered', amountCents: undefined, unitAmountDecimal: '121' });
    const { id } = billing.subscribe({}, withCoupon(billing, { amountOffCents: 1210, duration: 'once' }));
    billing.use(id, 6);
    billing.world.now += 14 * DAY;
    // 6.00 of usage and 50.00 for half of the period, less 10.00.
    expect(changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 12_100 }) }).payment?.amountCents).toBe(4600);
  });

  it('is not reduced if the tax is exclusive or the buyer has no reverse charge', () => {
    const exclusive = shop();
    exclusive.taxBehavior = 'exclusive';
    const exclusiveSession = exclusive.open({}, withCoupon(exclusive, { amountOffCents: 605 }));
    expect(firstPeriodTotals(exclusiveSession, taxTreatmentFor(exclusive.parties(), POINT), START)).toMatchObject({
      discountCents: 605,
      totalCents: 605,
    });
    const domestic = newBilling({ amountCents: 1210 });
    domestic.taxRate = RATE;
    const plain = domestic.open({}, withCoupon(domestic, { amountOffCents: 605 }));
    expect(firstPeriodTotals(plain, taxTreatmentFor(domestic.parties(), POINT), START)).toMatchObject({
      discountCents: 605,
      totalCents: 605,
      taxCents: 105,
    });
  });
});

describe('metered usage under reverse charge', () => {
  const REVERSED = { behavior: 'inclusive', rate: { rateBasisPoints: 1900, displayName: 'VAT' }, reverseCharge: true } as const;

  const linesOf = (price: Partial<CreatePrice>, quantity: number, tax: TaxTreatment = REVERSED) => {
    const { catalogue } = newBilling({ usageType: 'metered', ...price });
    return usageLines(catalogue.price.record, 'Hosting', { quantity, billed: NOTHING_BILLED }, { start: START, end: START + 1 }, tax);
  };

  it.each([
    ['119', 1, '100', 100],
    ['1.19', 7, '1', 7],
    ['0.5', 3, '0.420168067227', 1],
    ['0.5', 4, '0.420168067227', 2],
    ['100', 3, '84.033613445378', 252],
    ['0.000000000001', 5, '0.000000000001', 0],
  ] as const)(
    'with the unit price %s and %s units is billed at %s per unit without tax: %s cents',
    (unitAmountDecimal, quantity, net, amountCents) => {
      expect(linesOf({ unitAmountDecimal }, quantity)).toMatchObject([{ quantity: String(quantity), unitAmountDecimal: net, amountCents }]);
    },
  );

  it('bills each tier and its flat fee without tax', () => {
    const tiers = [
      { upTo: 10, flatAmountCents: 119, unitAmountDecimal: '11.9' },
      { upTo: null, flatAmountCents: 238, unitAmountDecimal: '2.38' },
    ];
    expect(linesOf({ tiers }, 15)).toMatchObject([
      { quantity: '10', unitAmountDecimal: '10', amountCents: 200 },
      { quantity: '5', unitAmountDecimal: '2', amountCents: 210 },
    ]);
  });

  it('costs quantity times shown unit price to the cent; unit prices are unchanged without reverse charge or with exclusive tax', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 17n }).map(formatUnitAmount);
    fc.assert(
      fc.property(
        units,
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 3000 }),
        (unitAmountDecimal, quantity, basisPoints) => {
          const rate = { rateBasisPoints: basisPoints, displayName: null };
          const [line] = linesOf({ unitAmountDecimal }, quantity, { ...REVERSED, rate });
          expect(line?.amountCents).toBe(usageAmountCents(line?.unitAmountDecimal ?? '', quantity));
          const exact = (Number(unitAmountDecimal) * quantity * 10_000) / (10_000 + basisPoints);
          // The amount is rounded by at most half a cent; 0.001 allows for the rounding of the unit price.
          expect(Math.abs(Number(line?.amountCents) - exact)).toBeLessThanOrEqual(0.501);
          for (const tax of [
            { ...REVERSED, reverseCharge: false },
            { ...REVERSED, behavior: 'exclusive' as const },
          ]) {
            expect(linesOf({ unitAmountDecimal }, quantity, tax)).toMatchObject([{ unitAmountDecimal }]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
