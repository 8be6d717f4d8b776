import fc from 'fast-check';
import { refusalAnswer } from '../../../../shared/api/errors.ts';
import { confirmSale } from '../../../../shared/flows/checkout/confirm.ts';
import { chargeReauthorized, reauthorization } from '../../../../shared/flows/subscriptions/reauthorize.ts';
import { SYSTEM } from '../../../../shared/store/audit/entries.ts';
import type { Store } from '../../../../shared/store/writer/store.ts';
import { fetchCharges } from '../../histories/books.ts';
import { storeWith } from '../../histories/environment.ts';
import { paymentsIn, sendWebhook } from '../../histories/perform.ts';
import type { Simulation } from '../simulation.ts';
import { defineAction } from './action.ts';
import { setBankAnswer } from './bank.ts';
import { advanceToNextDue } from './time.ts';

/** Requests a reauthorization page. Returns the error code, or `null`. */
const requestPage = async ({ shop, subscriptionId }: Simulation): Promise<string | null> => {
  const { deps, tenant } = shop;
  const request = { subscriptionId, method: 'creditcard', returnUrl: 'https://shop.test/account' };
  const keep = async () => ({ status: 200, body: '', sealed: false });
  const by = { actor: SYSTEM, claim: null, resumes: null, keep, keepRefusal: refusalAnswer('req_1') };
  const result = await confirmSale({ deps, fresh: deps.store, tenant, sale: reauthorization(deps, tenant, request), by });
  return result.kind === 'refused' ? result.refusal.code : null;
};

/** Processes a provider webhook about the payment. */
const callBack = async (simulation: Simulation, store: Store, paymentId: string): Promise<void> => {
  const { tenant, deps } = simulation.shop;
  const providerPayment = (await fetchCharges(simulation)).find(({ webhookUrl }) => webhookUrl?.endsWith(`/${paymentId}`) === true);
  if (providerPayment === undefined) throw new Error('The provider has no such payment.');
  await sendWebhook(simulation, store, providerPayment);
  await chargeReauthorized({ ...deps, store }, tenant, paymentId);
};

interface ReauthorizationInput {
  readonly outcome: 'paid' | 'failed';
  /** Additional provider webhooks. */
  readonly extraWebhooks: number;
  readonly crash: CallPlace | null;
}

interface CallPlace {
  readonly call: number;
  readonly when: 'before' | 'after';
}

const inputs: fc.Arbitrary<ReauthorizationInput> = fc.record({
  outcome: fc.constantFrom('paid' as const, 'paid' as const, 'paid' as const, 'failed' as const),
  extraWebhooks: fc.constantFrom(0, 0, 2),
  crash: fc.option(fc.record({ call: fc.nat(60), when: fc.constantFrom('before' as const, 'after' as const) }), { freq: 3, nil: null }),
});

/** Webhooks that are missing: for a charge whose response was lost, and for an earlier charge whose outcome is unknown. */
const missingWebhooks = ({ model }: Simulation): number => (model.answersAreLost ? 1 : 0) + (model.isUnheard ? 2 : 0);

const authorise = async (simulation: Simulation, { outcome, extraWebhooks, crash }: ReauthorizationInput): Promise<void> => {
  const { model, shop } = simulation;
  const code = await requestPage(simulation);
  const expected = model.status === 'canceled' && model.collection === null ? 'state_conflict' : null;
  if (code !== expected) throw new Error(`reauthorize returned ${code}, not ${expected}`);
  if (code !== null) return;
  const setupPayment = (await paymentsIn(simulation)).findLast(({ type }) => type === 'setup');
  if (setupPayment === undefined) throw new Error('There is no setup payment.');
  await shop.sandbox.settle(String(setupPayment.providerPaymentId), outcome);
  const wasPastDue = model.status === 'past_due' && !model.hasPendingCharge;
  if (crash !== null) {
    const dyingStore = storeWith(simulation, new Map([[crash.call, { when: crash.when, what: 'kills' }]]));
    await callBack(simulation, dyingStore, setupPayment.id).catch(() => simulation.countAction('reauthorization, killed'));
  }
  const calls = 1 + extraWebhooks + missingWebhooks(simulation);
  for (let call = 0; call < calls; call += 1) await callBack(simulation, shop.fixture.store, setupPayment.id);
  if (outcome === 'paid') model.replaceMethod();
  simulation.countAction(`reauthorization ${outcome}${wasPastDue ? ' when past due' : ''}`);
};

/** Authorises another payment method. */
export const reauthorize = defineAction({ name: 'reauthorize', weight: 3, inputs, perform: authorise });

/** A renewal is declined, and the customer authorises another method, which is charged at once. */
export const reauthorizeAfterDecline = defineAction({
  name: 'declined, then reauthorize',
  weight: 1,
  inputs: fc.record({
    charges: fc.constantFrom('insufficient_funds' as const, 'card_expired' as const, 'mandate_gone' as const),
    later: fc.constantFrom('paid' as const, 'paid' as const, 'pending' as const, 'insufficient_funds' as const),
    input: inputs,
  }),
  perform: async (simulation, { charges, later, input }) => {
    await setBankAnswer(simulation, charges);
    await advanceToNextDue(simulation);
    await setBankAnswer(simulation, later);
    await authorise(simulation, input);
  },
});
