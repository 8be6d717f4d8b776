import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { refundAggregate } from '../../shared/domain/refund/record.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { pollPayment } from '../../shared/flows/payments/poll.ts';
import { newRefund } from '../../shared/flows/refunds/attempts.ts';
import type { SandboxBehavior } from '../../shared/sandbox/model.ts';
import { buildWrite } from '../../shared/sandbox/store.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import { chargeOnce, settleCharge } from '../flows/renewals/renewal-steps.ts';
import { prepareDueRenewal, readRecord, type Shop, sell } from './shop.ts';
import { value } from './support.ts';

/** Advances the time of the service and of the provider. */
export const advanceTime = ({ fixture, sandbox }: Shop, seconds: number): void => {
  fixture.clock.nowMs += seconds * 1000;
  sandbox.clock.now = Math.floor(fixture.clock.nowMs / 1000);
};

/** Fetches a payment from the provider. */
export const paymentAtProvider = async ({ sandbox }: Shop, { providerPaymentId }: Pick<Payment, 'providerPaymentId'>) =>
  value(await sandbox.provider.getPayment(String(providerPaymentId)));

/** Creates a subscription; returns its first charge. */
export const chargeCheckout = async (shop: Shop): Promise<Payment> =>
  readRecord(shop, paymentAggregate, String((await sell(shop)).lastPaymentId));

/** Creates a subscription and renews it; returns the settled charge of the renewal. */
export const chargeRenewal = async (shop: Shop): Promise<Payment> => {
  const charge = await prepareDueRenewal(shop, await sell(shop));
  await settleCharge(shop.deps, shop.tenant, charge, await chargeOnce(shop.deps, shop.tenant, charge));
  return readRecord(shop, paymentAggregate, charge.paymentId);
};

/** Sets how the provider answers refunds of the payment's customer. */
export const setRefundBehavior = async (shop: Shop, payment: Payment, refunds: SandboxBehavior['refunds']): Promise<void> => {
  await shop.sandbox.behave(String((await paymentAtProvider(shop, payment)).customerId), { refunds });
};

let refundCount = 0;
/** Refunds a payment as in the provider's dashboard, without a webhook. Returns the provider's refund id. */
export const refundInDashboard = async (
  { sandbox }: Shop,
  { providerPaymentId, currency }: Payment,
  amountCents: number,
  description = 'Goodwill',
): Promise<string> => {
  refundCount += 1;
  const idempotencyKey = `dashboard-${refundCount}`;
  const request = { paymentId: String(providerPaymentId), amountCents, currency, description, metadata: {}, idempotencyKey };
  return value(await sandbox.provider.createRefund(request)).id;
};

/** Makes a refund fail at the provider if it had succeeded there, as if the customer's bank had returned the money. Sends no webhook. */
export const returnRefund = async (
  { sandbox }: Shop,
  { providerPaymentId }: Pick<Payment, 'providerPaymentId'>,
  providerRefundId: string,
): Promise<void> => {
  const [paymentId, refundId] = [String(providerPaymentId), `${providerPaymentId}/${providerRefundId}`];
  const [payment, refund] = await Promise.all([sandbox.store.get('payment', paymentId), sandbox.store.get('refund', refundId)]);
  if (payment === null || refund === null) throw new Error(`Refund ${refundId} is missing.`);
  if (refund.value.status !== 'refunded') return;
  const refundedCents = payment.value.refundedCents - refund.value.amountCents;
  await sandbox.store.commit([
    buildWrite('payment', paymentId, { ...payment.value, refundedCents }, payment.version),
    buildWrite('refund', refundId, { ...refund.value, status: 'failed' }, refund.version),
  ]);
};

/** Creates a refund at the provider as this service does, without storing it. Returns the id under which it was requested. */
export const refundWithoutRecord = async (
  { sandbox, deps }: Shop,
  { providerPaymentId, currency }: Payment,
  amountCents: number,
): Promise<string> => {
  const id = deps.ids.next(refundAggregate.prefix);
  value(await sandbox.provider.createRefund(newRefund({ id, amountCents, currency }, String(providerPaymentId))));
  return id;
};

/** Returns the seconds until the payment, or its mandate, is polled; `null`: not polled. */
export const nextPollIn = async ({ fixture, tenant }: Shop, id: string): Promise<number | null> => {
  const item = await fixture.table.get(objectKey(paymentAggregate, tenant, id));
  return item?.due_kind === 'payment_poll' ? Number(item.due_at) - Math.floor(fixture.clock.nowMs / 1000) : null;
};

/** Advances the time to the next poll of the payment, or of its mandate, and polls. */
export const pollWhenDue = async (shop: Shop, id: string, deps: FlowDeps = shop.deps): Promise<void> => {
  const seconds = await nextPollIn(shop, id);
  if (seconds === null) throw new Error(`Payment ${id} is not polled.`);
  advanceTime(shop, seconds);
  await pollPayment(deps, shop.tenant, id);
};
