import fc from 'fast-check';
import type { ChargeBehavior } from '../../../../shared/sandbox/model.ts';
import { fetchCharges } from '../../histories/books.ts';
import { passRealTime, sweep } from '../../histories/environment.ts';
import { sendWebhook, setBankBehavior } from '../../histories/perform.ts';
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
export const setBankAnswer = async (life: Simulation, charges: ChargeBehavior): Promise<void> => {
  await setBankBehavior(life, { charges });
  life.model.bankBehavior = MOODS[charges];
  life.model.answersAreLost = charges === 'timeout_after_charge';
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
  perform: (life, charges) => setBankAnswer(life, charges),
});

/** Has the bank decide all pending renewals, each with `calls` concurrent webhooks. */
export const decidePendingCharges = async (life: Simulation, bankOutcome: 'paid' | 'failed', calls: number): Promise<void> => {
  const { sandbox, fixture } = life.shop;
  const waiting = (await fetchCharges(life)).filter(({ status, sequenceType }) => status === 'pending' && sequenceType === 'recurring');
  for (const { id } of waiting) {
    await sandbox.settle(id, bankOutcome);
    const charge = (await fetchCharges(life)).find((each) => each.id === id);
    if (charge !== undefined) await Promise.all(Array.from({ length: calls }, () => sendWebhook(life, fixture.store, charge)));
  }
  if (waiting.length === 0) return;
  // Immediate charges are polled in real time, at most a day later.
  const polled = life.model.changing && calls === 0;
  if (polled) {
    passRealTime(life, DAY);
    await sweep(life);
  }
  if (life.model.changing) life.countAction(`change ${bankOutcome} by the bank${polled ? ', unheard' : ''}`);
  life.model.decide(bankOutcome, polled || calls > 0);
};

export const bank = defineAction({
  name: 'bank',
  weight: 5,
  inputs: fc.record({
    bankOutcome: fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const),
    calls: fc.constantFrom(0, 1, 1, 3),
  }),
  perform: (life, { bankOutcome, calls }) => decidePendingCharges(life, bankOutcome, calls),
});
