import fc from 'fast-check';
import type { ChargeBehavior } from '../../../../shared/sandbox/model.ts';
import { passTime, sweep } from '../../histories/environment.ts';
import { setBehavior } from '../../histories/perform.ts';
import { fetchCharges } from '../../histories/queries.ts';
import { sendWebhook } from '../../histories/requests.ts';
import type { BankBehavior } from '../collection.ts';
import type { Simulation } from '../simulation.ts';
import { defineAction } from './action.ts';

/** The model's behavior of the bank for each behavior of the sandbox. */
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

/** Changes the bank's answer to charges. */
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

/** Makes the bank decide all pending charges. `calls`: the number of concurrent webhooks about each charge. */
export const decidePendingCharges = async (simulation: Simulation, bankOutcome: 'paid' | 'failed', calls: number): Promise<void> => {
  const { sandbox, fixture } = simulation.shop;
  const waiting = (await fetchCharges(simulation)).filter(
    ({ status, sequenceType }) => status === 'pending' && sequenceType === 'recurring',
  );
  for (const { id } of waiting) {
    await sandbox.settle(id, bankOutcome);
    const charge = (await fetchCharges(simulation)).find((each) => each.id === id);
    if (charge !== undefined) await Promise.all(Array.from({ length: calls }, () => sendWebhook(simulation, fixture.store, charge)));
  }
  if (waiting.length === 0) return;
  // A charge for a change is polled in real time instead of the test clock's time, at most a day later.
  const polled = simulation.model.changing && calls === 0;
  if (polled) {
    passTime(simulation, DAY);
    await sweep(simulation);
  }
  if (simulation.model.changing) simulation.countAction(`change ${bankOutcome} by the bank${polled ? ', polled' : ''}`);
  simulation.model.decide(bankOutcome, polled || calls > 0);
};

export const bank = defineAction({
  name: 'bank decision',
  weight: 5,
  inputs: fc.record({
    bankOutcome: fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const),
    calls: fc.constantFrom(0, 1, 1, 3),
  }),
  perform: (simulation, { bankOutcome, calls }) => decidePendingCharges(simulation, bankOutcome, calls),
});
