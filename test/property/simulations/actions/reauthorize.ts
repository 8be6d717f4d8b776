import fc from 'fast-check';
import { requestReauthorization } from '../../../provider/wallet.ts';
import { storeWith } from '../../histories/environment.ts';
import { refusalCodeOf, sendVerificationWebhook, settleVerification } from '../../histories/requests.ts';
import type { Simulation } from '../simulation.ts';
import { defineAction } from './action.ts';
import { setBankAnswer } from './bank.ts';
import { advanceToNextDue } from './time.ts';

interface ReauthorizationInput {
  /** Outcome of the verification payment. */
  readonly outcome: 'paid' | 'failed';
  /** Additional provider webhooks. */
  readonly extraWebhooks: number;
  /** The database call at which the process dies while it handles the first webhook; `null`: the process does not die. */
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

/** How many webhooks the service needs after the first: 1 if responses are lost, plus 2 if the outcome of an earlier charge is unknown. */
const missingWebhooks = ({ model }: Simulation): number => (model.answersAreLost ? 1 : 0) + (model.isOutcomeUnknown ? 2 : 0);

const authorize = async (simulation: Simulation, { outcome, extraWebhooks, crash }: ReauthorizationInput): Promise<void> => {
  const { model, shop } = simulation;
  const code = refusalCodeOf(await requestReauthorization(shop, simulation.subscriptionId));
  const expected = model.status === 'canceled' && model.collection === null ? 'state_conflict' : null;
  if (code !== expected) throw new Error(`reauthorize returned ${code}, not ${expected}`);
  if (code !== null) return;
  const paymentId = await settleVerification(simulation, outcome);
  const wasPastDue = model.status === 'past_due' && !model.hasPendingCharge;
  if (crash !== null) {
    const dyingStore = storeWith(simulation, new Map([[crash.call, { when: crash.when, what: 'kills' }]]));
    await sendVerificationWebhook(simulation, dyingStore, paymentId).catch(() => simulation.countAction('reauthorization, killed'));
  }
  const webhooks = 1 + extraWebhooks + missingWebhooks(simulation);
  for (let sent = 0; sent < webhooks; sent += 1) await sendVerificationWebhook(simulation, shop.fixture.store, paymentId);
  if (outcome === 'paid') model.replaceMethod();
  simulation.countAction(`reauthorization ${outcome}${wasPastDue ? ' when past due' : ''}`);
};

/** Authorizes another payment method. */
export const reauthorize = defineAction({ name: 'reauthorize', weight: 3, inputs, perform: authorize });

/**
 * The bank declines a renewal, and the customer authorizes another method. If that succeeds, the renewal is charged to the method at once.
 * `charges`: why the bank declines. `later`: the bank's answer to the second charge.
 */
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
    await authorize(simulation, input);
  },
});
