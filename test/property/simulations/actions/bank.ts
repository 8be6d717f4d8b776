import fc from 'fast-check';
import type { ChargeBehavior } from '../../../../shared/sandbox/model.ts';
import { passTime, sweep } from '../../histories/environment.ts';
import { setBehavior } from '../../histories/perform.ts';
import { fetchProviderPayments } from '../../histories/queries.ts';
import { sendWebhook } from '../../histories/requests.ts';
import type { BankBehavior } from '../collection.ts';
import type { Simulation } from '../simulation.ts';
import { defineAction } from './action.ts';

/** The behavior of the model's bank for each behavior of the sandbox. */
const BANK_BEHAVIORS = {
  paid: 'paid',
  timeout_after_charge: 'paid',
  pending: 'pending',
  insufficient_funds: 'soft',
  authentication_required: 'soft',
  card_expired: 'hard',
  mandate_gone: 'hard',
  unreachable: 'silent',
} as const satisfies Readonly<Record<ChargeBehavior, BankBehavior>>;

const DAY = 86_400;

/** Sets the bank's answer to charges. */
export const setBankAnswer = async (simulation: Simulation, charges: ChargeBehavior): Promise<void> => {
  await setBehavior(simulation, { charges });
  simulation.model.bankBehavior = BANK_BEHAVIORS[charges];
  simulation.model.answersAreLost = charges === 'timeout_after_charge';
};

/** The action that changes the bank's answer to charges. */
export const changeBankAnswer = defineAction({
  name: 'bank answer',
  weight: 6,
  inputs: fc.constantFrom<ChargeBehavior>(
    'paid',
    'paid',
    'paid',
    'insufficient_funds',
    'insufficient_funds',
    ...(Object.keys(BANK_BEHAVIORS) as ChargeBehavior[]),
  ),
  perform: (simulation, charges) => setBankAnswer(simulation, charges),
});

/** Makes the bank decide all pending charges. `webhooks`: how many are sent concurrently about each charge; 0: no report. */
export const decidePendingCharges = async (simulation: Simulation, bankOutcome: 'paid' | 'failed', webhooks: number): Promise<void> => {
  const { sandbox, fixture } = simulation.shop;
  const waiting = (await fetchProviderPayments(simulation)).filter(
    ({ status, sequenceType }) => status === 'pending' && sequenceType === 'recurring',
  );
  for (const { id } of waiting) {
    await sandbox.settle(id, bankOutcome);
    const charge = (await fetchProviderPayments(simulation)).find((each) => each.id === id);
    if (charge !== undefined) await Promise.all(Array.from({ length: webhooks }, () => sendWebhook(simulation, fixture.store, charge)));
  }
  if (waiting.length === 0) return;
  // Without a webhook, the charge of a plan change or resumption is polled. Polls follow the service's clock, not the test clock.
  const polled = simulation.model.isChangeUndecided && webhooks === 0;
  if (polled) {
    passTime(simulation, DAY);
    await sweep(simulation);
  }
  if (simulation.model.isChangeUndecided) simulation.countAction(`change ${bankOutcome} by the bank${polled ? ', polled' : ''}`);
  simulation.model.decide(bankOutcome, polled || webhooks > 0);
};

/** The action in which the bank decides all pending charges. */
export const bankDecision = defineAction({
  name: 'bank decision',
  weight: 5,
  inputs: fc.record({
    bankOutcome: fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const),
    webhooks: fc.constantFrom(0, 1, 1, 3),
  }),
  perform: (simulation, { bankOutcome, webhooks }) => decidePendingCharges(simulation, bankOutcome, webhooks),
});
