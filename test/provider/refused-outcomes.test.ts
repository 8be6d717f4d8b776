import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Aggregate, BaseRecord } from '../../shared/domain/aggregate.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { withKindOf } from '../../shared/domain/payable/payables.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { settlePayablePayment } from '../../shared/flows/payments/settle/payable.ts';
import { settleChangePayment } from '../../shared/flows/payments/settle/plan-change.ts';
import { settleSetupPayment } from '../../shared/flows/payments/settle/setup.ts';
import { METRIC_LINES } from '../../shared/platform/log-lines.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import { chargeOnce, settleCharge } from '../flows/renewals/renewal-steps.ts';
import { linesOfKind } from '../support/log-lines.ts';
import { beginSale, openShop, paymentsOf, prepareDueRenewal, readRecord, type Shop, sell, setOutcome } from './shop.ts';
import { value } from './support.ts';
import { beginSetup, confirm, paymentOfSetup, walletBuyer } from './wallet.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Deletes a record, as if a concurrent request removed it. */
const removeRecord = <R extends BaseRecord>(aggregate: Aggregate<R>, id: string): Promise<void> =>
  shop.deps.store.table.delete({ Key: objectKey(aggregate, shop.tenant, id) });

/** What the provider reports about the payment. */
const reportedOf = async ({ providerPaymentId }: Payment) =>
  ({ kind: 'payment', snapshot: value(await shop.sandbox.provider.getPayment(String(providerPaymentId))) }) as const;

/** Removes the record of a paid payment. Returns what the provider reports about the payment. */
const removePaid = async (payment: Payment) => {
  const reported = await reportedOf(payment);
  await removeRecord(paymentAggregate, payment.id);
  return reported;
};

/** By kind of log line: prepares a paid payment and removes a record that its outcome needs. `apply` tries to apply the outcome. */
const REFUSALS = {
  [METRIC_LINES.renewalRefused]: async () => {
    const charge = await prepareDueRenewal(shop, await sell(shop));
    const result = await chargeOnce(shop.deps, shop.tenant, charge);
    await removeRecord(invoiceAggregate, charge.invoiceId);
    return { paymentId: charge.paymentId, apply: () => settleCharge(shop.deps, shop.tenant, charge, result) };
  },
  [METRIC_LINES.checkoutRefused]: async () => {
    const { first, sessionId } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    const reported = await removePaid(first);
    const settled = { payableId: sessionId, payment: first };
    return {
      paymentId: first.id,
      apply: () => withKindOf(sessionId, (kind) => settlePayablePayment(shop.deps, shop.tenant, kind, settled, reported)),
    };
  },
  [METRIC_LINES.changeRefused]: async () => {
    const { id: subscriptionId, customerId } = await sell(shop);
    const [paid] = await paymentsOf(shop, customerId);
    const payment = await readRecord(shop, paymentAggregate, String(paid?.id));
    const reported = await removePaid(payment);
    return { paymentId: payment.id, apply: () => settleChangePayment(shop.deps, shop.tenant, { ...payment, subscriptionId }, reported) };
  },
  [METRIC_LINES.setupRefused]: async () => {
    const buyer = await walletBuyer(shop);
    const setupId = await beginSetup(shop, buyer);
    await confirm(shop, buyer, setupId);
    const payment = await paymentOfSetup(shop, setupId);
    const reported = await removePaid(payment);
    return { paymentId: payment.id, apply: () => settleSetupPayment(shop.deps, shop.tenant, payment, reported) };
  },
};

describe('a paid payment whose outcome cannot be applied', () => {
  it.each(Object.entries(REFUSALS))('is reported by the log line %s', async (kind, prepare) => {
    const { paymentId, apply } = await prepare();
    const { accountId: account, mode } = shop.tenant;
    expect(await linesOfKind(kind, apply)).toEqual([{ level: 'info', kind, account, mode, payment: paymentId, code: 'resource_missing' }]);
  });
});
