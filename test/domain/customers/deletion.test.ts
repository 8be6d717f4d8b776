import { describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import {
  deleteCustomer,
  purgeCustomer,
  type RemovalState,
  type StartedRemoval,
  startDeletion,
  startPurge,
  stopSalesToCustomer,
  unlockCustomer,
  viewDeleted,
  viewPurged,
} from '../../../shared/domain/customer/removal.ts';
import { type Invoice, invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import type { Refusal } from '../../../shared/domain/refusal.ts';
import { notCanceledCounter } from '../../../shared/domain/subscription/state.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { walletAggregate, walletOf } from '../../../shared/domain/wallet/record.ts';
import { newSubscription } from '../billing.ts';
import { newCatalogue, START, World } from '../world.ts';

const sold = newSubscription();
const active = sold.billing.subscription(sold.id);
const canceled: Subscription = { ...active, status: 'canceled' };
const [paidInvoice] = sold.billing.world.all(invoiceAggregate) as [Invoice];

const setup = (patch: Partial<Customer> = {}) => {
  const world = new World();
  const { id } = newCatalogue(world).customer.record;
  world.amend(customerAggregate, id, patch);
  const customer = () => world.get(customerAggregate, id);
  const state = (overrides: Partial<RemovalState> = {}): RemovalState => ({
    customer: customer(),
    subscriptions: [canceled],
    invoices: [paidInvoice],
    wallet: null,
    paymentsUnderWay: 0,
    ...overrides,
  });
  /** Stores an empty wallet of the customer. */
  const withWallet = () => {
    const wallet = walletOf({ customerId: id, wallet: null }, world.ctx());
    world.do({ changes: [change(walletAggregate, null, wallet)], events: [], result: null });
    return world.get(walletAggregate, wallet.id);
  };
  return { world, id, customer, state, withWallet };
};

/** What prevents the removal of a customer. */
const OBSTACLES: readonly (readonly [string, Partial<RemovalState>, object])[] = [
  [
    '[CUS-14] [CUS-16] an open invoice',
    { invoices: [paidInvoice, { ...paidInvoice, status: 'open' }] },
    { reason: 'customer_has_open_invoice' },
  ],
  [
    '[CUS-14] [CUS-16] a past due subscription',
    { subscriptions: [canceled, { ...active, status: 'past_due' }] },
    { code: 'state_conflict', reason: 'customer_has_open_invoice' },
  ],
  [
    'a canceled subscription whose usage is not invoiced yet',
    { subscriptions: [{ ...canceled, usageUntil: START }] },
    { code: 'state_conflict', reason: 'customer_has_open_invoice' },
  ],
  ['[CUS-13] [CUS-15] an active subscription', { subscriptions: [canceled, active] }, { code: 'state_conflict', reason: undefined }],
  ['a pending payment', { paymentsUnderWay: 1 }, { code: 'operation_pending', reason: 'payment_processing' }],
];

describe('the removal of a customer', () => {
  it.each(OBSTACLES)('is refused if the customer has: %s', (_name, obstacle, refusal) => {
    const { world, state } = setup({ lockedBy: 'op_1' });
    expect(startDeletion(state(obstacle))).toMatchObject(refusal);
    expect(startPurge(state(obstacle))).toMatchObject(refusal);
    expect(stopSalesToCustomer({ operationId: 'op_1' }, state(obstacle), world.ctx())).toMatchObject(refusal);
  });

  it('starts if nothing prevents it, with a guard that refuses the removal if a subscription has become active', () => {
    const { state, customer, id } = setup();
    for (const start of [startDeletion, startPurge]) {
      const started = start(state()) as StartedRemoval;
      expect(started.stored).toEqual(customer());
      expect(started.guards).toMatchObject([{ kind: 'unreferenced', name: notCanceledCounter(id), refusal: { code: 'state_conflict' } }]);
    }
  });

  it('[CUS-11] [CUS-17] of a deleted customer can only be a purge; of a purged customer, it is already done', () => {
    const { state, customer, world, id } = setup({ deletedAt: START });
    expect(startDeletion(state())).toMatchObject({ code: 'resource_missing' });
    expect(startPurge(state())).toMatchObject({ stored: customer() });
    world.amend(customerAggregate, id, { purgedAt: START });
    expect(startPurge(state({ subscriptions: [active] }))).toEqual({ done: customer().record });
  });

  it('is refused for an unknown customer', () => {
    const { world, state } = setup();
    const unknown = state({ customer: null });
    const outcomes: readonly unknown[] = [
      startDeletion(unknown),
      startPurge(unknown),
      stopSalesToCustomer({ operationId: 'op_1' }, unknown, world.ctx()),
      deleteCustomer(unknown, world.ctx()),
      purgeCustomer(unknown, world.ctx()),
    ];
    for (const outcome of outcomes) expect(outcome).toMatchObject({ code: 'resource_missing' });
  });
});

describe('closing a customer to new sales', () => {
  it('prevents new subscriptions of the customer', () => {
    const { world, id, customer, state } = setup({ lockedBy: 'op_1' });
    const before = customer().record;
    const decision = stopSalesToCustomer({ operationId: 'op_1' }, state(), world.ctx());
    expect(decision).toMatchObject({ events: [], guards: [{ kind: 'close', name: notCanceledCounter(id) }] });
    expect(world.do(decision)).toEqual({ ...before, closedForSale: true });
    expect(customer().record).toEqual({ ...before, closedForSale: true });
    const { version } = customer();
    world.do(stopSalesToCustomer({ operationId: 'op_1' }, state(), world.ctx()));
    expect(customer().version).toBe(version);
  });

  it.each([null, 'op_2'])('is refused for the operation op_1 when the customer is locked by %j', (lockedBy) => {
    const { world, state } = setup({ lockedBy });
    expect(stopSalesToCustomer({ operationId: 'op_1' }, state(), world.ctx())).toMatchObject({ code: 'operation_pending' });
  });

  it.each([
    { closedForSale: true, expectedGuards: ['reopen'] },
    { closedForSale: false, expectedGuards: [] },
  ])('is reverted when the removal fails: %o', ({ closedForSale, expectedGuards }) => {
    const { customer, id } = setup({ lockedBy: 'op_1', closedForSale });
    const unlocked = unlockCustomer(customer());
    expect(unlocked.unlockedCustomer).toEqual({ ...customer().record, lockedBy: null, closedForSale: false });
    expect(unlocked.guards).toEqual(expectedGuards.map((kind) => ({ kind, name: notCanceledCounter(id) })));
  });

  it.each([true, false])('is not reverted for a deleted customer (closedForSale before: %j)', (closedForSale) => {
    const { customer } = setup({ lockedBy: 'op_1', closedForSale, deletedAt: START });
    const unlocked = unlockCustomer(customer());
    expect(unlocked.unlockedCustomer).toEqual({ ...customer().record, lockedBy: null, closedForSale: true });
    expect(unlocked.guards).toEqual([]);
  });
});

describe('a deleted customer', () => {
  it('[CUS-05] [CUS-11] is kept without its lock and its wallet; the event contains the last view', () => {
    const { world, id, customer, withWallet } = setup({ lockedBy: 'op_1' });
    const [before, view, wallet] = [customer().record, world.view(customerAggregate, id), withWallet()];
    world.now += 10;
    const decision = deleteCustomer({ customer: customer(), wallet }, world.ctx());
    expect(decision).toMatchObject({ guards: [{ kind: 'close', name: notCanceledCounter(id) }], audit: { resourceId: id } });
    expect(world.do(decision)).toEqual({ ...before, deletedAt: START + 10, lockedBy: null });
    expect(customer().record.deletedAt).toBe(START + 10);
    expect(world.find(walletAggregate, wallet.record.id)).toBeNull();
    expect(world.events).toEqual([{ type: 'customer.deleted', subjectId: id, data: view }]);
    expect(world.audits.at(-1)).toBe('customer.deleted');
    expect(viewDeleted(before)).toEqual({ id, object: 'customer', deleted: true });
  });

  it('keeps the time of the first deletion', () => {
    const { world, customer } = setup({ deletedAt: START - 5 });
    expect(world.do(deleteCustomer({ customer: customer(), wallet: null }, world.ctx())).deletedAt).toBe(START - 5);
  });
});

describe('a purged customer', () => {
  const personal = {
    address: { line1: 'Street 1', line2: null, postalCode: '1000', city: 'Utrecht' },
    metadata: { note: 'Ada' },
    vatNumber: 'NL123456789B01',
    vatName: 'Ada BV',
    vatVerifiedAt: START,
    providerCustomerIds: { mollie: 'cst_1' },
    emailChange: { id: 'emc_1', email: 'new@example.test', requestedAt: START },
  };

  it('[CUS-06] has no personal data, and keeps its id and the times of its creation and removal', () => {
    const { world, id, customer, withWallet } = setup({ ...personal, lockedBy: 'op_1' });
    const wallet = withWallet();
    world.now += 10;
    const decision = purgeCustomer({ customer: customer(), wallet }, world.ctx());
    expect(decision).toMatchObject({ guards: [{ kind: 'close', name: notCanceledCounter(id) }], audit: { resourceId: id } });
    const purged = world.do(decision);
    expect(purged).toMatchObject({
      id,
      created: START,
      name: null,
      email: null,
      countryCode: null,
      address: null,
      metadata: {},
      vatNumber: null,
      vatName: null,
      vatVerifiedAt: null,
      providerCustomerIds: {},
      emailChange: null,
      deletedAt: START + 10,
      purgedAt: START + 10,
      lockedBy: null,
    });
    expect(customer().record).toEqual(purged);
    expect(world.find(walletAggregate, wallet.record.id)).toBeNull();
    expect(world.audits.at(-1)).toBe('customer.purged');
    expect(viewPurged(purged)).toEqual({ id, object: 'customer', deleted: true, purged: true });
  });

  it('emits customer.deleted with its last view, unless it was deleted before', () => {
    const first = setup();
    const view = first.world.view(customerAggregate, first.id);
    first.world.do(purgeCustomer({ customer: first.customer(), wallet: null }, first.world.ctx()));
    expect(first.world.events).toEqual([{ type: 'customer.deleted', subjectId: first.id, data: view }]);
    const deletedBefore = setup({ deletedAt: START - 5 });
    const { world } = deletedBefore;
    const purged: Customer | Refusal = world.do(purgeCustomer({ customer: deletedBefore.customer(), wallet: null }, world.ctx()));
    expect(purged).toMatchObject({ deletedAt: START - 5, purgedAt: START });
    expect(world.events).toEqual([]);
  });
});
