import { describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { viewElement } from '../../../shared/domain/checkout-session/element.ts';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { redactedPayment } from '../../../shared/domain/erasure/redaction.ts';
import { fillInBuyer } from '../../../shared/domain/payable/buyer-details.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { DAY_SECONDS } from '../../../shared/domain/periods.ts';
import { type Billing, newBilling } from '../billing.ts';
import { newOneShots } from '../one-shots.ts';
import { anotherPrice, beginChange, payChange, pendingChargeOf } from '../plan-changes.ts';
import { FEB, lastInvoice, paymentIdOf } from '../renewals.ts';
import { migrate, START } from '../world.ts';

/** Optional details, which the buyer does not enter. */
const NOT_ENTERED = { address: null, buyerReference: null, electronicAddress: null, language: null };

const RATE = { rateBasisPoints: 2100, displayName: 'VAT' };
const BUSINESS = {
  name: 'Falk GmbH',
  countryCode: 'DE',
  vatNumber: 'DE123456789',
  vatName: 'Falk & Söhne GmbH',
  vatVerifiedAt: START,
} as const;
const CONSUMER = { name: 'Falk', countryCode: 'FR', vatNumber: null, vatName: null, vatVerifiedAt: null } as const;
const RENAMED_SELLER = { legalName: 'Renamed BV', vatId: 'NL999999990B01', countryCode: 'NL' } as const;

type Buyer = typeof BUSINESS | typeof CONSUMER;

/** The expected parties on the invoice of a charge that this buyer began, before the seller changed to `RENAMED_SELLER`. */
const expectedOnInvoice = (buyer: Buyer) => ({
  reverseCharge: buyer === BUSINESS,
  buyer: { name: buyer.name, countryCode: buyer.countryCode, vatNumber: buyer.vatNumber, vatName: buyer.vatName },
  seller: { legalName: null, vatId: 'NL000099998B57' },
});

const amendCustomer = ({ world, catalogue }: Billing, patch: Partial<Customer>): void =>
  world.amend(customerAggregate, catalogue.customer.record.id, patch);

const BUYER_CHANGES = [
  ['loses the VAT number and moves', BUSINESS, CONSUMER],
  ['gets a VAT number and moves', CONSUMER, BUSINESS],
] as const;

describe.each(BUYER_CHANGES)('a buyer who %s between the start of a charge and its settlement', (_name, before, after) => {
  /** Creates a seller with inclusive tax, and the buyer as before the change. */
  const shop = () => {
    const billing = newBilling({ amountCents: 1210 });
    billing.taxRate = RATE;
    amendCustomer(billing, before);
    return billing;
  };
  const changeParties = (billing: Billing): void => {
    amendCustomer(billing, after);
    billing.seller = RENAMED_SELLER;
  };

  it('is named on the first invoice with the details from the start of the checkout payment', () => {
    const billing = shop();
    const { id } = billing.open();
    const { payment } = billing.attempt(id);
    changeParties(billing);
    const { invoice, subscription } = billing.settleCheckout(id, payment.id);
    expect(invoice).toMatchObject({ ...expectedOnInvoice(before), totalCents: payment.amountCents });
    // The next charge has the tax of the buyer after the change: none under reverse charge, or 21 %.
    expect(subscription?.nextChargeAmountCents).toBe(after === BUSINESS ? 1000 : 1210);
  });

  it('is named on the invoice of a plan change with the details from the start of its charge', () => {
    const billing = shop();
    const { id } = billing.subscribe();
    const payment = pendingChargeOf(beginChange(billing, id, { priceId: anotherPrice(billing, { amountCents: 3630 }) }));
    changeParties(billing);
    payChange(billing, payment.id);
    expect(lastInvoice(billing)).toMatchObject({ ...expectedOnInvoice(before), totalCents: payment.amountCents });
    expect(billing.subscription(id).nextChargeAmountCents).toBe(after === BUSINESS ? 3000 : 3630);
  });

  it('is named on the invoice of a resumption with the details from the start of its charge', () => {
    const billing = shop();
    const { id } = billing.subscribe();
    billing.world.now = START + DAY_SECONDS;
    billing.pause(id);
    billing.renew(id);
    billing.world.now = FEB + 10 * DAY_SECONDS;
    const payment = pendingChargeOf(billing.resume(id));
    changeParties(billing);
    payChange(billing, payment.id);
    expect(lastInvoice(billing)).toMatchObject({ ...expectedOnInvoice(before), totalCents: payment.amountCents });
  });

  it('is named on the invoice of a one-off payment with the details from the start of its charge', () => {
    const oneShots = newOneShots();
    oneShots.taxRate = RATE;
    amendCustomer(oneShots, before);
    const { id } = oneShots.createAccepted();
    const payment = oneShots.startPayment(id);
    changeParties(oneShots);
    const { invoice } = oneShots.settleOneShot(id, payment.id);
    expect(invoice).toMatchObject({ ...expectedOnInvoice(before), totalCents: payment.amountCents });
  });

  it('is named on the invoice of a renewal with the details from the start of its charge', () => {
    const billing = shop();
    const { id } = billing.subscribe();
    const paymentId = paymentIdOf(billing.renew(id));
    changeParties(billing);
    expect(billing.settle(paymentId).invoice).toMatchObject(expectedOnInvoice(before));
  });
});

describe('a pending payment', () => {
  it('that an earlier release stored without parties uses the parties at its settlement', () => {
    const billing = newBilling();
    const { id } = billing.open();
    const { payment } = billing.attempt(id);
    const stored = billing.world.get(paymentAggregate, payment.id);
    const { parties: _none, ...formerRecord } = stored.record;
    const migrated = migrate(paymentAggregate, formerRecord);
    expect(migrated).toMatchObject({ tax: payment.tax, parties: null });
    billing.world.do({ changes: [change(paymentAggregate, stored, migrated)], events: [], result: null });
    amendCustomer(billing, CONSUMER);
    expect(billing.settleCheckout(id, payment.id).invoice).toMatchObject({
      buyer: { name: CONSUMER.name, countryCode: 'FR' },
      reverseCharge: false,
    });
  });

  it('stores the buyer until it is paid or the customer is purged, and stores no buyer for a verification charge', () => {
    const billing = newBilling();
    const { id } = billing.open();
    const { payment } = billing.attempt(id);
    expect(payment.parties?.buyer).toMatchObject({ name: 'Buyer', email: 'buyer@example.test' });
    expect(redactedPayment(payment).parties).toBeNull();
    billing.settleCheckout(id, payment.id);
    expect(billing.world.get(paymentAggregate, payment.id).record.parties).toBeNull();
    const trial = newBilling({ trialDays: 14 });
    expect(trial.attempt(trial.open().id).payment).toMatchObject({ verification: true, parties: null });
  });

  it('names the buyer with the details from its start if it first fails and is paid later', () => {
    const billing = newBilling();
    const { id } = billing.open({ uiMode: 'embedded' });
    const { payment } = billing.attempt(id);
    billing.failCheckout(id, payment.id);
    amendCustomer(billing, CONSUMER);
    expect(billing.settleCheckout(id, payment.id).invoice?.buyer).toMatchObject({ name: 'Buyer', countryCode: 'NL' });
  });

  it('names buyer details that were added while it was pending, except the country', () => {
    const billing = newBilling();
    amendCustomer(billing, { name: null, email: null, countryCode: null });
    const session = billing.open();
    const { payment } = billing.attempt(session.id);
    const details = { name: 'Ada', email: 'ada@example.com', countryCode: 'DE', vat: null, ...NOT_ENTERED };
    billing.world.do(
      fillInBuyer(
        checkoutSessionKind,
        details,
        {
          payable: billing.world.get(checkoutSessionAggregate, session.id),
          payment: billing.world.get(paymentAggregate, payment.id),
          customer: billing.world.get(customerAggregate, session.customerId),
          clock: null,
          subscriptionCount: 0,
        },
        billing.world.ctx(),
      ),
    );
    const expected = { name: 'Ada', email: 'ada@example.com', countryCode: null };
    expect(billing.settleCheckout(session.id, payment.id).invoice?.buyer).toMatchObject(expected);
  });

  it('determines the tax that the payment element shows; after it fails, the element shows the current tax', () => {
    const billing = newBilling({ amountCents: 1210 });
    billing.taxRate = RATE;
    amendCustomer(billing, BUSINESS);
    const session = billing.open({ uiMode: 'embedded' });
    const { payment } = billing.attempt(session.id);
    amendCustomer(billing, CONSUMER);
    const amountDueNow = () =>
      viewElement(
        {
          session: billing.session(session.id),
          payment: billing.world.get(paymentAggregate, payment.id),
          parties: billing.parties(),
          product: null,
          profileId: null,
          now: billing.world.now,
        },
        billing.world.tenant,
      ).amount_due_now;
    expect([payment.amountCents, amountDueNow()]).toEqual([1000, 1000]);
    billing.failCheckout(session.id, payment.id);
    expect(amountDueNow()).toBe(1210);
  });
});
