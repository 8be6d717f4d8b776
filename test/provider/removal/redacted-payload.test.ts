import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import { redactedPayload } from '../../../shared/provider/mollie/redacted-payload.ts';

/** A payment with every field of Mollie's API. */
const PAYMENT: JsonObject = {
  resource: 'payment',
  id: 'tr_7UhSN1zuXS',
  mode: 'live',
  description: 'Order of Ada de Vries',
  amount: { value: '10.00', currency: 'EUR' },
  amountRefunded: { value: '0.00', currency: 'EUR' },
  amountRemaining: { value: '35.00', currency: 'EUR' },
  amountCaptured: { value: '10.00', currency: 'EUR' },
  amountChargedBack: { value: '5.00', currency: 'EUR' },
  settlementAmount: { value: '-10.00', currency: 'EUR' },
  redirectUrl: 'https://shop.example/ada',
  cancelUrl: 'https://shop.example/ada/cancel',
  webhookUrl: 'https://service.example/hook',
  lines: [{ type: 'physical', description: 'Shoes of Ada', quantity: 1, vatRate: '21.00' }],
  billingAddress: { givenName: 'Ada', familyName: 'de Vries', email: 'ada@example.com', phone: '+31208202070', city: 'Amsterdam' },
  shippingAddress: { givenName: 'Ada', familyName: 'de Vries', streetAndNumber: 'Keizersgracht 126' },
  locale: 'nl_NL',
  countryCode: 'NL',
  method: 'creditcard',
  issuer: 'ideal_INGBNL2A',
  restrictPaymentMethodsToCountry: 'NL',
  metadata: { buyer: 'Ada de Vries' },
  captureMode: 'manual',
  captureDelay: '8 hours',
  captureBefore: '2024-03-20T09:13:37+00:00',
  applicationFee: { amount: { value: '1.00', currency: 'EUR' }, description: 'Fee for Ada' },
  routing: [{ id: 'rt_1', destination: { organizationId: 'org_1' } }],
  sequenceType: 'recurring',
  subscriptionId: 'sub_rVKGtNd6s3',
  mandateId: 'mdt_pWUnw6pkBN',
  customerId: 'cst_8wmqcHMN4U',
  profileId: 'pfl_5B8cwPMGnU',
  settlementId: 'stl_5B8cwPMGnU',
  orderId: 'ord_5B8cwPMGnU',
  status: 'paid',
  statusReason: { code: 'insufficient_funds', message: 'Ada has no money' },
  isCancelable: false,
  details: {
    consumerName: 'Ada de Vries',
    consumerAccount: 'NL91ABNA0417164300',
    consumerBic: 'ABNANL2A',
    cardNumber: '6787',
    cardHolder: 'A. de Vries',
    cardFingerprint: 'fHB3CCKx9REkz8fPplT8N4nq',
    paypalPayerId: 'WDJJHEBZ4X2LY',
    failureMessage: 'Ada, try again',
  },
  createdAt: '2024-03-20T09:13:37+00:00',
  authorizedAt: '2024-03-20T09:13:37.5Z',
  paidAt: '2024-03-20T09:28:37+00:00',
  canceledAt: '2024-03-20T09:28:37+00:00',
  expiresAt: '2024-03-20T09:28:37+00:00',
  expiredAt: '2024-03-20T09:28:37+00:00',
  failedAt: '2024-03-20T09:28:37+00:00',
  dueDate: '2025-01-01',
  _links: { self: { href: 'https://provider.example/v2/payments/tr_7UhSN1zuXS', type: 'application/hal+json' } },
  _embedded: { refunds: [{ description: 'For Ada' }] },
};

const KEPT_FIELDS = [
  'id',
  'status',
  'amount',
  'amountRefunded',
  'amountRemaining',
  'amountCaptured',
  'amountChargedBack',
  'settlementAmount',
  'createdAt',
  'authorizedAt',
  'paidAt',
  'canceledAt',
  'expiresAt',
  'expiredAt',
  'failedAt',
  'captureBefore',
  'dueDate',
  'profileId',
  'customerId',
  'mandateId',
  'subscriptionId',
  'settlementId',
  'orderId',
];

describe('[PAY-04] a redacted payload', () => {
  it('contains only amounts, statuses, timestamps and identifiers, unchanged', () => {
    expect(redactedPayload(PAYMENT)).toEqual(Object.fromEntries(KEPT_FIELDS.map((name) => [name, PAYMENT[name]])));
  });

  it('omits fields that are null', () => {
    expect(redactedPayload({ id: 'tr_1', settlementId: null, paidAt: null })).toEqual({ id: 'tr_1' });
  });

  it.each([
    ['a name instead of an identifier', { customerId: 'Ada de Vries' }],
    ['an email address instead of an identifier', { id: 'ada@example.com' }],
    ['a sentence instead of a status', { status: 'Ada has paid' }],
    ['text instead of a timestamp', { paidAt: 'the day after Ada called' }],
    ['a timestamp followed by text', { paidAt: '2024-03-20T09:28:37+00:00 by Ada' }],
    ['an object instead of an identifier', { customerId: { id: 'cst_1', name: 'Ada' } }],
    ['a list instead of an amount', { amount: ['Ada'] }],
  ])('omits a field with %s', (_what, payload) => {
    expect(redactedPayload(payload)).toEqual({});
  });

  it('contains only the value and the currency of an amount, and omits an invalid amount', () => {
    expect(redactedPayload({ amount: { value: '1.00', currency: 'EUR', description: 'Ada' } })).toEqual({
      amount: { value: '1.00', currency: 'EUR' },
    });
    expect(redactedPayload({ amount: { value: 'Ada', currency: 'Ada' } })).toEqual({});
  });

  it('omits fields named like inherited properties of JavaScript objects', () => {
    expect(redactedPayload(JSON.parse('{"constructor": "tr_1", "__proto__": {"id": "tr_2"}}') as JsonObject)).toEqual({});
  });
});
