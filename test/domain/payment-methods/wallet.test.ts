import { describe, expect, it } from 'vitest';
import { plainMethod } from '../../../shared/domain/payment/methods.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { viewSavedMethod, viewWallet, walletAggregate, walletIdOf, withSavedMethod } from '../../../shared/domain/wallet/record.ts';
import { removeMethod, removeMethodOfMandate, startMethodRemoval, unlockWallet } from '../../../shared/domain/wallet/remove.ts';
import { paymentIdOf } from '../renewals.ts';
import { addMethod, card, openTestWallet, openWithTwoCards, type TestWallet } from '../wallet.ts';

const FIRST = 'pm_sandbox/mdt_1';

const methodLabels = (wallets: TestWallet) => wallets.methods().map(({ id, isDefault }) => `${id}${isDefault ? ' default' : ''}`);

describe('the saved methods of a customer', () => {
  it('[ELM-23] are the methods of active subscriptions', () => {
    const wallets = openTestWallet();
    expect(wallets.methods()).toEqual([]);
    const { id } = wallets.billing.subscribe();
    expect(methodLabels(wallets)).toEqual([`${FIRST} default`]);
    wallets.billing.amend(id, { status: 'canceled' });
    expect(wallets.methods()).toEqual([]);
  });

  it('contain a mandate only once if several subscriptions use it', () => {
    const wallets = openTestWallet();
    wallets.billing.subscribe();
    wallets.billing.subscribe();
    expect(methodLabels(wallets)).toEqual([`${FIRST} default`]);
  });

  it('exclude the method of a subscription without a mandate', () => {
    const wallets = openTestWallet();
    const { id } = wallets.billing.subscribe();
    wallets.billing.amend(id, { mandateId: null });
    expect(wallets.methods()).toEqual([]);
  });

  it('have the method of the oldest subscription as the default', () => {
    const wallets = openTestWallet();
    wallets.billing.subscribe();
    wallets.billing.world.now += 10;
    const { id } = wallets.billing.subscribe();
    wallets.billing.amend(id, { mandateId: 'mdt_9' });
    expect(methodLabels(wallets)).toEqual(['pm_sandbox/mdt_9', `${FIRST} default`]);
  });

  it('[ELM-20] [ELM-21] [ELM-22] have card fields for cards only', () => {
    const wallets = openTestWallet();
    const { id } = wallets.billing.subscribe();
    const view = () => wallets.methods().map(viewSavedMethod);
    wallets.billing.amend(id, { paymentMethod: card('4242') });
    const method = { id: FIRST, object: 'checkout_saved_method', is_default: true };
    expect(view()).toEqual([{ ...method, kind: 'creditcard', brand: 'Visa', last4: '4242', exp_month: 12, exp_year: 2030 }]);
    const noCardFields = { brand: null, last4: null, exp_month: null, exp_year: null };
    // A payment with iDEAL creates a mandate for direct debits.
    wallets.billing.amend(id, { paymentMethod: plainMethod('ideal') });
    expect(view()).toEqual([{ ...method, kind: 'directdebit', ...noCardFields }]);
    wallets.billing.amend(id, { paymentMethod: plainMethod('paypal') });
    expect(view()).toEqual([{ ...method, kind: 'paypal', ...noCardFields }]);
  });
});

describe('the wallet of a customer', () => {
  it('shows the methods and what the payment element in the browser needs', () => {
    const { wallets, world } = openWithTwoCards();
    const methods = wallets.methods();
    const details = { customerId: wallets.customerId, methods, setupMethods: ['card'], profileId: 'pfl_1' };
    expect(viewWallet(details, world.tenant)).toEqual({
      object: 'checkout_payment_methods',
      livemode: false,
      customer_id: wallets.customerId,
      data: methods.map(viewSavedMethod),
      methods: ['card'],
      ideal_issuers: [],
      profile_id: 'pfl_1',
    });
  });

  it('contains a method only once, also if the method is saved again', () => {
    const { wallets, world } = openWithTwoCards();
    const { record } = world.get(walletAggregate, walletIdOf(wallets.customerId));
    expect(record.kept.map((method) => withSavedMethod(record, method))).toEqual([record]);
  });

  it('has an id that is derived from the id of the customer', () => {
    expect(walletIdOf('cus_01ABC')).toBe('wal_01ABC');
  });
});

describe('a method that a setup added', () => {
  it('is in the wallet at once, and no subscription is charged with it', () => {
    const { wallets, second, subscription } = openWithTwoCards();
    expect(methodLabels(wallets)).toEqual([second, `${FIRST} default`]);
    expect(wallets.billing.subscription(subscription.id).mandateId).toBe('mdt_1');
    expect(wallets.billing.world.audits).toContain('payment_method.saved');
  });

  it('is hidden without an active subscription', () => {
    const wallets = openTestWallet();
    const added = addMethod(wallets, '2222', 'mdt_2');
    expect(wallets.methods()).toEqual([]);
    wallets.billing.subscribe();
    expect(wallets.methods().map(({ id }) => id)).toContain(added);
  });
});

describe('setting the default method', () => {
  const auditCount = ({ billing }: TestWallet): number =>
    billing.world.audits.filter((action) => action === 'payment_method.set_as_default').length;

  it('[ELM-16] makes every active subscription use the method from its next renewal on', () => {
    const { wallets, world, subscription, second } = openWithTwoCards();
    const other = wallets.billing.subscribe();
    const ended = wallets.billing.subscribe();
    wallets.billing.amend(ended.id, { status: 'canceled' });
    const result = wallets.setDefault(second);
    expect(result).toEqual({ methods: wallets.methods(), remaining: 0, isAudited: true });
    expect(methodLabels(wallets)).toContain(`${second} default`);
    expect(world.takeEvents()).toEqual([
      'subscription.updated',
      'subscription.payment_method_updated',
      'subscription.updated',
      'subscription.payment_method_updated',
    ]);
    for (const { id } of [subscription, other]) {
      expect(wallets.billing.subscription(id)).toMatchObject({ mandateId: 'mdt_2', paymentMethod: card('2222') });
    }
    expect(wallets.billing.subscription(ended.id).mandateId).toBe('mdt_1');
    expect(world.audits).toContain('payment_method.set_as_default');
    const renewed = wallets.billing.renew(subscription.id);
    expect(renewed).toMatchObject({ payment: { mandate: { mandateId: 'mdt_2' }, paymentMethod: card('2222') } });
  });

  it('keeps the previous default in the wallet', () => {
    const { wallets, second } = openWithTwoCards();
    wallets.setDefault(second);
    expect(methodLabels(wallets)).toEqual([`${second} default`, FIRST]);
    wallets.setDefault(FIRST);
    expect(methodLabels(wallets)).toEqual([second, `${FIRST} default`]);
    expect(wallets.methods().at(-1)?.method).toEqual(card('1111'));
  });

  it('keeps the order of the methods, also of methods that were added at the same time', () => {
    const wallets = openTestWallet();
    wallets.billing.subscribe();
    const [second, third] = [addMethod(wallets, '2222', 'mdt_2'), addMethod(wallets, '3333', 'mdt_3')];
    expect(wallets.methods().map(({ id }) => id)).toEqual([third, second, FIRST]);
    wallets.setDefault(second);
    expect(methodLabels(wallets)).toEqual([third, `${second} default`, FIRST]);
  });

  it('has no effect if it is repeated', () => {
    const { wallets, world, second } = openWithTwoCards();
    wallets.setDefault(second);
    const [events, audits] = [world.takeEvents().length, world.audits.length];
    expect(events).toBe(2);
    expect(wallets.setDefault(second)).toMatchObject({ remaining: 0, isAudited: false });
    expect([world.takeEvents(), world.audits.length]).toEqual([[], audits]);
  });

  it('does not change the mandate of a pending renewal', () => {
    const { wallets, subscription, second } = openWithTwoCards();
    const paymentId = paymentIdOf(wallets.billing.renew(subscription.id));
    wallets.setDefault(second);
    const { world } = wallets.billing;
    expect(world.get(paymentAggregate, paymentId).record.mandate).toMatchObject({ mandateId: 'mdt_1' });
    wallets.billing.settle(paymentId);
    expect(wallets.billing.subscription(subscription.id)).toMatchObject({ mandateId: 'mdt_2', paymentCount: 2 });
  });

  it('[AUD-06] writes an audit entry if the method is already the default, but a newer subscription does not use it yet', () => {
    const { wallets, second } = openWithTwoCards();
    wallets.setDefault(second);
    const later = wallets.billing.subscribe();
    wallets.setDefault(second);
    expect(wallets.billing.subscription(later.id).mandateId).toBe('mdt_2');
    expect(auditCount(wallets)).toBe(2);
  });

  it('updates many subscriptions in several transactions, with one audit entry', () => {
    const { wallets, second } = openWithTwoCards();
    for (let count = 0; count < 60; count += 1) wallets.billing.subscribe();
    const remainingCounts: number[] = [];
    for (
      let result = wallets.setDefault(second);
      !(result instanceof Refusal);
      result = wallets.setDefault(second, { isAudited: result.isAudited })
    ) {
      remainingCounts.push(result.remaining);
      if (result.remaining === 0) break;
    }
    // The wallet has 61 subscriptions, and each transaction updates 15.
    expect(remainingCounts).toEqual([46, 31, 16, 1, 0]);
    expect(wallets.state().subscriptions.every(({ record }) => record.mandateId === 'mdt_2')).toBe(true);
    expect(auditCount(wallets)).toBe(1);
  });

  it('is refused for an unknown method, and during the removal of a method', () => {
    const { wallets, world, second } = openWithTwoCards();
    expect(wallets.setDefault('pm_other')).toMatchObject({ code: 'resource_missing' });
    world.amend(walletAggregate, walletIdOf(wallets.customerId), { lockedBy: 'op_1' });
    expect(wallets.setDefault(second)).toMatchObject({ code: 'operation_pending' });
  });
});

describe('removing a method', () => {
  /** Starts the removal. `mandateIds`: the mandates with a pending charge. */
  const startRemoval = (wallets: TestWallet, methodId: string, mandateIds: readonly string[] = []) => {
    const pendingMandates = mandateIds.map((mandateId) => ({ provider: 'sandbox', providerCustomerId: 'cst_1', mandateId }));
    return startMethodRemoval({ methodId }, { ...wallets.state(), pendingMandates }, wallets.billing.world.ctx());
  };

  it('[ELM-17] is accepted for a method that no subscription uses', () => {
    const { wallets, world, second } = openWithTwoCards();
    expect(startRemoval(wallets, second)).toMatchObject({ method: { mandate: { mandateId: 'mdt_2' } } });
    const remainingMethods = world.do(removeMethod({ methodId: second }, wallets.state(), world.ctx()));
    expect(remainingMethods.map(({ id }) => id)).toEqual([FIRST]);
    expect(methodLabels(wallets)).toEqual([`${FIRST} default`]);
    expect(world.audits).toContain('payment_method.removed');
    expect(startRemoval(wallets, second)).toMatchObject({ code: 'resource_missing' });
  });

  it('is refused for a method that a subscription uses', () => {
    const { wallets, second } = openWithTwoCards();
    const inUse = { code: 'state_conflict', reason: 'payment_method_in_use' };
    expect(startRemoval(wallets, FIRST)).toMatchObject(inUse);
    wallets.setDefault(second);
    expect(startRemoval(wallets, second)).toMatchObject(inUse);
    expect(startRemoval(wallets, FIRST)).toMatchObject({ method: { id: FIRST } });
  });

  it('is refused for a method that one of several subscriptions uses', () => {
    const { wallets, second } = openWithTwoCards();
    const other = wallets.billing.subscribe();
    wallets.billing.amend(other.id, { mandateId: 'mdt_2' });
    for (const id of [FIRST, second]) expect(startRemoval(wallets, id)).toMatchObject({ reason: 'payment_method_in_use' });
  });

  it('is refused for the only method', () => {
    const wallets = openTestWallet();
    wallets.billing.subscribe();
    expect(startRemoval(wallets, FIRST)).toMatchObject({ code: 'state_conflict', reason: 'payment_method_in_use' });
  });

  it('is refused for a method with a pending charge', () => {
    const { wallets, second } = openWithTwoCards();
    wallets.setDefault(second);
    expect(startRemoval(wallets, FIRST, ['mdt_1'])).toMatchObject({ code: 'operation_pending', reason: 'renewal_processing' });
  });

  it('makes another method the default if the removed method is the default, but no subscription uses it', () => {
    const { wallets, world, subscription, second } = openWithTwoCards();
    wallets.setDefault(second);
    wallets.billing.amend(subscription.id, { mandateId: 'mdt_3' });
    expect(startRemoval(wallets, second)).toMatchObject({ method: { id: second } });
    world.do(removeMethod({ methodId: second }, wallets.state(), world.ctx()));
    expect(methodLabels(wallets)).toContain('pm_sandbox/mdt_3 default');
    expect(world.get(walletAggregate, walletIdOf(wallets.customerId)).record.defaultMethodId).toBeNull();
  });

  it('keeps the other methods and the default', () => {
    const { wallets, world, second } = openWithTwoCards();
    const third = addMethod(wallets, '3333', 'mdt_3');
    wallets.setDefault(FIRST);
    world.do(removeMethod({ methodId: second }, wallets.state(), world.ctx()));
    const { record } = world.get(walletAggregate, walletIdOf(wallets.customerId));
    expect(record).toMatchObject({ defaultMethodId: FIRST, lockedBy: null });
    expect(record.kept.map(({ id }) => id)).toEqual([third, FIRST]);
  });

  it('unlocks the wallet and keeps the method if the provider refuses the removal', () => {
    const { wallets, world, second } = openWithTwoCards();
    const stored = world.get(walletAggregate, walletIdOf(wallets.customerId));
    const locked = { ...stored, record: { ...stored.record, lockedBy: 'op_1' } };
    expect(unlockWallet(locked)).toMatchObject({ lockedBy: null, kept: [{ id: second }] });
  });

  it('removes nothing without a wallet', () => {
    const { wallets, world, second } = openWithTwoCards();
    expect(removeMethod({ methodId: second }, { ...wallets.state(), wallet: null }, world.ctx())).toMatchObject({ result: [] });
  });
});

describe('a mandate that the provider refused or deleted', () => {
  const mandate = (mandateId: string) => ({ provider: 'sandbox', providerCustomerId: 'cst_1', mandateId });

  it('is removed from the wallet; an unknown mandate changes nothing', () => {
    const { wallets, world, second } = openWithTwoCards();
    const wallet = () => world.get(walletAggregate, walletIdOf(wallets.customerId));
    const { version } = wallet();
    expect(world.do(removeMethodOfMandate(mandate('mdt_9'), { wallet: wallet() }, world.ctx()))).toBeNull();
    expect(wallet()).toMatchObject({ version, record: { kept: [{ id: second }] } });
    expect(world.do(removeMethodOfMandate(mandate('mdt_2'), { wallet: wallet() }, world.ctx()))).toBeNull();
    expect(wallet().record.kept).toEqual([]);
    expect([world.takeEvents(), removeMethodOfMandate(mandate('mdt_2'), { wallet: null }, world.ctx())]).toEqual([
      [],
      { changes: [], events: [], result: null },
    ]);
  });
});
