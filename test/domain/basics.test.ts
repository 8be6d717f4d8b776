import { describe, expect, it } from 'vitest';
import { isCountryCode } from '../../shared/domain/countries.ts';
import { issueCreditNote } from '../../shared/domain/credit-note/issue.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { billingListOf, dueKindOf } from '../../shared/domain/due.ts';
import { isDeleted } from '../../shared/domain/erasure/deletion.ts';
import { viewAddress } from '../../shared/domain/fields.ts';
import { invoiceAggregate, withFooterAndLanguage } from '../../shared/domain/invoice/record.ts';
import { missingMessage } from '../../shared/domain/missing-message.ts';
import { isOneShotId, type OneShotPayment, oneShotAggregate } from '../../shared/domain/one-shot/record.ts';
import { payableIdOf } from '../../shared/domain/payable/payables.ts';
import { mandateOf, sameMandate } from '../../shared/domain/payment/mandate.ts';
import {
  elementMethodsFor,
  isElementMethod,
  mandateKindOf,
  methodsServing,
  methodsUnavailableIn,
  methodTakesCurrency,
  minimumAmountCents,
  unacceptedMethod,
  viewPaymentMethod,
} from '../../shared/domain/payment/methods.ts';
import { canBePolled, type Refund, refundAggregate, refundClaim } from '../../shared/domain/refund/record.ts';
import { isDeepEqual } from '../../shared/domain/same.ts';
import { livemode } from '../../shared/domain/tenant.ts';
import { newBilling } from './billing.ts';
import { lastInvoice } from './renewals.ts';

describe('payment methods', () => {
  it.each([
    ['creditcard', true, 'creditcard', 1, true],
    ['applepay', true, 'creditcard', 1, true],
    ['paypal', false, 'paypal', 1, true],
    ['ideal', true, 'directdebit', 1, false],
    ['directdebit', true, 'directdebit', 1, false],
    ['eps', false, 'directdebit', 100, false],
    ['banktransfer', false, null, 1, false],
  ])('%s: payment element: %s, mandate: %s, minimum in cents: %i, accepts USD: %s', (method, inElement, mandate, minimum, inDollars) => {
    expect([isElementMethod(method), mandateKindOf(method), minimumAmountCents(method)]).toEqual([inElement, mandate, minimum]);
    expect([methodTakesCurrency(method, 'EUR'), methodTakesCurrency(method, 'USD')]).toEqual([true, inDollars]);
  });

  it.each([
    ['NL', ['creditcard', 'directdebit', 'ideal']],
    ['DE', ['creditcard', 'directdebit']],
    ['US', ['creditcard']],
    [null, ['creditcard', 'directdebit', 'ideal']],
  ])('for buyers in %s are %j', (country, methods) => {
    expect(methodsServing(['creditcard', 'directdebit', 'ideal'], country)).toEqual(methods);
    expect(elementMethodsFor((method) => method !== 'applepay', country)).toEqual(methods);
  });

  it.each([
    ['AT', ['creditcard', 'eps']],
    ['DE', ['creditcard']],
    [null, ['creditcard', 'eps']],
  ])('include eps only for buyers in Austria, or in an unknown country: %s', (country, methods) => {
    expect(methodsServing(['creditcard', 'eps'], country)).toEqual(methods);
  });

  it('are all offered to a buyer who can use none of them', () => {
    expect(methodsServing(['ideal', 'directdebit'], 'US')).toEqual(['ideal', 'directdebit']);
  });

  it('in the payment element include Apple Pay, if it is accepted', () => {
    expect(elementMethodsFor(() => true, 'US')).toEqual(['creditcard', 'applepay']);
  });

  it('have a minimum of 1 cent while no method is chosen', () => {
    expect(minimumAmountCents(null)).toBe(1);
  });

  it('are unavailable in a country if they are not offered to its buyers', () => {
    expect(methodsUnavailableIn(['creditcard', 'ideal', 'directdebit'], 'US')).toEqual(['ideal', 'directdebit']);
    expect(methodsUnavailableIn(['creditcard', 'ideal', 'directdebit'], 'NL')).toEqual([]);
    expect(methodsUnavailableIn(['ideal', 'directdebit'], 'US')).toEqual([]);
  });

  it('that are accepted are named in the message about a method that is not accepted', () => {
    expect(unacceptedMethod('paypal', ['ideal', 'eps'])).toBe('The payment method paypal is not accepted here. Accepted: ideal, eps.');
    expect(unacceptedMethod('cash', ['ideal'])).toBe('cash is not a payment method. Accepted: ideal.');
  });

  it('are shown with the details of the card', () => {
    expect(viewPaymentMethod({ type: 'creditcard', brand: 'visa', last4: '4242', expMonth: 1, expYear: 2030 })).toEqual({
      type: 'creditcard',
      brand: 'visa',
      last4: '4242',
      exp_month: 1,
      exp_year: 2030,
    });
    expect(viewPaymentMethod(null)).toBeNull();
  });
});

describe('mandates', () => {
  const mandate = { provider: 'sandbox', providerCustomerId: 'cst_1', mandateId: 'mdt_1' } as const;

  it('need a customer id and a mandate id of the provider', () => {
    expect(mandateOf(mandate)).toEqual(mandate);
    expect(mandateOf({ ...mandate, providerCustomerId: null })).toBeNull();
    expect(mandateOf({ ...mandate, mandateId: null })).toBeNull();
  });

  it('are the same if provider and mandate id are equal, also with another customer id', () => {
    expect(sameMandate(mandate, { ...mandate, providerCustomerId: 'cst_2' })).toBe(true);
    expect(sameMandate(mandate, { ...mandate, mandateId: 'mdt_2' })).toBe(false);
    expect(sameMandate(mandate, { ...mandate, provider: 'mollie' })).toBe(false);
  });
});

describe('scheduled work', () => {
  it.each([
    ['renewal', 'sub_1', 'renewal'],
    ['subscription_cycle', 'sub_1', 'renewal'],
    ['operation_reaper', 'sub_1', 'renewal_payment_poll'],
    ['operation_reaper', 'cs_1', 'checkout_payment_poll'],
    ['operation_reaper', 'osp_1', null],
    ['subscription_cycle', 'cs_1', null],
    ['toString', 'sub_1', null],
  ])('that is stored with the name %s for %s has the kind %s', (name, id, kind) => {
    expect(dueKindOf(name, id)).toBe(kind);
  });

  it('is in a list of its tenant if billing runs execute it', () => {
    expect((['renewal', 'trial_notice', 'upcoming_notice', 'refund', 'billing_run'] as const).map(billingListOf)).toEqual([
      'renewals',
      'notices',
      'notices',
      null,
      null,
    ]);
  });

  const dueAs = (status: OneShotPayment['status'], clockId: string | null) =>
    oneShotAggregate.dueOf?.({ status, clockId, expiresAt: 100 } as OneShotPayment);
  it('of a one-off payment is the expiry of an open payment or, on a test clock, a poll of a pending payment', () => {
    expect(dueAs('open', null)).toEqual({ at: 100, kind: 'checkout_expiry', clockId: null });
    expect(dueAs('open', 'clk_1')).toEqual({ at: 100, kind: 'checkout_expiry', clockId: 'clk_1' });
    expect(dueAs('pending', 'clk_1')).toEqual({ at: 100, kind: 'checkout_payment_poll', clockId: 'clk_1' });
    expect(dueAs('pending', null)).toBeNull();
    expect(dueAs('succeeded', 'clk_1')).toBeNull();
  });

  it('of a refund is due at its next try, and does not exist without a next try', () => {
    expect(refundAggregate.dueOf?.({ nextTryAt: 100 } as Refund)).toEqual({ at: 100, kind: 'refund', clockId: null });
    expect(refundAggregate.dueOf?.({ nextTryAt: null } as Refund)).toBeNull();
  });

  it.each([
    ['pending', 're_1', 200, true],
    ['pending', null, 100, true],
    ['pending', null, 101, false],
    ['pending', null, null, true],
    ['succeeded', 're_1', 100, false],
    ['failed', null, 100, false],
  ] as const)('at time 100 polls a %s refund with provider id %s and nextTryAt %s: %s', (status, providerRefundId, nextTryAt, expected) => {
    expect(canBePolled({ status, providerRefundId, nextTryAt } as Refund, 100)).toBe(expected);
  });
});

describe('records', () => {
  it('are deleted if they have a time of deletion', () => {
    const record = { id: 'prod_1', created: 0 };
    const deletedAt = (value: number | null | undefined) => isDeleted({ ...record, deletedAt: value } as never);
    expect([isDeleted(record), deletedAt(null), deletedAt(undefined), deletedAt(1)]).toEqual([false, false, false, true]);
  });

  it('of payments have the id of their checkout session or one-off payment, or null if they have neither', () => {
    expect(payableIdOf({ checkoutSessionId: 'cs_1', oneShotPaymentId: null })).toBe('cs_1');
    expect(payableIdOf({ checkoutSessionId: null, oneShotPaymentId: 'osp_1' })).toBe('osp_1');
    expect(payableIdOf({ checkoutSessionId: null, oneShotPaymentId: null })).toBeNull();
    expect([isOneShotId('osp_1'), isOneShotId('cs_osp_')]).toEqual([true, false]);
  });

  it('of documents of earlier releases get the footer null and the language null', () => {
    const former = { id: 'inv_1', created: 0, seller: { name: 'Seller' }, buyer: { name: 'Buyer' } };
    expect(withFooterAndLanguage(former as never)).toEqual({
      ...former,
      seller: { name: 'Seller', footer: null },
      buyer: { name: 'Buyer', language: null },
    });
  });

  it('of refunds from the provider’s dashboard reserve the refund id, so that each refund is recorded only once', () => {
    expect(refundClaim('mollie', 're_1')).toBe('refund#mollie#re_1');
  });

  it('have livemode true in live mode only, and TEST- in their numbers in test mode', () => {
    expect([livemode({ accountId: 'a', mode: 'live' }), livemode({ accountId: 'a', mode: 'test' })]).toEqual([true, false]);
    const numberOf = (mode: 'live' | 'test') => creditNoteAggregate.series?.number({} as never, 7, { accountId: 'a', mode });
    expect([numberOf('live'), numberOf('test')]).toMatchObject([{ number: 'CN-000007' }, { number: 'TEST-CN-000007' }]);
  });

  it('of invoices are indexed by their number', () => {
    expect(invoiceAggregate.sparseIndexKeysOf?.({ number: 'INV-000007' } as never)).toEqual(['number#INV-000007']);
  });
});

describe('values', () => {
  it.each([
    [1, 1, true],
    [Number.NaN, Number.NaN, true],
    [1, '1', false],
    [null, {}, false],
    [{}, null, false],
    [{}, 1, false],
    [1, {}, false],
    [[], {}, false],
    [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: undefined }, { b: undefined }, false],
    [[1, 2], [2, 1], false],
  ])('%j and %j are the same: %s', (left, right, expected) => {
    expect(isDeepEqual(left, right)).toBe(expected);
  });
});

describe('texts', () => {
  it.each([
    ['price_123', 'No price `price_123`.'],
    ['<script>', 'No such price.'],
    ['price_', 'No such price.'],
    ['Price_1', 'No such price.'],
    [`price_${'1'.repeat(58)}`, `No price \`price_${'1'.repeat(58)}\`.`],
    [`price_${'1'.repeat(59)}`, 'No such price.'],
    ['x price_123', 'No such price.'],
    ['price_123 x', 'No such price.'],
    [123, 'No such price.'],
    [undefined, 'No such price.'],
  ])('about the missing object %j repeat it only if it is an id', (id, message) => {
    expect(missingMessage('price', id)).toBe(message);
  });

  it('are country codes only if they are ISO codes in upper case', () => {
    expect(['NL', 'GB', 'ZW'].every(isCountryCode)).toBe(true);
    expect(['nl', 'UK', 'XX', '', 'NL '].some(isCountryCode)).toBe(false);
  });
});

describe('an address', () => {
  it('is shown with the field names of the API; a missing address is shown as null', () => {
    const address = { line1: 'a', line2: null, postalCode: '1', city: 'b' };
    expect(viewAddress(address)).toEqual({ line1: 'a', line2: null, postal_code: '1', city: 'b' });
    expect(viewAddress(null)).toBeNull();
  });
});

describe('a credit note', () => {
  it('is limited to the part of the invoice that is not credited yet', () => {
    const billing = newBilling();
    billing.subscribe();
    const issue = (amountCents: number, amountCreditedCents: number) => {
      const stored = billing.world.get(invoiceAggregate, lastInvoice(billing).id);
      const invoice = { ...stored, record: { ...stored.record, amountCreditedCents } };
      return issueCreditNote(invoice, { amountCents, refundId: null, reason: null }, billing.world.ctx())?.note.totalCents ?? null;
    };
    expect([issue(1000, 0), issue(1001, 0), issue(400, 700), issue(300, 700), issue(1, 1000), issue(0, 0)]).toEqual([
      1000,
      1000,
      300,
      300,
      null,
      null,
    ]);
  });
});
