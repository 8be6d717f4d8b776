import { expect } from 'vitest';
import { accountAggregate } from '../../../shared/domain/account/record.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import type { DueKind } from '../../../shared/domain/due.ts';
import { createOneShot } from '../../../shared/domain/one-shot/create.ts';
import { type OneShotPayment, oneShotAggregate } from '../../../shared/domain/one-shot/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { beginPayment } from '../../../shared/flows/checkout/begin.ts';
import { loadBuyer } from '../../../shared/flows/load/records.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { objectKey } from '../../../shared/store/core/keys.ts';
import { newCatalogue, World } from '../../domain/world.ts';
import { writeChanges } from '../../store/support.ts';
import { recordingPorts, sellerAccount } from '../support.ts';
import { type DueCase, type DueEnvironment, depsOf, dueWorkDispatch, processDispatch } from './due-environment.ts';

/** Stores an account with an open one-off payment. */
const openOneShot = async (env: DueEnvironment, tenant: Tenant): Promise<OneShotPayment> => {
  const { fixture } = env;
  const { record: customer } = newCatalogue(new World()).customer;
  await writeChanges(fixture.store, tenant, [
    change(accountAggregate, null, sellerAccount(tenant)),
    change(customerAggregate, null, customer),
  ]);
  const outcome = await fixture.store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadBuyer(fixture.store, tenant, customer.id),
    nowOf: () => null,
    decide: (state, context) =>
      createOneShot(
        {
          amountCents: 15_000,
          currency: 'EUR',
          description: 'Workshop',
          paymentMethod: 'creditcard',
          customerId: customer.id,
          successUrl: 'https://shop.test/ok',
          cancelUrl: 'https://shop.test/no',
          hostedUrlOf: (id) => `https://pay.test/${id}`,
        },
        state,
        context,
      ),
  });
  if (outcome.kind !== 'done') throw new Error(`The one-off payment was not created: ${outcome.kind}.`);
  return outcome.result;
};

const oneShotOf = async ({ fixture }: DueEnvironment, tenant: Tenant, id: string): Promise<OneShotPayment | undefined> =>
  (await fixture.store.get(oneShotAggregate, tenant, id))?.record;

/** Starts the payment: the buyer is redirected to the provider. */
const startPayment = async (env: DueEnvironment, tenant: Tenant, { id }: OneShotPayment): Promise<Payment> => {
  const started = await beginPayment(depsOf(env, recordingPorts().ports), tenant, id, 'creditcard');
  const { attempt = null } = (await oneShotOf(env, tenant, id)) ?? {};
  const stored = attempt === null ? null : await env.fixture.store.get(paymentAggregate, tenant, attempt.paymentId);
  if (started.kind !== 'redirect' || stored === null) throw new Error(`The payment was not started: ${started.kind}`);
  return stored.record;
};

/** Test case of a one-off payment that is never paid. */
const expiryCase = async (env: DueEnvironment, tenant: Tenant): Promise<DueCase> => {
  const oneShot = await openOneShot(env, tenant);
  return {
    key: objectKey(oneShotAggregate, tenant, oneShot.id),
    expectedDispatch: dueWorkDispatch(tenant, 'checkout_expiry', oneShot.id),
    processAndVerify: async (deps, dispatch) => {
      await processDispatch(deps, dispatch);
      expect(await oneShotOf(env, tenant, oneShot.id)).toMatchObject({ status: 'expired' });
    },
  };
};

/** Test case of a one-off payment whose webhook about the outcome was lost. */
const pollCase = async (env: DueEnvironment, tenant: Tenant, outcome: 'paid' | 'failed'): Promise<DueCase> => {
  const oneShot = await openOneShot(env, tenant);
  const { id, providerPaymentId } = await startPayment(env, tenant, oneShot);
  await env.sandbox.settle(String(providerPaymentId), outcome);
  return {
    key: objectKey(paymentAggregate, tenant, id),
    expectedDispatch: dueWorkDispatch(tenant, 'payment_poll', id),
    processAndVerify: async (deps, dispatch) => {
      await processDispatch(deps, dispatch);
      const status = outcome === 'paid' ? 'succeeded' : 'failed';
      expect(await oneShotOf(env, tenant, oneShot.id)).toMatchObject({ status });
      expect((await env.fixture.store.get(paymentAggregate, tenant, id))?.record).toMatchObject({ status, pollsFrom: null });
    },
  };
};

/** Test cases for due entries of one-off payments. */
export const ONE_SHOT_CASES: readonly (readonly [string, DueKind, (env: DueEnvironment, tenant: Tenant) => Promise<DueCase>])[] = [
  ['expires when it is not paid', 'checkout_expiry', expiryCase],
  ['succeeds when the provider webhook was lost', 'payment_poll', (env, tenant) => pollCase(env, tenant, 'paid')],
  ['is marked as failed when the provider webhook was lost', 'payment_poll', (env, tenant) => pollCase(env, tenant, 'failed')],
];
