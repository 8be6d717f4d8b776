import fc from 'fast-check';
import type { ChargeBehavior } from '../../../../shared/sandbox/model.ts';
import { fetchCharges } from '../../histories/books.ts';
import { passTime, sweep } from '../../histories/environment.ts';
import { sendWebhook, setBehavior } from '../../histories/perform.ts';
import type { BankBehavior } from '../collection.ts';
import type { Simulation } from '../simulation.ts';
import { defineAction } from './action.ts';

const MOODS = {
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
  simulation.model.bankBehavior = MOODS[charges];
  simulation.model.answersAreLost = charges === 'timeout_after_charge';
};

/** Changes the bank's answer to charges. */
export const changeBankAnswer = defineAction({
  name: 'mood',
  weight: 6,
  inputs: fc.constantFrom<ChargeBehavior>(
    'paid',
    'paid',
    'paid',
    'insufficient_funds',
    'insufficient_funds',
    ...(Object.keys(MOODS) as ChargeBehavior[]),
  ),
  perform: (simulation, charges) => setBankAnswer(simulation, charges),
});

/** Has the bank decide all pending renewals, each with `calls` concurrent webhooks. */
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
  // Immediate charges are polled in real time, at most a day later.
  const polled = simulation.model.changing && calls === 0;
  if (polled) {
    passTime(simulation, DAY);
    await sweep(simulation);
  }
  if (simulation.model.changing) simulation.countAction(`change ${bankOutcome} by the bank${polled ? ', unheard' : ''}`);
  simulation.model.decide(bankOutcome, polled || calls > 0);
};

export const bank = defineAction({
  name: 'bank',
  weight: 5,
  inputs: fc.record({
    bankOutcome: fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const),
    calls: fc.constantFrom(0, 1, 1, 3),
  }),
  perform: (simulation, { bankOutcome, calls }) => decidePendingCharges(simulation, bankOutcome, calls),
});
