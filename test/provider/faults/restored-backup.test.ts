import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanTable } from '../../../scripts/support/scan-table.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { continueNumberingOf, loadNumbering } from '../../../shared/flows/accounts/numbering.ts';
import type { FlowDeps } from '../../../shared/flows/deps.ts';
import { processPaymentWebhook } from '../../../shared/flows/payments/provider-webhook.ts';
import type { SandboxBehavior } from '../../../shared/sandbox/model.ts';
import { chargeOnce, prepareOneRenewal, settleCharge } from '../../flows/renewals/renewal-steps.ts';
import { refundInDashboard } from '../payments.ts';
import { type EngineShop, openEngineShop, prepareDueRenewal, readRecord, sell } from '../shop.ts';

let shop: EngineShop;
let documentClient: DynamoDBDocumentClient;
beforeAll(async () => {
  shop = await openEngineShop();
  documentClient = DynamoDBDocumentClient.from(new DynamoDBClient(shop.fixture.engine.config));
});
afterAll(async () => {
  documentClient.destroy();
  await shop.close();
});

type Items = readonly Record<string, unknown>[];

const readTable = (): Promise<Items> => scanTable(documentClient, shop.fixture.engine.tableName);

/** Replaces the contents of the table with a backup. The payment provider keeps what happened after the backup. */
const restore = async (backup: Items): Promise<void> => {
  const TableName = shop.fixture.engine.tableName;
  for (const { pk, sk } of await readTable()) await documentClient.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  for (const Item of backup) await documentClient.send(new PutCommand({ TableName, Item }));
};

const chargesOf = async ({ providerCustomerId }: Subscription) => {
  const listed = await shop.sandbox.provider.listPayments(providerCustomerId);
  if (!listed.ok) throw new Error(listed.message);
  return listed.value.filter(({ sequenceType }) => sequenceType === 'recurring');
};

const renew = async (deps: FlowDeps, { id }: Subscription) => {
  const charge = await prepareOneRenewal(deps, shop.tenant, id);
  await settleCharge(deps, shop.tenant, charge, await chargeOnce(deps, shop.tenant, charge));
  return {
    subscription: await readRecord(shop, subscriptionAggregate, id),
    payment: await readRecord(shop, paymentAggregate, charge.paymentId),
    invoice: await readRecord(shop, invoiceAggregate, charge.invoiceId),
  };
};

/** Sells a subscription, backs up the table, renews the subscription when it is due, and restores the backup. */
const renewThenRestore = async (charges: SandboxBehavior['charges'] = 'paid') => {
  const sold = await sell(shop);
  await shop.sandbox.behave(String(sold.providerCustomerId), { charges });
  const before = await readTable();
  const charge = await prepareDueRenewal(shop, sold);
  await settleCharge(shop.deps, shop.tenant, charge, await chargeOnce(shop.deps, shop.tenant, charge));
  const invoicedAfterBackup = await readRecord(shop, invoiceAggregate, charge.invoiceId);
  const [first, ...others] = await chargesOf(sold);
  if (first === undefined || others.length > 0) throw new Error('The renewal did not make one charge.');
  await restore(before);
  // The provider deletes idempotency keys within hours.
  shop.fixture.clock.nowMs += 3 * 86_400_000;
  shop.sandbox.clock.now = Math.floor(shop.fixture.clock.nowMs / 1000);
  return { sold, first, firstCharge: charge, invoicedAfterBackup };
};

/** Position of a number such as `TEST-000012` in its series. */
const ordinalOf = (number: string | null): number => Number(/(\d+)$/.exec(String(number))?.[1]);

describe('a renewal that was charged after the backup from which the table was restored', () => {
  it('has subscription, period and attempt in its metadata at the provider', async () => {
    const { sold, first } = await renewThenRestore();
    const periodStart = String(sold.currentPeriodEnd);
    expect(first.metadata).toMatchObject({
      subscription_id: sold.id,
      period_start: periodStart,
      attempt: '1',
      charge: `${sold.id}/${periodStart}/1`,
    });
  });

  it('is not charged again if charges are first looked up at the provider', async () => {
    const { sold, first, firstCharge } = await renewThenRestore();
    const { subscription, payment, invoice } = await renew({ ...shop.deps, lookUpCharges: true }, sold);
    expect((await chargesOf(sold)).map(({ id }) => id)).toEqual([first.id]);
    expect(payment).toMatchObject({ status: 'succeeded', providerPaymentId: first.id });
    expect(payment.id).not.toBe(firstCharge.paymentId);
    expect([invoice.status, subscription.currentPeriodStart]).toEqual(['paid', sold.currentPeriodEnd]);
  });

  it('is updated by refund and dispute webhooks that name the payment from before the restore', async () => {
    const { sold, first, firstCharge } = await renewThenRestore();
    const { payment } = await renew({ ...shop.deps, lookUpCharges: true }, sold);
    const deliver = () => processPaymentWebhook(shop.deps, shop.tenant, firstCharge.paymentId, first.id);
    await refundInDashboard(shop, payment, 300);
    expect(await deliver()).toBe('worked');
    expect(await readRecord(shop, paymentAggregate, payment.id)).toMatchObject({ amountReturnedCents: 300 });
    await shop.sandbox.settle(first.id, 'charged_back');
    expect(await deliver()).toBe('worked');
    expect((await readRecord(shop, paymentAggregate, payment.id)).amountDisputedCents).toBeGreaterThan(0);
    expect(await processPaymentWebhook(shop.deps, shop.tenant, firstCharge.paymentId, 'tr_another')).toBe('unknown');
  });

  it('is recorded as pending if it is pending at the provider, and then settled by its webhook', async () => {
    const { sold, first, firstCharge } = await renewThenRestore('pending');
    const { payment } = await renew({ ...shop.deps, lookUpCharges: true }, sold);
    expect(payment).toMatchObject({ status: 'pending', providerPaymentId: first.id });
    await shop.sandbox.settle(first.id, 'paid');
    expect(await processPaymentWebhook(shop.deps, shop.tenant, firstCharge.paymentId, first.id)).toBe('worked');
    expect(await readRecord(shop, paymentAggregate, payment.id)).toMatchObject({ status: 'succeeded' });
    expect(await readRecord(shop, subscriptionAggregate, sold.id)).toMatchObject({ status: 'active', renewal: null });
  });

  it('is followed by the usual charge of the next period', async () => {
    const { sold } = await renewThenRestore();
    const deps = { ...shop.deps, lookUpCharges: true };
    const { subscription } = await renew(deps, sold);
    shop.fixture.clock.nowMs = subscription.currentPeriodEnd * 1000;
    shop.sandbox.clock.now = subscription.currentPeriodEnd;
    await renew(deps, sold);
    expect(await chargesOf(sold)).toHaveLength(2);
  });

  it('gets the same invoice number again, unless numbering continues after the last number that was used', async () => {
    const repeated = await renewThenRestore();
    const { invoice: sameNumber } = await renew({ ...shop.deps, lookUpCharges: true }, repeated.sold);
    expect(sameNumber.number).toBe(repeated.invoicedAfterBackup.number);

    const { sold, invoicedAfterBackup } = await renewThenRestore();
    const after = ordinalOf(invoicedAfterBackup.number);
    const continueAfter = (number: number) =>
      continueNumberingOf(shop.fixture.store, shop.tenant.accountId, 'test', { document: 'invoice', after: number });
    const { invoice: last, credit_note } = await loadNumbering(shop.fixture.store, shop.tenant);
    expect(last).toBe(after - 1);
    expect(await continueAfter(after)).toBeNull();
    expect(await continueAfter(after - 1)).toMatchObject({ code: 'parameter_invalid', param: 'after' });
    expect(await loadNumbering(shop.fixture.store, shop.tenant)).toEqual({ invoice: after, credit_note });
    const { invoice } = await renew({ ...shop.deps, lookUpCharges: true }, sold);
    expect(ordinalOf(invoice.number)).toBe(after + 1);
  });
});
