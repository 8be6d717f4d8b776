import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalAnswer } from '../../shared/api/errors.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { pendingOperationAggregate } from '../../shared/domain/pending-operation/record.ts';
import { refundAggregate } from '../../shared/domain/refund/record.ts';
import { type Subscription, subscriptionAggregate } from '../../shared/domain/subscription/record.ts';
import { refundCommand } from '../../shared/flows/create-refund.ts';
import { type Begun, beginOperation, finishOperation } from '../../shared/flows/provider-write.ts';
import { reap } from '../../shared/flows/reaper.ts';
import { workRefund, workRefundsOf } from '../../shared/flows/refunds.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { openStore, type Store } from '../../shared/store/writer/store.ts';
import { type CallFault, type FaultyTable, faultyTable } from '../flows/run-faults.ts';
import { eventsOf, openShop, read, refundsOf, type Shop, sell } from './shop.ts';
import { value } from './support.ts';

const actor = { ...SYSTEM, type: 'api_key' as const, id: 'ak_1' };
const asker = { actor, refusalAnswer: refusalAnswer('req_1') };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const seconds = (): number => Math.floor(shop.fixture.clock.nowMs / 1000);

const keep = async () => ({ status: 200, body: '{}', sealed: false });

/** The first transaction of a refund of all that is left. */
const begin = (store: Store, paymentId: string, keyHash: string | null): Promise<Begun<unknown>> => {
  const request = { paymentId, subscriptionId: null, amountCents: null, reason: null, metadata: {} };
  const claim = keyHash === null ? null : { keyHash, fingerprint: 'f' };
  const who = { tenant: shop.tenant, actor, now: seconds(), claim, keep };
  return beginOperation({ store }, refundCommand(store, shop.tenant, request, seconds()), who);
};

const deps = (store: Store) => ({ ...shop.deps, store });

/** Makes a refund as the API does, and works its outcome, as its call-back has it done. */
const refundAll = async (store: Store, paymentId: string): Promise<void> => {
  const begun = await begin(store, paymentId, null);
  if (begun.kind !== 'open') throw new Error(`not begun: ${begun.kind}`);
  const { flow } = refundCommand(store, shop.tenant, { paymentId, subscriptionId: null, amountCents: null, reason: null, metadata: {} }, 0);
  await finishOperation(deps(store), shop.tenant, flow, begun.operation, asker);
  await workRefundsOf(deps(store), shop.tenant, paymentId);
};

/** What comes by itself: the reaper, and refunds that fall due. */
const goOn = async (paymentId: string): Promise<void> => {
  const { items } = await shop.fixture.store.page(pendingOperationAggregate, shop.tenant, { limit: 100 });
  for (const { record } of items) await reap(shop.deps, shop.tenant, record.id);
  for (const { id } of await refundsOf(shop, paymentId)) await workRefund(shop.deps, shop.tenant, id);
};

/** What a refund leaves behind. */
const booksOf = async (subscription: Subscription) => {
  const paymentId = String(subscription.lastPaymentId);
  const payment = await read(shop, paymentAggregate, paymentId);
  const invoice = await read(shop, invoiceAggregate, String(payment.invoiceId));
  const refunds = await refundsOf(shop, paymentId);
  const { items: notes } = await shop.fixture.store.page(creditNoteAggregate, shop.tenant, { limit: 10, by: { parentId: invoice.id } });
  const { status } = await read(shop, subscriptionAggregate, subscription.id);
  const there = value(await shop.sandbox.provider.listRefunds(String(payment.providerPaymentId)));
  return {
    ours: refunds.map((refund) => `${refund.status} ${refund.amountCents}`),
    there: there.map((refund) => `${refund.status} ${refund.amountCents}`),
    payment: [payment.amountRefundedCents, payment.amountReturnedCents, payment.lockedBy],
    credited: [invoice.amountCreditedCents, ...notes.map(({ record }) => record.totalCents)],
    subscription: status,
    story: (await eventsOf(shop, [...refunds.map(({ id }) => id), ...notes.map(({ record }) => record.id)])).join(),
  };
};

const DONE = {
  ours: ['succeeded 1000'],
  there: ['succeeded 1000'],
  payment: [1000, 1000, null],
  credited: [1000, 1000],
  subscription: 'canceled',
  story: 'refund.created,refund.succeeded,credit_note.created',
};
const NOTHING = { ours: [], there: [], payment: [0, 0, null], credited: [0], subscription: 'active', story: '' };

const FAULTS: readonly CallFault[] = [
  { when: 'before', what: 'kills' },
  { when: 'after', what: 'kills' },
  { when: 'after', what: 'lost' },
];

describe('a refund that is killed', () => {
  it('[REF-02] [CN-06] before and after each call is made once or not at all, with one credit note', async () => {
    let steps = 0;
    for (let call = 0, survived = false; !survived; call += 1) {
      survived = true;
      for (const fault of FAULTS) {
        const subscription = await sell(shop);
        const table: FaultyTable = faultyTable(shop.fixture.table, (each) => (each === call ? fault : null));
        const store = openStore(table, { nowMs: () => shop.fixture.clock.nowMs, ids: shop.deps.ids });
        await refundAll(store, String(subscription.lastPaymentId)).catch(() => undefined);
        await goOn(String(subscription.lastPaymentId));
        const books = await booksOf(subscription);
        expect(books, `call ${call} ${fault.when} ${fault.what}`).toEqual(books.ours.length === 0 ? NOTHING : DONE);
        if (table.calls() > call) survived = false;
        steps += 1;
      }
    }
    process.stdout.write(`a refund was killed at ${steps} steps\n`);
    expect(steps).toBeGreaterThan(30);
  }, 120_000);

  it('[CN-06] numbers its credit notes without a gap', async () => {
    const subscriptions = await Promise.all(Array.from({ length: 20 }, () => sell(shop)));
    await Promise.all(subscriptions.map(({ lastPaymentId }) => refundAll(shop.fixture.store, String(lastPaymentId))));
    const { items, hasMore } = await shop.fixture.store.page(creditNoteAggregate, shop.tenant, { limit: 1000 });
    expect(hasMore).toBe(false);
    const numbers = items.map(({ record }) => Number(record.number.split('-').at(-1))).sort((one, other) => one - other);
    expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(20);
  }, 60_000);
});

describe('two refunds of one charge at once', () => {
  it('[IDEM-11] [REF-06] give back no more than was paid', async () => {
    const subscription = await sell(shop);
    const paymentId = String(subscription.lastPaymentId);
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin(shop.fixture.store, paymentId, null)));
    expect(begun.filter(({ kind }) => kind === 'open')).toHaveLength(1);
    const refused = begun.flatMap((each) => (each.kind === 'refused' ? [each.refusal.code] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'operation_pending'));
    await goOn(paymentId);
    expect(await booksOf(subscription)).toEqual(DONE);
    expect((await shop.fixture.store.page(refundAggregate, shop.tenant, { limit: 10, by: { parentId: paymentId } })).items).toHaveLength(1);
  });
});
