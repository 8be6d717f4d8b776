import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dispute, disputeAggregate } from '../../../shared/domain/dispute/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { applyChargebacks, pollDispute } from '../../../shared/flows/disputes/sync.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { type PaymentWebhookResult, processPaymentWebhook } from '../../../shared/flows/payments/provider-webhook.ts';
import { type SyncResult, syncPayment } from '../../../shared/flows/payments/sync.ts';
import type { ChargebackSnapshot } from '../../../shared/provider/port.ts';
import { readForward } from '../../../shared/store/event-log/entries.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { tableThrough } from '../../support/faulty-io.ts';
import { chargeCheckout, chargeRenewal } from '../payments.ts';
import { beginSale, eventTypesAbout, handleWebhook, openShop, readRecord, type Shop, sell, setOutcome } from '../shop.ts';
import { value } from '../support.ts';

const DAY_MS = 86_400_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const paymentOf = (id: string): Promise<Payment> => readRecord(shop, paymentAggregate, id);
const disputesOf = (paymentId: string): Promise<readonly Dispute[]> =>
  loadAll(shop.fixture.store, disputeAggregate, shop.tenant, { parentId: paymentId });

const deliverWebhook = (payment: Payment): Promise<PaymentWebhookResult> =>
  processPaymentWebhook(shop.deps, shop.tenant, payment.id, payment.providerPaymentId);

/** Reads the disputes, their events and the disputed amount of the payment, without ids. */
const outcomeOf = async (payment: Payment) => {
  const disputes = await disputesOf(payment.id);
  return {
    statuses: disputes.map(({ status, amountCents, nextPollAt }) => [status, amountCents, nextPollAt === null]),
    disputedCents: (await paymentOf(payment.id)).amountDisputedCents,
    events: await eventTypesAbout(
      shop,
      disputes.map(({ id }) => id),
    ),
  };
};

/** Outcomes with one dispute. `statuses` contains its status, its amount in cents, and whether polling has ended. */
const OPEN = { statuses: [['open', 1000, false]], disputedCents: 1000, events: ['dispute.created'] };
const WON = { statuses: [['won', 1000, true]], disputedCents: 0, events: ['dispute.created', 'dispute.closed'] };

describe('a chargeback at the provider', () => {
  it.each([
    ['a checkout', chargeCheckout],
    ['a renewal', chargeRenewal],
  ])('[DSP-05] of the charge of %s opens one dispute, even with repeated webhooks', async (_what, createCharge) => {
    const payment = await createCharge(shop);
    await setOutcome(shop, payment, 'charged_back');
    for (let times = 0; times < 5; times += 1) expect(await deliverWebhook(payment)).toBe('worked');
    expect(await outcomeOf(payment)).toEqual(OPEN);
  });

  it('opens one dispute for many concurrent webhooks', async () => {
    const payment = await chargeCheckout(shop);
    await setOutcome(shop, payment, 'charged_back');
    expect(await Promise.all(Array.from({ length: 12 }, () => deliverWebhook(payment)))).toEqual(
      Array.from({ length: 12 }, () => 'worked'),
    );
    expect(await outcomeOf(payment)).toEqual(OPEN);
  });

  it('that is reversed before its webhook arrives emits its events in order', async () => {
    for (const createCharge of [chargeCheckout, chargeRenewal]) {
      const payment = await createCharge(shop);
      await setOutcome(shop, payment, 'charged_back');
      await setOutcome(shop, payment, 'chargeback_reversed');
      await deliverWebhook(payment);
      await deliverWebhook(payment);
      expect(await outcomeOf(payment)).toEqual(WON);
    }
  });

  it('opens its dispute when the charge is settled, even if its webhook arrives earlier', async () => {
    const { first } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    await setOutcome(shop, first, 'charged_back');
    await Promise.all([handleWebhook(shop, first), handleWebhook(shop, first)]);
    expect((await paymentOf(first.id)).status).toBe('succeeded');
    expect(await outcomeOf(first)).toEqual(OPEN);
  });

  it('does not change what the API returns for the subscription', async () => {
    const subscription = await sell(shop);
    const before = await readRecord(shop, subscriptionAggregate, subscription.id);
    const payment = await paymentOf(String(subscription.lastPaymentId));
    await setOutcome(shop, payment, 'charged_back');
    await deliverWebhook(payment);
    const after = await readRecord(shop, subscriptionAggregate, subscription.id);
    expect(subscriptionAggregate.view(after, shop.tenant)).toEqual(subscriptionAggregate.view(before, shop.tenant));
    // The stored coverage records the charged-back amount, which later plan changes do not credit.
    expect(after.coverage?.charges).toMatchObject([{ paymentId: payment.id, returnedCents: payment.amountCents }]);
  });

  it('that cannot be fetched opens its dispute at the next webhook', async () => {
    const payment = await chargeCheckout(shop);
    await setOutcome(shop, payment, 'charged_back');
    shop.sandbox.refuse(({ path }) => (path.endsWith('/chargebacks') ? 'Not now' : null));
    const syncResult: SyncResult = await handleWebhook(shop, payment);
    shop.sandbox.refuse(() => null);
    expect(syncResult).toBe('unavailable');
    expect(await disputesOf(payment.id)).toEqual([]);
    expect(await handleWebhook(shop, payment)).toBe('worked');
    expect(await outcomeOf(payment)).toEqual(OPEN);
  });

  it('is ignored if it is reported for the other mode of the account', async () => {
    const payment = await chargeCheckout(shop);
    await setOutcome(shop, payment, 'charged_back');
    expect(await syncPayment(shop.deps, { ...shop.tenant, mode: 'live' }, payment.id, payment.providerPaymentId)).toBe('unknown');
    expect(await disputesOf(payment.id)).toEqual([]);
  });
});

describe('chargebacks of one payment', () => {
  const chargeback = (payment: Payment, number: number, overrides: Partial<ChargebackSnapshot> = {}): ChargebackSnapshot => ({
    id: `chb_${payment.id}_${number}`,
    paymentId: String(payment.providerPaymentId),
    amountCents: 100 * number,
    currency: 'EUR',
    reason: null,
    createdAt: 0,
    reversedAt: null,
    ...overrides,
  });
  const apply = (payment: Payment, reported: readonly ChargebackSnapshot[]): Promise<void> =>
    applyChargebacks(shop.deps, shop.tenant, payment.id, reported);

  it('add up to the disputed amount, even if they are reported or reversed concurrently and in different orders', async () => {
    const payment = await chargeCheckout(shop);
    const reported = [1, 2, 3].map((number) => chargeback(payment, number));
    await Promise.all([reported, reported.toReversed(), reported.slice(1), reported.slice(0, 1)].map((each) => apply(payment, each)));
    expect((await disputesOf(payment.id)).map(({ amountCents }) => amountCents).sort()).toEqual([100, 200, 300]);
    expect((await paymentOf(payment.id)).amountDisputedCents).toBe(600);
    const reversed = reported.map((each) => ({ ...each, reversedAt: each.amountCents === 200 ? 1 : null }));
    await Promise.all([apply(payment, reversed), apply(payment, reported), apply(payment, reversed.toReversed())]);
    expect((await paymentOf(payment.id)).amountDisputedCents).toBe(400);
  });

  it('that are reported as reversed result in one won dispute each, even if a concurrent call reports them as open', async () => {
    const { table, clock } = shop.fixture;
    // `at`: the index of the database call before which the concurrent call opens the dispute.
    for (let at = 0, calls = 1; at < calls; at += 1) {
      const payment = await chargeCheckout(shop);
      const reported = chargeback(payment, 1);
      calls = 0;
      const pass = async <T>(call: () => Promise<T>): Promise<T> => {
        calls += 1;
        if (calls - 1 === at) await apply(payment, [reported]);
        return call();
      };
      const store = openStore(tableThrough(table, pass), { nowMs: () => clock.nowMs, ids: shop.deps.ids });
      await applyChargebacks({ ...shop.deps, store }, shop.tenant, payment.id, [{ ...reported, reversedAt: 1 }]);
      expect([at, (await disputesOf(payment.id)).map(({ status }) => status)]).toEqual([at, ['won']]);
      expect([at, (await paymentOf(payment.id)).amountDisputedCents]).toEqual([at, 0]);
    }
  });
});

describe('a reversal', () => {
  const pollDisputes = async (payment: Payment): Promise<void> => {
    for (const { id } of await disputesOf(payment.id)) await pollDispute(shop.deps, shop.tenant, id);
  };
  /** Creates a charge with an open dispute. */
  const createDisputed = async (): Promise<Payment> => {
    const payment = await chargeCheckout(shop);
    await setOutcome(shop, payment, 'charged_back');
    await deliverWebhook(payment);
    return payment;
  };

  it('[DSP-06] [EVT-44] without a webhook is found by polling', async () => {
    const payment = await createDisputed();
    await setOutcome(shop, payment, 'chargeback_reversed');
    await Promise.all([pollDisputes(payment), pollDisputes(payment)]);
    expect(await outcomeOf(payment)).toEqual(WON);
    const [dispute] = await disputesOf(payment.id);
    const chargebacks = value(await shop.sandbox.provider.listChargebacks(String(payment.providerPaymentId)));
    expect(dispute?.reversedAt).toBe(Math.max(Number(dispute?.created), Number(chargebacks[0]?.reversedAt)));
  });

  it('is found by any later webhook of the payment', async () => {
    const payment = await createDisputed();
    await setOutcome(shop, payment, 'chargeback_reversed');
    await deliverWebhook(payment);
    expect(await outcomeOf(payment)).toEqual(WON);
  });

  it('that has not happened yet is polled for again the next day, without an entry in the event log', async () => {
    const payment = await createDisputed();
    const [before] = await disputesOf(payment.id);
    const countLogEntries = async (): Promise<number> =>
      (await readForward(shop.fixture.table, shop.tenant, 0, 10_000, Number.MAX_SAFE_INTEGER)).length;
    const entries = await countLogEntries();
    shop.fixture.clock.nowMs += DAY_MS;
    await pollDisputes(payment);
    expect((await disputesOf(payment.id))[0]?.nextPollAt).toBe(Number(before?.nextPollAt) + DAY_MS / 1000);
    expect(await outcomeOf(payment)).toEqual(OPEN);
    expect(await countLogEntries()).toBe(entries);
  });

  it('is polled for again in an hour when the provider does not respond or is not connected', async () => {
    const payment = await createDisputed();
    const [before] = await disputesOf(payment.id);
    const inAnHour = () => Math.floor(shop.fixture.clock.nowMs / 1000) + 3600;
    await pollDispute({ ...shop.deps, sandboxServed: false }, shop.tenant, String(before?.id));
    expect((await disputesOf(payment.id))[0]).toMatchObject({ status: 'open', nextPollAt: inAnHour() });
    shop.fixture.clock.nowMs += 1000;
    shop.sandbox.refuse(() => 'Not now');
    await pollDisputes(payment);
    shop.sandbox.refuse(() => null);
    expect((await disputesOf(payment.id))[0]).toMatchObject({ status: 'open', nextPollAt: inAnHour() });
  });
});
