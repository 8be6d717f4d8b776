import { describe, expect, it } from 'vitest';
import type { Account } from '../../../shared/domain/account/record.ts';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { redactedPayment } from '../../../shared/domain/erasure/redaction.ts';
import { invoiceAggregate, ossIndexKey } from '../../../shared/domain/invoice/record.ts';
import { type BuyerLocation, startAttempt } from '../../../shared/domain/payable/attempt.ts';
import { settlePayable } from '../../../shared/domain/payable/settle.ts';
import { plainMethod } from '../../../shared/domain/payment/methods.ts';
import { SANDBOX } from '../../../shared/domain/payment/provider.ts';
import { type Payment, paymentAggregate, viewPayment } from '../../../shared/domain/payment/record.ts';
import { recordPaymentCountry } from '../../../shared/domain/payment/record-country.ts';
import { viewSubscription } from '../../../shared/domain/subscription/view.ts';
import { countryOfAccount, dependsOnLimit, evidencedSaleOf, judgeEvidence } from '../../../shared/domain/tax/evidence.ts';
import { type Billing, newBilling } from '../billing.ts';
import { FEB, lastInvoice } from '../renewals.ts';
import { START } from '../world.ts';

const TENANT = { accountId: 'acct_1', mode: 'test' } as const;

describe('the evidence of a sale', () => {
  // Area of the sale; countries of billing address, IP address and payment; state of the evidence above and below the limit of 100,000 EUR.
  it.each([
    ['DE', 'DE', 'DE', 'DE', 'sufficient', 'sufficient'],
    ['DE', 'DE', 'DE', null, 'sufficient', 'sufficient'],
    ['DE', 'DE', null, 'DE', 'sufficient', 'sufficient'],
    ['DE', null, 'DE', 'DE', 'sufficient', 'sufficient'],
    ['DE', 'DE', 'FR', 'DE', 'sufficient', 'sufficient'],
    ['DE', 'DE', 'DE', 'US', 'sufficient', 'sufficient'],
    ['FR', 'MC', 'FR', null, 'sufficient', 'sufficient'],
    ['FR', 'FR', 'MC', null, 'sufficient', 'sufficient'],
    ['DE', 'DE', null, null, 'insufficient', 'insufficient'],
    ['NL', null, null, null, 'insufficient', 'insufficient'],
    ['NL', null, 'NL', null, 'insufficient', 'sufficient'],
    ['NL', null, null, 'NL', 'insufficient', 'sufficient'],
    ['NL', null, 'DE', 'NL', 'contradicted', 'sufficient'],
    ['NL', null, 'DE', null, 'contradicted', 'contradicted'],
    ['DE', 'DE', 'FR', null, 'contradicted', 'contradicted'],
    ['DE', 'DE', null, 'FR', 'contradicted', 'contradicted'],
    ['DE', 'DE', 'FR', 'FR', 'contradicted', 'contradicted'],
    ['FR', 'FR', 'RE', null, 'contradicted', 'contradicted'],
    ['US', 'US', 'US', null, 'sufficient', 'sufficient'],
    ['US', 'US', 'CA', null, 'sufficient', 'sufficient'],
    ['US', 'US', 'DE', 'US', 'sufficient', 'sufficient'],
    ['US', 'US', null, null, 'insufficient', 'insufficient'],
    ['US', 'US', 'DE', null, 'contradicted', 'contradicted'],
    ['US', 'US', null, 'DE', 'contradicted', 'contradicted'],
  ])('in %s with the countries %s, %s and %s is %s above the limit, and %s below it', (area, billing, ip, payment, above, below) => {
    const sale = { area, countryCodes: { billing, ip, payment } };
    expect([judgeEvidence(sale, false).state, judgeEvidence(sale, true).state]).toEqual([above, below]);
    expect(dependsOnLimit(sale)).toBe(above !== below);
  });

  it('names the pieces of evidence that match the country of the sale, and those that contradict it', () => {
    expect(judgeEvidence({ area: 'DE', countryCodes: { billing: 'DE', ip: 'FR', payment: 'DE' } }, false)).toEqual({
      state: 'sufficient',
      matching: ['billing', 'payment'],
      contradicting: ['ip'],
    });
  });

  it('is about the country of the buyer, or of the seller if the buyer has none; is not needed in the Canary Islands and Büsingen', () => {
    const location = { ipCountryCode: 'NL', paymentCountryCode: null, confirmedCountryCode: null };
    const seller = { countryCode: 'NL', address: null };
    const inCountry = (countryCode: string | null, postalCode: string | null = null) =>
      evidencedSaleOf({ seller, buyer: { countryCode, address: { postalCode } } }, location);
    expect(inCountry('MC')).toEqual({ area: 'FR', countryCodes: { billing: 'MC', ip: 'NL', payment: null } });
    expect(inCountry(null)).toEqual({ area: 'NL', countryCodes: { billing: null, ip: 'NL', payment: null } });
    expect(inCountry('US')).toEqual({ area: 'US', countryCodes: { billing: 'US', ip: 'NL', payment: null } });
    expect([inCountry('ES', '35001'), inCountry('DE', '78266')]).toEqual([null, null]);
  });

  it.each([
    ['NL91 ABNA 0417 1643 00', 'NL'],
    ['de89370400440532013000', 'DE'],
    ['buyer1234@example.com', null],
    ['1234567890', null],
    ['', null],
    [null, null],
  ])('takes the country of the buyer’s bank account %s as %s', (account, country) => {
    expect(countryOfAccount(account)).toBe(country);
  });
});

/** A Dutch seller, by default in the mode `eu_oss`, with a German consumer. */
const openShop = (seller: Partial<Account> = { taxMode: 'eu_oss' }, buyer: Partial<Customer> = {}): Billing => {
  const billing = newBilling({ amountCents: 11_900 });
  billing.seller = { vatId: 'NL000099998B57', ...seller };
  billing.world.amend(customerAggregate, billing.catalogue.customer.record.id, { countryCode: 'DE', ...buyer });
  return billing;
};

const begin = (billing: Billing, sessionId: string, location: BuyerLocation) => {
  const payable = billing.world.get(checkoutSessionAggregate, sessionId);
  const payment = billing.world.find(paymentAggregate, payable.record.attempt?.paymentId);
  const state = { payable, payment, parties: billing.parties(), clock: null };
  const command = { method: 'creditcard', choice: null, provider: SANDBOX, location };
  return billing.world.apply(startAttempt(checkoutSessionKind, command, state, billing.world.ctx()));
};

const at = (ipCountryCode: string | null, isCountryConfirmed = false): BuyerLocation => ({ ipCountryCode, isCountryConfirmed });

const settle = (billing: Billing, sessionId: string, paymentId: string, countryCode?: string | null) =>
  billing.world.do(
    settlePayable(
      checkoutSessionKind,
      {
        providerPaymentId: `tr_${paymentId}`,
        method: plainMethod('creditcard'),
        mandateId: 'mdt_1',
        providerCustomerId: 'cst_1',
        ...(countryCode === undefined ? {} : { countryCode }),
      },
      {
        payable: billing.world.get(checkoutSessionAggregate, sessionId),
        payment: billing.world.get(paymentAggregate, paymentId),
        coupon: null,
        parties: billing.parties(),
        clock: null,
        group: null,
      },
      billing.world.ctx(),
    ),
  );

const paymentOf = (billing: Billing, id: string): Payment => billing.world.get(paymentAggregate, id).record;

describe('a payment attempt', () => {
  const REFUSED = { code: 'parameter_missing', param: 'country_confirmed', reason: 'country_not_confirmed' };

  it('is refused if the IP address contradicts the billing country, until the buyer confirms the country', () => {
    const billing = openShop();
    const { id } = billing.open();
    const refusal = begin(billing, id, at('FR'));
    expect(refusal).toMatchObject(REFUSED);
    expect(JSON.stringify(refusal)).not.toMatch(/FR|France/);
    expect(billing.session(id).attempt).toBeNull();
    expect(begin(billing, id, at('FR', true))).toMatchObject({
      payment: { location: { ipCountryCode: 'FR', paymentCountryCode: null, confirmedCountryCode: 'DE' } },
    });
    // The pending attempt is continued with its evidence.
    expect(begin(billing, id, at('FR'))).toMatchObject({ resumed: true, payment: { location: { confirmedCountryCode: 'DE' } } });
  });

  it('is refused if the buyer claims to be outside the EU, but the IP address is in the EU', () => {
    const billing = openShop({ taxMode: 'eu_home' }, { countryCode: 'US' });
    const { id } = billing.open();
    expect(begin(billing, id, at('DE'))).toMatchObject(REFUSED);
    expect(begin(billing, id, at('DE', true))).toMatchObject({
      payment: { location: { ipCountryCode: 'DE', paymentCountryCode: null, confirmedCountryCode: 'US' } },
    });
  });

  it.each([
    ['the country of the billing address', {}, 'DE'],
    ['another country than the billing country, both outside the EU', { countryCode: 'US' }, 'CA'],
    ['an unknown country', {}, null],
    ['another country of the same VAT area', { countryCode: 'FR' }, 'MC'],
    ['any country, if the buyer has no country', { countryCode: null }, 'FR'],
  ] as const)('from %s is started, and stores the country of the IP address', (_name, buyer, ipCountryCode) => {
    const billing = openShop({ taxMode: 'eu_home' }, buyer);
    expect(begin(billing, billing.open().id, at(ipCountryCode))).toMatchObject({ payment: { location: { ipCountryCode } } });
  });

  it.each([
    ['in the mode manual', {}, {}],
    ['by a business', { taxMode: 'eu_oss' }, { vatNumber: 'DE123456789', vatVerifiedAt: START }],
    [
      'by a business in the seller’s country',
      { taxMode: 'eu_oss' },
      { countryCode: 'NL', vatNumber: 'NL123456789B01', vatVerifiedAt: START },
    ],
    [
      'in the Canary Islands',
      { taxMode: 'eu_oss' },
      { countryCode: 'ES', address: { line1: null, line2: null, postalCode: '35001', city: null } },
    ],
  ] as const)('%s needs no evidence and no confirmation of the country', (_name, seller, buyer) => {
    const billing = openShop(seller, buyer);
    const started = begin(billing, billing.open().id, at('FR'));
    expect(started).toMatchObject({ step: 'pay' });
    expect((started as { readonly payment: Payment }).payment).not.toHaveProperty('location');
  });
});

describe('the evidence of a payment', () => {
  const sell = (countryCode?: string | null) => {
    const billing = openShop();
    const { id } = billing.open();
    const started = begin(billing, id, at('DE')) as { readonly payment: Payment };
    const { subscription } = settle(billing, id, started.payment.id, countryCode);
    if (subscription === null) throw new Error('There is no subscription.');
    return { billing, id, paymentId: started.payment.id, subscription };
  };

  it('gets the country of the card when the payment is paid, and is not in the API objects', () => {
    const { billing, paymentId, subscription } = sell('FR');
    const payment = paymentOf(billing, paymentId);
    expect(payment.location).toEqual({ ipCountryCode: 'DE', paymentCountryCode: 'FR', confirmedCountryCode: null });
    expect(subscription.location).toEqual({ ipCountryCode: 'DE', confirmedCountryCode: null });
    for (const view of [viewPayment(payment, TENANT), viewSubscription(subscription, TENANT)])
      expect(JSON.stringify(view)).not.toMatch(/location|ip_?country|ipCountry/i);
  });

  it('gets the country of the card also if it is reported late; a second report does not change it', () => {
    const { billing, paymentId } = sell(null);
    const report = (countryCode: string) =>
      billing.world.do(recordPaymentCountry(countryCode, billing.world.get(paymentAggregate, paymentId)));
    expect(paymentOf(billing, paymentId).location?.paymentCountryCode).toBeNull();
    billing.world.takeEvents();
    report('DE');
    report('FR');
    expect(paymentOf(billing, paymentId).location?.paymentCountryCode).toBe('DE');
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('is not stored for a payment that needs no evidence, also if a country is reported', () => {
    const billing = openShop({ taxMode: 'manual' });
    const { id } = billing.open();
    const { payment } = begin(billing, id, at('FR')) as { readonly payment: Payment };
    settle(billing, id, payment.id, 'FR');
    billing.world.do(recordPaymentCountry('FR', billing.world.get(paymentAggregate, payment.id)));
    expect(paymentOf(billing, payment.id)).not.toHaveProperty('location');
    expect(recordPaymentCountry('FR', null)).toMatchObject({ changes: [] });
  });

  it('is kept when personal data is purged', () => {
    const { billing, paymentId } = sell('DE');
    const payment = { ...paymentOf(billing, paymentId), parties: lastInvoice(billing) };
    expect(redactedPayment(payment)).toMatchObject({ parties: null, location: payment.location });
  });

  it('is used for renewals, except the country of the card, which is unknown until the provider reports it for the renewal', () => {
    const { billing, subscription } = sell('DE');
    billing.world.now = FEB;
    const first = billing.attemptRenewal(subscription.id) as { readonly payment: Payment };
    expect(first.payment.location).toEqual({ ipCountryCode: 'DE', paymentCountryCode: null, confirmedCountryCode: null });
  });
});

describe('an invoice', () => {
  it('has the index key of the One Stop Shop only if the sale belongs to it', () => {
    const keysOf = (billing: Billing) => {
      billing.subscribe();
      return invoiceAggregate.sparseIndexKeysOf?.(lastInvoice(billing)) ?? [];
    };
    expect(keysOf(openShop())).toContain(ossIndexKey(2026));
    for (const other of [openShop({ taxMode: 'manual' }), openShop({ taxMode: 'eu_home' }), openShop(undefined, { countryCode: 'NL' })])
      expect(keysOf(other)).not.toContain(ossIndexKey(2026));
  });
});
