import fc from 'fast-check';
import type { ChargeBehavior } from '../../../../shared/sandbox/model.ts';
import { chargesIn } from '../../histories/books.ts';
import { behave, notice } from '../../histories/perform.ts';
import { pass, sweep } from '../../histories/stage.ts';
import type { BankMood } from '../collection.ts';
import type { Life } from '../life.ts';
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
} as const satisfies Readonly<Record<ChargeBehavior, BankMood>>;

const DAY = 86_400;

/** Has the bank answer charges so from now on. */
export const answerBy = async (life: Life, charges: ChargeBehavior): Promise<void> => {
  await behave(life, { charges });
  life.model.mood = MOODS[charges];
  life.model.answersAreLost = charges === 'timeout_after_charge';
};

/** How the bank answers charges from now on. */
export const mood = defineAction({
  name: 'mood',
  weight: 6,
  given: fc.constantFrom<ChargeBehavior>(
    'paid',
    'paid',
    'paid',
    'insufficient_funds',
    'insufficient_funds',
    ...(Object.keys(MOODS) as ChargeBehavior[]),
  ),
  perform: (life, charges) => answerBy(life, charges),
});

/** The bank decides every renewal that it has taken on; it calls back so many times, at once. */
export const decideAll = async (life: Life, bankOutcome: 'paid' | 'failed', calls: number): Promise<void> => {
  const { sandbox, fixture } = life.shop;
  const waiting = (await chargesIn(life)).filter(({ status, sequenceType }) => status === 'pending' && sequenceType === 'recurring');
  for (const { id } of waiting) {
    await sandbox.settle(id, bankOutcome);
    const charge = (await chargesIn(life)).find((each) => each.id === id);
    if (charge !== undefined) await Promise.all(Array.from({ length: calls }, () => notice(life, fixture.store, charge)));
  }
  if (waiting.length === 0) return;
  // What is charged at once is polled in real time, a day later at the latest.
  const polled = life.model.changing && calls === 0;
  if (polled) {
    pass(life, DAY);
    await sweep(life);
  }
  if (life.model.changing) life.happened(`change ${bankOutcome} by the bank${polled ? ', unheard' : ''}`);
  life.model.decide(bankOutcome, polled || calls > 0);
};

export const bank = defineAction({
  name: 'bank',
  weight: 5,
  given: fc.record({
    bankOutcome: fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const),
    calls: fc.constantFrom(0, 1, 1, 3),
  }),
  perform: (life, { bankOutcome, calls }) => decideAll(life, bankOutcome, calls),
});
