import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WirePayment } from '../../shared/provider/mollie/wire.ts';
import {
  createMandate,
  failureKindOf,
  firstPaymentRequest,
  newCustomer,
  recurringPaymentRequest,
  type Sandbox,
  START,
  startSandbox,
  value,
  WEBHOOK_URL,
} from './support.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe('a first payment', () => {
  it('is open, with a page for the buyer and without a mandate', async () => {
    const customerId = await newCustomer(sandbox);
    const opened = value(await sandbox.provider.createPayment(firstPaymentRequest({ customerId, metadata: { payment_id: 'py_x' } })));
    expect(opened).toMatchObject({
      status: 'open',
      amountCents: 1999,
      currency: 'EUR',
      method: 'creditcard',
      customerId,
      mandateId: null,
      paidAt: null,
    });
    expect(opened.checkoutUrl).toContain(opened.id);
    expect(opened.metadata).toEqual({ payment_id: 'py_x' });
    expect(value(await sandbox.provider.listMandates(customerId))).toEqual([]);
  });

  it('creates a valid card mandate when it is paid, and sends a webhook with only the id', async () => {
    const { customerId, first, mandateId } = await createMandate(sandbox);
    expect(first).toMatchObject({ status: 'paid', paidAt: START, checkoutUrl: null });
    expect(first.details).toMatchObject({
      kind: 'card',
      brand: 'Visa',
      last4: expect.stringMatching(/^\d{4}$/),
      expMonth: 12,
      expYear: 2029,
    });
    const mandate = value(await sandbox.provider.getMandate(customerId, mandateId));
    expect(mandate).toMatchObject({ id: mandateId, status: 'valid', method: 'creditcard', details: first.details });
    expect(sandbox.webhooks).toContainEqual({ url: WEBHOOK_URL, id: first.id });
  });

  it.each([
    ['12/25', 12, 2025],
    ['2025-12-31', 12, 2025],
    ['13th', null, null],
    [null, null, null],
  ])('reads the expiry date %s of a card, in the formats of payments and of mandates', (cardExpiryDate, expMonth, expYear) => {
    const details = { cardLabel: 'Visa', cardNumber: '4242', cardExpiryDate };
    const wire = {
      id: 'tr_1',
      status: 'paid',
      amount: { value: '1.00', currency: 'EUR' },
      createdAt: '2026-01-01T00:00:00+00:00',
      details,
    };
    expect(v.parse(WirePayment, wire).details).toMatchObject({ kind: 'card', expMonth, expYear });
  });

  it('that is pending has a pending mandate, which cannot be charged before the payment is paid', async () => {
    const customerId = await newCustomer(sandbox);
    const opened = value(await sandbox.provider.createPayment(firstPaymentRequest({ customerId })));
    await sandbox.settle(opened.id, 'pending');
    const [mandate] = value(await sandbox.provider.listMandates(customerId));
    expect(mandate?.status).toBe('pending');
    expect(failureKindOf(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, mandate?.id ?? '')))).toBe(
      'mandate_gone',
    );
    expect(failureKindOf(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, null)))).toBe('mandate_gone');
    await sandbox.settle(opened.id, 'paid');
    expect(value(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, mandate?.id ?? ''))).status).toBe('paid');
  });

  it('for a direct debit is paid by a bank method and creates a debit mandate', async () => {
    const { customerId, first, mandateId } = await createMandate(sandbox, 'directdebit');
    expect(first.details).toMatchObject({
      kind: 'account',
      consumerName: 'Ada Buyer',
      consumerAccount: expect.stringMatching(/^NL\d\dINGB\d{10}$/),
    });
    expect(value(await sandbox.provider.getMandate(customerId, mandateId)).method).toBe('directdebit');
  });

  it.each(['failed', 'canceled', 'expired'] as const)('that is %s creates no mandate', async (outcome) => {
    const customerId = await newCustomer(sandbox);
    const opened = value(await sandbox.provider.createPayment(firstPaymentRequest({ customerId })));
    await sandbox.settle(opened.id, outcome);
    const ended = value(await sandbox.provider.getPayment(opened.id));
    expect(ended).toMatchObject({
      status: outcome,
      mandateId: null,
      checkoutUrl: null,
      failureReason: outcome === 'failed' ? 'card_declined' : null,
    });
    expect(value(await sandbox.provider.listMandates(customerId))).toEqual([]);
  });

  it('can be canceled only while open', async () => {
    const customerId = await newCustomer(sandbox);
    const opened = value(await sandbox.provider.createPayment(firstPaymentRequest({ customerId })));
    expect(value(await sandbox.provider.cancelPayment(opened.id)).status).toBe('canceled');
    expect(failureKindOf(await sandbox.provider.cancelPayment(opened.id))).toBe('refused');
  });

  it('keeps its status when an impossible outcome is requested', async () => {
    const { first } = await createMandate(sandbox);
    expect(await sandbox.settle(first.id, 'failed')).toMatchObject({ ok: false, kind: 'conflict' });
    expect(await sandbox.settle('tr_unknown', 'paid')).toMatchObject({ ok: false, kind: 'not_found' });
    expect(value(await sandbox.provider.getPayment(first.id)).status).toBe('paid');
  });
});

describe('a recurring charge', () => {
  it('is paid immediately and sends a webhook', async () => {
    const { customerId, mandateId } = await createMandate(sandbox);
    const charged = value(
      await sandbox.provider.createPayment(recurringPaymentRequest(customerId, mandateId, { amountCents: 500, currency: 'JPY' })),
    );
    expect(charged).toMatchObject({
      status: 'paid',
      amountCents: 500,
      currency: 'JPY',
      mandateId,
      sequenceType: 'recurring',
      checkoutUrl: null,
    });
    expect(sandbox.webhooks).toContainEqual({ url: WEBHOOK_URL, id: charged.id });
  });

  it.each(['insufficient_funds', 'card_expired', 'authentication_required'] as const)(
    'declined with %s is a failed payment',
    async (reason) => {
      const { customerId, mandateId } = await createMandate(sandbox);
      await sandbox.behave(customerId, { charges: reason });
      expect(value(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, mandateId)))).toMatchObject({
        status: 'failed',
        failureReason: reason,
        paidAt: null,
      });
      await sandbox.behave(customerId, { charges: 'paid' });
      expect(value(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, mandateId))).status).toBe('paid');
    },
  );

  it('by direct debit fails with a reason code of the bank, which determines the failure reason', async () => {
    const { customerId, mandateId } = await createMandate(sandbox, 'ideal');
    await sandbox.behave(customerId, { charges: 'pending' });
    const debit = value(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, mandateId)));
    expect(debit.status).toBe('pending');
    await sandbox.settle(debit.id, 'failed', 'insufficient_funds');
    expect(value(await sandbox.provider.getPayment(debit.id))).toMatchObject({ status: 'failed', failureReason: 'insufficient_funds' });
    expect(value(await sandbox.provider.getPaymentPayload(debit.id))).toMatchObject({ details: { bankReasonCode: 'AM04' } });
  });

  it('of a mandate that the provider no longer has is refused with `mandate_gone`', async () => {
    const { customerId, mandateId } = await createMandate(sandbox);
    await sandbox.behave(customerId, { charges: 'mandate_gone' });
    expect(failureKindOf(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, mandateId)))).toBe('mandate_gone');
  });

  it('[CUS-12] is refused after its mandate was revoked; revoking is idempotent', async () => {
    const { customerId, mandateId } = await createMandate(sandbox);
    value(await sandbox.provider.revokeMandate(customerId, mandateId));
    value(await sandbox.provider.revokeMandate(customerId, mandateId));
    expect(failureKindOf(await sandbox.provider.getMandate(customerId, mandateId))).toBe('mandate_gone');
    expect(value(await sandbox.provider.listMandates(customerId))).toEqual([]);
    expect(failureKindOf(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, mandateId)))).toBe('mandate_gone');
    expect(failureKindOf(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, null)))).toBe('mandate_gone');
  });

  it('[CUS-21] is refused after its customer was deleted; deleting is idempotent', async () => {
    const { customerId, mandateId } = await createMandate(sandbox);
    value(await sandbox.provider.deleteCustomer(customerId));
    value(await sandbox.provider.deleteCustomer(customerId));
    value(await sandbox.provider.deleteCustomer('cst_never_there'));
    expect(failureKindOf(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, mandateId)))).toBe('mandate_gone');
    expect(failureKindOf(await sandbox.provider.listMandates(customerId))).toBe('mandate_gone');
  });

  it('without a mandate id uses the newest valid mandate', async () => {
    const { customerId, mandateId } = await createMandate(sandbox);
    const second = value(await sandbox.provider.createPayment(firstPaymentRequest({ customerId })));
    await sandbox.settle(second.id, 'paid');
    const charged = value(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, null)));
    expect(charged.mandateId).not.toBe(mandateId);
  });
});

describe('a one-off payment', () => {
  it('needs no customer and creates no mandate', async () => {
    const opened = value(await sandbox.provider.createPayment(firstPaymentRequest({ sequenceType: 'oneoff', method: 'banktransfer' })));
    await sandbox.settle(opened.id, 'pending');
    await sandbox.settle(opened.id, 'paid');
    expect(value(await sandbox.provider.getPayment(opened.id))).toMatchObject({ status: 'paid', customerId: null, mandateId: null });
  });

  it('for a customer that does not exist is refused with `mandate_gone`', async () => {
    const request = firstPaymentRequest({ sequenceType: 'oneoff', customerId: 'cst_nobody' });
    expect(failureKindOf(await sandbox.provider.createPayment(request))).toBe('mandate_gone');
  });
});

it('a description of a payment that is longer than 255 characters is truncated; an emoji is one character', async () => {
  const customerId = await newCustomer(sandbox);
  const opened = value(await sandbox.provider.createPayment(firstPaymentRequest({ customerId, description: '🌻'.repeat(300) })));
  const sent = await sandbox.store.get('payment', opened.id);
  expect([...(sent?.value.description ?? '')]).toHaveLength(255);
});

describe('an invalid payment', () => {
  it.each([
    ['a bank method in another currency', { method: 'ideal', currency: 'USD' }],
    ['a first payment by a method that has no first payments', { method: 'banktransfer', sequenceType: 'first' }],
    ['an amount of zero', { amountCents: 0 }],
    ['an amount below the minimum of the method', { method: 'eps', amountCents: 99 }],
    ['a first payment without a customer', { sequenceType: 'first' }],
    ['a missing redirect URL', { redirectUrl: null }],
    ['an empty description', { description: '' }],
  ] as const)('is refused: %s', async (_, overrides) => {
    expect(failureKindOf(await sandbox.provider.createPayment(firstPaymentRequest({ sequenceType: 'oneoff', ...overrides })))).toBe(
      'refused',
    );
  });
});

describe('webhooks that arrive late and in reverse order', () => {
  it('lead to the current status', async () => {
    const customerId = await newCustomer(sandbox);
    const opened = value(await sandbox.provider.createPayment(firstPaymentRequest({ customerId })));
    await sandbox.settle(opened.id, 'pending');
    await sandbox.settle(opened.id, 'paid');
    await sandbox.settle(opened.id, 'charged_back');
    const calls = sandbox.webhooks.filter((call) => call.id === opened.id);
    expect(calls).toHaveLength(3);
    for (const call of calls.toReversed()) {
      expect(value(await sandbox.provider.getPayment(call.id))).toMatchObject({ status: 'paid', hasChargebacks: true });
    }
  });
});
