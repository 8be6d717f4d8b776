import { expect } from 'vitest';
import { accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { DueKind } from '../../shared/domain/due.ts';
import { createOneShot } from '../../shared/domain/one-shot/create.ts';
import { type OneShotPayment, oneShotAggregate } from '../../shared/domain/one-shot/record.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { loadBuyer } from '../../shared/flows/load/records.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import { catalogue, START, World } from '../domain/world.ts';
import { type DueCase, depsOf, dueWorkDispatch, processDispatch, type Stage, writeChanges } from './due-stage.ts';
import { recordingPorts } from './support.ts';

/** Stores an account with an open one-off payment. */
const openOneShot = async (stage: Stage, tenant: Tenant): Promise<OneShotPayment> => {
  const { fixture } = stage;
  const { record: customer } = catalogue(new World()).customer;
  const account = newAccount({ id: tenant.accountId, created: START, name: 'Seller', email: 'owner@example.test', countryCode: 'NL' });
  await writeChanges(stage, tenant, change(accountAggregate, null, account), change(customerAggregate, null, customer));
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

const oneShotOf = async ({ fixture }: Stage, tenant: Tenant, id: string): Promise<OneShotPayment | undefined> =>
  (await fixture.store.get(oneShotAggregate, tenant, id))?.record;

/** Starts the payment: the buyer is redirected to the provider. */
const startPayment = async (stage: Stage, tenant: Tenant, { id }: OneShotPayment): Promise<Payment> => {
  const started = await beginPayment(depsOf(stage, recordingPorts().ports), tenant, id, 'creditcard');
  const { attempt = null } = (await oneShotOf(stage, tenant, id)) ?? {};
  const stored = attempt === null ? null : await stage.fixture.store.get(paymentAggregate, tenant, attempt.paymentId);
  if (started.kind !== 'redirect' || stored === null) throw new Error(`The payment was not started: ${started.kind}`);
  return stored.record;
};

const expiry = async (stage: Stage, tenant: Tenant): Promise<DueCase> => {
  const oneShot = await openOneShot(stage, tenant);
  return {
    key: objectKey(oneShotAggregate, tenant, oneShot.id),
    expectedDispatch: dueWorkDispatch(tenant, 'checkout_expiry', oneShot.id),
    processAndVerify: async (deps, dispatch) => {
      await processDispatch(deps, dispatch);
      expect(await oneShotOf(stage, tenant, oneShot.id)).toMatchObject({ status: 'expired' });
    },
  };
};

const poll = async (stage: Stage, tenant: Tenant, outcome: 'paid' | 'failed'): Promise<DueCase> => {
  const oneShot = await openOneShot(stage, tenant);
  const { id, providerPaymentId } = await startPayment(stage, tenant, oneShot);
  await stage.sandbox.settle(String(providerPaymentId), outcome);
  return {
    key: objectKey(paymentAggregate, tenant, id),
    expectedDispatch: dueWorkDispatch(tenant, 'payment_poll', id),
    processAndVerify: async (deps, dispatch) => {
      await processDispatch(deps, dispatch);
      const status = outcome === 'paid' ? 'succeeded' : 'failed';
      expect(await oneShotOf(stage, tenant, oneShot.id)).toMatchObject({ status });
      expect((await stage.fixture.store.get(paymentAggregate, tenant, id))?.record).toMatchObject({ status, pollsFrom: null });
    },
  };
};

/** Test cases for due entries of one-off payments. */
export const ONE_SHOT_CASES: readonly (readonly [string, DueKind, (stage: Stage, tenant: Tenant) => Promise<DueCase>])[] = [
  ['expires when it is not paid', 'checkout_expiry', expiry],
  ['succeeds when the provider webhook was lost', 'payment_poll', (stage, tenant) => poll(stage, tenant, 'paid')],
  ['fails when the webhook of the refusal was lost', 'payment_poll', (stage, tenant) => poll(stage, tenant, 'failed')],
];
