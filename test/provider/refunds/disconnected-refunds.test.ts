import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusalAnswer } from '../../../shared/api/errors/errors.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import { processPaymentWebhook } from '../../../shared/flows/payments/provider-webhook.ts';
import { newRefund } from '../../../shared/flows/refunds/attempts.ts';
import { refundCommand, refundCreation } from '../../../shared/flows/refunds/create.ts';
import { beginOperation, finishOperation } from '../../../shared/flows/two-phase/provider-write.ts';
import { reap } from '../../../shared/flows/two-phase/reaper.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { updateRecord } from '../../store/support.ts';
import { advanceTime, chargeCheckout } from '../payments.ts';
import { openShop, readRecord, refundsOf, type Shop } from '../shop.ts';
import { value } from '../support.ts';

const MINUTE = 60;
const DAY = 86_400;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Begins a refund of 3.00. The provider is not called yet. */
const beginRefund = async () => {
  const { deps, tenant } = shop;
  const payment = await chargeCheckout(shop);
  const now = Math.floor(deps.nowMs() / 1000);
  const request = { paymentId: payment.id, subscriptionId: null, amountCents: 300, reason: 'Late', metadata: { order: '7' } };
  const begun = await beginOperation(deps, refundCommand(deps.store, tenant, request, now), {
    tenant,
    actor: SYSTEM,
    now,
    claim: null,
    toStoredAnswer: () => Promise.reject(new Error('There is no idempotency key.')),
  });
  if (begun.kind !== 'open') throw new Error(`The refund was not started: ${begun.kind}.`);
  return { payment, operation: begun.operation };
};

/**
 * A refund of 3.00 that the provider has created. The process that requested it was killed before the response. `reapLater` advances the
 * time and continues the interrupted operation, with the provider account connected or not.
 */
const loseRefund = async () => {
  const { deps, tenant, sandbox } = shop;
  const { payment, operation } = await beginRefund();
  const { refundId: id } = operation.input as { readonly refundId: string };
  value(await sandbox.provider.createRefund(newRefund({ id, amountCents: 300, currency: 'EUR' }, String(payment.providerPaymentId))));
  const reapLater = (connected: boolean, seconds = 2 * MINUTE) => {
    advanceTime(shop, seconds);
    return reap(connected ? deps : { ...deps, sandboxServed: false }, tenant, operation.id);
  };
  const isPending = async () => (await deps.store.get(pendingOperationAggregate, tenant, operation.id)) !== null;
  return { payment, id, reapLater, isPending };
};

const deliverWebhook = ({ id, providerPaymentId }: Payment) => processPaymentWebhook(shop.deps, shop.tenant, id, providerPaymentId);
const paymentOf = ({ id }: Payment) => readRecord(shop, paymentAggregate, id);

describe('a refund that the service is creating', () => {
  it('is not mistaken for a dashboard refund: its webhook is processed again later', async () => {
    const { payment, id, reapLater } = await loseRefund();
    expect(await deliverWebhook(payment)).toBe('unavailable');
    expect(await refundsOf(shop, payment.id)).toEqual([]);
    await reapLater(true);
    expect(await deliverWebhook(payment)).toBe('worked');
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ id, status: 'succeeded' }]);
  });
});

describe('a refund whose response is lost when the provider account is disconnected', () => {
  it('is recorded when the account is connected again', async () => {
    const { payment, id, reapLater, isPending } = await loseRefund();
    for (let tries = 0; tries < 2; tries += 1) await reapLater(false);
    expect(await isPending()).toBe(true);
    expect((await paymentOf(payment)).lockedBy).not.toBeNull();
    await reapLater(true);
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ id, amountCents: 300, reason: 'Late', metadata: { order: '7' } }]);
    expect(await paymentOf(payment)).toMatchObject({ amountRefundedCents: 300, lockedBy: null });
  });

  it('is recorded without reason and metadata if the customer was purged in the meantime', async () => {
    const { payment, id, reapLater } = await loseRefund();
    await reapLater(false);
    await updateRecord(shop.fixture.store, shop.tenant, customerAggregate, payment.customerId, () => ({ purgedAt: 1 }));
    await reapLater(true);
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ id, amountCents: 300, reason: null, metadata: {} }]);
  });

  it('does not lock the payment for more than 30 days, and is then recorded by a later webhook', async () => {
    const { payment, id, reapLater, isPending } = await loseRefund();
    await reapLater(false);
    await reapLater(false, 30 * DAY);
    expect(await isPending()).toBe(false);
    expect(await paymentOf(payment)).toMatchObject({ amountRefundedCents: 0, lockedBy: null });
    expect(await deliverWebhook(payment)).toBe('worked');
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ id, amountCents: 300 }]);
  });
});

describe('a refund while the provider rejects the API key of the account', () => {
  const rejectKey = (): void => shop.sandbox.refuse(() => 'Missing authentication.', 401);
  afterEach(() => shop.sandbox.refuse(() => null));

  it('is refused at once, and does not lock the payment', async () => {
    const { payment, operation } = await beginRefund();
    rejectKey();
    const runner = { actor: SYSTEM, refusalAnswer: refusalAnswer('req_1') };
    const result = await finishOperation(shop.deps, shop.tenant, refundCreation, operation, runner);
    expect(result).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict', reason: 'credential_rejected' } });
    expect(await paymentOf(payment)).toMatchObject({ amountRefundedCents: 0, lockedBy: null });
    await expect(shop.deps.store.get(pendingOperationAggregate, shop.tenant, operation.id)).resolves.toBeNull();
  });

  it('locks the payment for at most 30 days if an earlier attempt may have created the refund', async () => {
    const { payment, reapLater, isPending } = await loseRefund();
    rejectKey();
    await reapLater(true);
    expect(await isPending()).toBe(true);
    await reapLater(true, 30 * DAY);
    expect(await isPending()).toBe(false);
    expect(await paymentOf(payment)).toMatchObject({ amountRefundedCents: 0, lockedBy: null });
  });
});
