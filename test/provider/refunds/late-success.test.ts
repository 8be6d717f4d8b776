import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { syncPayment } from '../../../shared/flows/payments/sync.ts';
import type { Charge } from '../../../shared/flows/renewals/prepare.ts';
import type { SandboxPayment } from '../../../shared/sandbox/model.ts';
import { buildWrite } from '../../../shared/sandbox/store.ts';
import { chargeOnce, settleCharge } from '../../flows/renewals/renewal-steps.ts';
import { openShop, paymentsOf, prepareDueRenewal, readRecord, refundsOf, type Shop, sell } from '../shop.ts';
import { value } from '../support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const subscriptionOf = ({ id }: Subscription) => readRecord(shop, subscriptionAggregate, id);

/** Makes the prepared charge, without applying its result. */
const charge = (prepared: Charge) => chargeOnce(shop.deps, shop.tenant, prepared);

const behave = async (
  { providerCustomerId }: Subscription,
  charges: 'paid' | 'pending' | 'insufficient_funds' | 'timeout_after_charge',
) => {
  await shop.sandbox.behave(String(providerCustomerId), { charges });
};

/** Marks a declined payment as paid at the provider, as when the bank reports the payment late. */
const markPaid = async (payment: Payment): Promise<void> => {
  const id = String(payment.providerPaymentId);
  const stored = await shop.sandbox.store.get('payment', id);
  if (stored === null) throw new Error('The payment is missing at the provider.');
  const paid: SandboxPayment = { ...stored.value, status: 'paid', settledAt: shop.sandbox.clock.now };
  await shop.sandbox.store.commit([buildWrite('payment', id, paid, stored.version)]);
};

/**
 * Creates a renewal with a declined first attempt and a prepared retry. Calls `beforeReport`. Then the provider reports the first attempt
 * as paid.
 */
const payBeforeRetry = async (beforeReport: (subscription: Subscription, retry: Charge) => Promise<void> = async () => undefined) => {
  const subscription = await sell(shop);
  await behave(subscription, 'insufficient_funds');
  const first = await prepareDueRenewal(shop, subscription);
  await settleCharge(shop.deps, shop.tenant, first, await charge(first));
  const declined = await readRecord(shop, paymentAggregate, first.paymentId);
  expect(declined.status).toBe('failed');
  await behave(subscription, 'paid');
  const retry = await prepareDueRenewal(shop, subscription);
  await beforeReport(subscription, retry);
  await markPaid(declined);
  await syncPayment(shop.deps, shop.tenant, declined.id, declined.providerPaymentId);
  return { subscription, first: declined, retry };
};

const chargesOf = async (subscription: Subscription) =>
  value(await shop.sandbox.provider.listPayments(String(subscription.providerCustomerId))).filter(
    ({ sequenceType }) => sequenceType === 'recurring',
  );

describe('a retry whose invoice was paid by an earlier attempt', () => {
  it('is not charged', async () => {
    const { subscription, first, retry } = await payBeforeRetry();
    expect(await charge(retry)).toEqual({ kind: 'nothing' });
    expect((await chargesOf(subscription)).map(({ status }) => status)).toEqual(['paid']);
    expect((await readRecord(shop, paymentAggregate, retry.paymentId)).status).toBe('canceled');
    const after = await subscriptionOf(subscription);
    expect(after).toMatchObject({ status: 'active', paymentCount: 2, lastPaymentId: first.id, renewal: null });
    expect(await readRecord(shop, invoiceAggregate, String(first.invoiceId))).toMatchObject({ status: 'paid', paymentId: first.id });
  });

  it('is refunded if it was pending at the provider and is paid later', async () => {
    const { subscription, retry } = await payBeforeRetry(async (sold, prepared) => {
      await behave(sold, 'pending');
      await charge(prepared);
    });
    await settleCharge(shop.deps, shop.tenant, retry, await charge(retry));
    // A pending debit cannot be canceled at the provider.
    const [debit] = (await chargesOf(subscription)).filter(({ status }) => status === 'pending');
    expect(debit).toBeDefined();
    await shop.sandbox.settle(String(debit?.id), 'paid');
    await syncPayment(shop.deps, shop.tenant, retry.paymentId, String(debit?.id));
    expect((await refundsOf(shop, retry.paymentId)).map(({ status, amountCents }) => [status, amountCents])).toEqual([['succeeded', 1000]]);
    expect((await subscriptionOf(subscription)).paymentCount).toBe(2);
  });

  it('is refunded if it was paid at the provider and the response was lost', async () => {
    const { subscription, retry } = await payBeforeRetry(async (sold, prepared) => {
      await behave(sold, 'timeout_after_charge');
      expect(await charge(prepared)).toEqual({ kind: 'no_response' });
      await behave(sold, 'paid');
    });
    // `fresh: false`: an earlier call may already have made the charge.
    await charge({ ...retry, fresh: false });
    expect(await chargesOf(subscription)).toHaveLength(2);
    expect((await refundsOf(shop, retry.paymentId)).map(({ status }) => status)).toEqual(['succeeded']);
    const succeeded = (await paymentsOf(shop, subscription.customerId)).filter(({ status }) => status === 'succeeded');
    const keptCents = succeeded.reduce((sum, { amountCents, amountRefundedCents }) => sum + amountCents - amountRefundedCents, 0);
    // 1000 cents each for the sale and the renewal.
    expect(keptCents).toBe(2000);
  });
});
