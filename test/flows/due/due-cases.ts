import { expect } from 'vitest';
import { accountAggregate } from '../../../shared/domain/account/record.ts';
import { change, type DueWork } from '../../../shared/domain/aggregate.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { disputeAggregate } from '../../../shared/domain/dispute/record.ts';
import type { DueKind } from '../../../shared/domain/due.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { type PaymentMethodSetup, setupAggregate } from '../../../shared/domain/payment-method-setup/record.ts';
import { openOperation } from '../../../shared/domain/pending-operation/open.ts';
import { refundOverpayment } from '../../../shared/domain/refund/overpayment.ts';
import { refundAggregate } from '../../../shared/domain/refund/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { type TestClock, testClockAggregate } from '../../../shared/domain/test-clock/record.ts';
import { deletion } from '../../../shared/flows/customers/removal.ts';
import { applyChargebacks } from '../../../shared/flows/disputes/sync.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import type { BillingRun } from '../../../shared/flows/renewals/run-state.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { dueAttributes } from '../../../shared/store/core/due.ts';
import { type Key, mailKey, markerKey, objectKey } from '../../../shared/store/core/keys.ts';
import { leasesOf } from '../../../shared/store/deliveries/lease.ts';
import { mailItem, outboxOf } from '../../../shared/store/mail/outbox.ts';
import { FEB } from '../../domain/renewals.ts';
import { newCatalogue, START, World } from '../../domain/world.ts';
import { value } from '../../provider/support.ts';
import { updateRecord, writeChanges } from '../../store/support.ts';
import { prepareOneRenewal, runThrough } from '../renewals/renewal-steps.ts';
import { recordingPorts, sellerAccount, sweepDepsOf } from '../support.ts';
import {
  createSubscription,
  type DueCase,
  type DueEnvironment,
  depsOf,
  dueWorkDispatch,
  failAtProvider,
  openSession,
  processDispatch,
  sessionOf,
  settleAtProvider,
  subscriptionOf,
} from './due-environment.ts';
import { customerImport } from './due-imports.ts';
import { customerEmail, trialNotice, upcomingNotice } from './due-notices.ts';

/** Adds a due entry to a stored record, for kinds of due entries that only former releases stored. */
const storeDue = async ({ fixture }: DueEnvironment, tenant: Tenant, key: Key, due: DueWork): Promise<void> => {
  const attributes = dueAttributes(tenant, key.sk, due);
  await fixture.table.update({
    Key: key,
    UpdateExpression: 'SET dpk = :dpk, dsk = :dsk, due_kind = :due_kind, due_at = :due_at',
    ExpressionAttributeValues: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`:${name}`, value])),
  });
};

/** One test case per kind of due entry. */
export const DUE_CASES: Readonly<Record<DueKind, (env: DueEnvironment, tenant: Tenant) => Promise<DueCase>>> = {
  billing_run: async (env, tenant) => {
    const dueCase = await DUE_CASES.renewal(env, tenant);
    env.fixture.clock.nowMs = Number((await env.fixture.table.get(dueCase.key))?.due_at) * 1000;
    return { ...dueCase, key: markerKey(tenant) };
  },
  renewal: async (env, tenant) => {
    const subscription = await createSubscription(env, tenant, { announcedRenewalAt: FEB });
    return {
      key: objectKey(subscriptionAggregate, tenant, subscription.id),
      expectedDispatch: { to: 'billing-run', message: expect.objectContaining(tenant) },
      processAndVerify: async (deps, { message }) => {
        await runThrough(deps, message as unknown as BillingRun, 1);
        expect(await subscriptionOf(env, tenant, subscription.id)).toMatchObject({ paymentCount: subscription.paymentCount + 1 });
      },
    };
  },
  trial_notice: trialNotice,
  upcoming_notice: upcomingNotice,
  customer_email: customerEmail,
  renewal_payment_poll: async (env, tenant) => {
    const { fixture } = env;
    const subscription = await createSubscription(env, tenant);
    fixture.clock.nowMs = subscription.currentPeriodEnd * 1000;
    await prepareOneRenewal(depsOf(env, recordingPorts().ports), tenant, subscription.id);
    return {
      key: objectKey(subscriptionAggregate, tenant, subscription.id),
      expectedDispatch: dueWorkDispatch(tenant, 'renewal_payment_poll', subscription.id),
      processAndVerify: async (deps, dispatch) => {
        await processDispatch(deps, dispatch);
        const renewed = await subscriptionOf(env, tenant, subscription.id);
        expect(renewed).toMatchObject({ renewal: null, paymentCount: subscription.paymentCount + 1 });
      },
    };
  },
  checkout_expiry: async (env, tenant) => {
    const { session } = await openSession(env, tenant, { attempt: null });
    return {
      key: objectKey(checkoutSessionAggregate, tenant, session.id),
      expectedDispatch: dueWorkDispatch(tenant, 'checkout_expiry', session.id),
      processAndVerify: async (deps, dispatch) => {
        await processDispatch(deps, dispatch);
        expect(await sessionOf(env, tenant, session.id)).toMatchObject({ status: 'expired' });
      },
    };
  },
  payment_poll: async (env, tenant) => {
    const pollsFrom = Math.floor(env.fixture.clock.nowMs / 1000) + 3600;
    const { session, payment } = await openSession(env, tenant, { status: 'processing' }, pollsFrom);
    await failAtProvider(env, tenant, payment);
    return {
      key: objectKey(paymentAggregate, tenant, payment.id),
      expectedDispatch: dueWorkDispatch(tenant, 'payment_poll', payment.id),
      processAndVerify: async (deps, dispatch) => {
        await processDispatch(deps, dispatch);
        expect(await sessionOf(env, tenant, session.id)).toMatchObject({ status: 'expired' });
        expect((await env.fixture.store.get(paymentAggregate, tenant, payment.id))?.record).toMatchObject({ status: 'failed' });
      },
    };
  },
  checkout_payment_poll: async (env, tenant) => {
    const { session, payment } = await openSession(env, tenant, { status: 'processing' });
    await failAtProvider(env, tenant, payment);
    const key = objectKey(checkoutSessionAggregate, tenant, session.id);
    await storeDue(env, tenant, key, { at: session.expiresAt, kind: 'checkout_payment_poll', clockId: null });
    return {
      key,
      expectedDispatch: dueWorkDispatch(tenant, 'checkout_payment_poll', session.id),
      processAndVerify: async (deps, dispatch) => {
        await processDispatch(deps, dispatch);
        expect(await sessionOf(env, tenant, session.id)).toMatchObject({ status: 'expired' });
      },
    };
  },
  setup_payment_poll: async (env, tenant) => {
    const { fixture } = env;
    const { session, payment: sessionPayment } = await openSession(env, tenant, { status: 'completed' });
    const id = `seti_${session.id}`;
    const setupPayment: Payment = { ...sessionPayment, id: `${sessionPayment.id}X`, type: 'setup', checkoutSessionId: null, setupId: id };
    const providerPaymentId = await settleAtProvider(env, setupPayment, 'paid');
    const attempt = { number: 1, paymentId: setupPayment.id, choice: 'card' };
    const setup: PaymentMethodSetup = {
      id,
      created: START,
      customerId: session.customerId,
      subscriptionId: null,
      sessionId: session.id,
      currency: 'EUR',
      amountCents: 1,
      clockId: null,
      status: 'requires_action',
      attempt,
    };
    await writeChanges(fixture.store, tenant, [
      change(setupAggregate, null, setup),
      change(paymentAggregate, null, { ...setupPayment, providerPaymentId }),
    ]);
    const key = objectKey(setupAggregate, tenant, id);
    await storeDue(env, tenant, key, { at: START + 3600, kind: 'setup_payment_poll', clockId: null });
    return {
      key,
      expectedDispatch: dueWorkDispatch(tenant, 'setup_payment_poll', id),
      processAndVerify: async (deps, dispatch) => {
        await processDispatch(deps, dispatch);
        expect((await fixture.store.get(setupAggregate, tenant, id))?.record).toMatchObject({ status: 'succeeded' });
      },
    };
  },
  pending_operation: async (env, tenant) => {
    const { fixture } = env;
    const world = new World();
    const { record } = newCatalogue(world).customer;
    await writeChanges(fixture.store, tenant, [
      change(accountAggregate, null, sellerAccount(tenant)),
      change(customerAggregate, null, record),
    ]);
    const stored = await fixture.store.get(customerAggregate, tenant, record.id);
    if (stored === null) throw new Error('The customer is missing.');
    const opening = {
      kind: deletion.kind,
      subject: { aggregate: customerAggregate, stored },
      input: { customer_id: record.id },
      claim: null,
    };
    const { operation, changes } = openOperation(
      opening,
      Math.floor(fixture.clock.nowMs / 1000),
      sweepDepsOf(fixture, recordingPorts().ports).ids,
    );
    await writeChanges(fixture.store, tenant, changes);
    return {
      key: { pk: `A#${tenant.accountId}#${tenant.mode}#pending_operation`, sk: operation.id },
      expectedDispatch: dueWorkDispatch(tenant, 'pending_operation', operation.id),
      processAndVerify: async (deps, dispatch) => {
        await processDispatch(deps, dispatch);
        expect((await fixture.store.get(customerAggregate, tenant, record.id))?.record.deletedAt).not.toBeNull();
      },
    };
  },
  refund: async (env, tenant) => {
    const { fixture } = env;
    const { payment } = await openSession(env, tenant, { status: 'completed' });
    const providerPaymentId = await settleAtProvider(env, payment, 'paid');
    const written = await fixture.store.run({
      tenant,
      actor: SYSTEM,
      load: () => fixture.store.get(paymentAggregate, tenant, payment.id),
      nowOf: () => null,
      decide: (stored, context) => {
        if (stored === null) throw new Error('The payment is missing.');
        const paid: Payment = { ...stored.record, status: 'succeeded', providerPaymentId };
        const { changes, refund } = refundOverpayment(stored, paid, context);
        return { changes, events: [], result: refund.id };
      },
    });
    if (written.kind !== 'done') throw new Error(written.kind);
    const id = written.result;
    return {
      key: objectKey(refundAggregate, tenant, id),
      expectedDispatch: dueWorkDispatch(tenant, 'refund', id),
      processAndVerify: async (deps, dispatch) => {
        await processDispatch(deps, dispatch);
        expect((await fixture.store.get(refundAggregate, tenant, id))?.record).toMatchObject({ status: 'succeeded' });
      },
    };
  },
  dispute_poll: async (env, tenant) => {
    const { fixture, sandbox } = env;
    const { payment } = await openSession(env, tenant, { status: 'completed' });
    const providerPaymentId = await settleAtProvider(env, payment, 'paid');
    await sandbox.settle(providerPaymentId, 'charged_back');
    await updateRecord(fixture.store, tenant, paymentAggregate, payment.id, () => ({ status: 'succeeded' as const, providerPaymentId }));
    const deps = depsOf(env, recordingPorts().ports);
    await applyChargebacks(deps, tenant, payment.id, value(await sandbox.provider.listChargebacks(providerPaymentId)));
    const [dispute] = await loadAll(fixture.store, disputeAggregate, tenant, { parentId: payment.id });
    if (dispute === undefined) throw new Error('The dispute is missing.');
    await sandbox.settle(providerPaymentId, 'chargeback_reversed');
    return {
      key: objectKey(disputeAggregate, tenant, dispute.id),
      expectedDispatch: dueWorkDispatch(tenant, 'dispute_poll', dispute.id),
      processAndVerify: async (deps, dispatch) => {
        await processDispatch(deps, dispatch);
        expect((await fixture.store.get(disputeAggregate, tenant, dispute.id))?.record).toMatchObject({ status: 'won', nextPollAt: null });
      },
    };
  },
  clock_advance: async (env, tenant) => {
    const { fixture } = env;
    const startedAt = Math.floor(fixture.clock.nowMs / 1000);
    const clock: TestClock = {
      id: `clk_${tenant.accountId}`,
      created: startedAt,
      name: null,
      frozenTime: START,
      status: 'advancing',
      targetTime: START + 60,
      lastStepAt: startedAt,
      deletedAt: null,
      duesListed: true,
    };
    await writeChanges(fixture.store, tenant, [change(testClockAggregate, null, clock)]);
    return {
      key: objectKey(testClockAggregate, tenant, clock.id),
      expectedDispatch: dueWorkDispatch(tenant, 'clock_advance', clock.id),
      processAndVerify: async (deps, dispatch) => {
        const { dispatched, ports } = recordingPorts();
        await processDispatch({ ...deps, ...ports }, dispatch);
        expect(dispatched).toMatchObject([{ to: 'clock-advance', message: { ...tenant, clockId: clock.id } }]);
      },
    };
  },
  customer_import: customerImport,
  webhook_delivery: async ({ fixture }, { accountId }) => {
    await leasesOf(fixture.table).announceWork(accountId, fixture.clock.nowMs);
    return {
      key: { pk: `A#${accountId}#-#lease`, sk: 'webhook-delivery' },
      expectedDispatch: { to: 'webhook-delivery', message: { accountId } },
      processAndVerify: async () =>
        expect(await leasesOf(fixture.table).acquire(accountId, fixture.clock.nowMs)).toMatchObject({ kind: 'acquired' }),
    };
  },
  mail: async ({ fixture }, tenant) => {
    const order = { kind: 'delivery_failed', endpointId: 'we_1', deliveryId: 'whd_1' } as const;
    await fixture.table.transact([mailItem(tenant, 'mail_1', order, fixture.clock.nowMs)], `mail-${tenant.accountId}`.slice(-36));
    return {
      key: mailKey(tenant, 'mail_1'),
      expectedDispatch: { to: 'mail', message: { ...tenant, mailId: 'mail_1' } },
      processAndVerify: async () =>
        expect(await outboxOf(fixture.table).claim(tenant, 'mail_1', fixture.clock.nowMs)).toMatchObject({ kind: 'claimed', order }),
    };
  },
};
