import fc from 'fast-check';
import type { Lockable } from '../../../../shared/domain/aggregate.ts';
import type { JsonObject } from '../../../../shared/domain/tenant.ts';
import type { ProviderCommand } from '../../../../shared/flows/two-phase/provider-write.ts';
import type { Store } from '../../../../shared/store/writer/store.ts';
import { storeWith } from '../../histories/environment.ts';
import { sendWithKey } from '../../histories/idempotent-request.ts';
import { setBehavior } from '../../histories/perform.ts';
import { fetchProviderPayments } from '../../histories/queries.ts';
import { sendWebhook } from '../../histories/requests.ts';
import type { Change } from '../changes.ts';
import type { BankBehavior } from '../collection.ts';
import type { BankAnswer } from '../model.ts';
import type { Simulation } from '../simulation.ts';

/** Faults and provider behavior during a request that charges at once. */
export interface RequestConditions {
  readonly fault:
    | { readonly kind: 'none' }
    /** The process dies at the database call with this number; the caller retries with the same idempotency key. */
    | { readonly kind: 'killed'; readonly call: number; readonly when: 'before' | 'after' }
    /** Two callers send the request concurrently. */
    | { readonly kind: 'twice' };
  /** The bank's answer when the caller retries after a provider timeout. */
  readonly later: 'paid' | 'insufficient_funds';
  /** Number of concurrent provider webhooks about the charge, after the request. */
  readonly webhooks: number;
}

export const requestConditions: fc.Arbitrary<RequestConditions> = fc.record({
  fault: fc.oneof(
    { weight: 4, arbitrary: fc.constant({ kind: 'none' as const }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('killed' as const),
        call: fc.nat(14),
        when: fc.constantFrom('before' as const, 'after' as const),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'twice' as const }) },
  ),
  later: fc.constantFrom('paid' as const, 'insufficient_funds' as const),
  webhooks: fc.constantFrom(0, 1, 3),
});

/** The bank's answer to an immediate charge, by its behavior. */
const ANSWERS = { paid: 'paid', pending: 'pending', soft: 'declined', hard: 'declined' } as const satisfies Partial<
  Record<BankBehavior, BankAnswer>
>;

/** Possible answers to the second of two concurrent requests: success, the first request is pending, or the first has made the change. */
const SECOND_ANSWERS = [null, 'operation_pending', 'parameter_invalid'];

const expectAnswer = (name: string, expected: string | null, answers: readonly (string | null)[]): void => {
  const [first = null, ...others] = answers;
  const isExpected =
    others.length === 0
      ? first === expected
      : answers.includes(expected) && answers.every((each) => each === expected || SECOND_ANSWERS.includes(each));
  if (!isExpected) throw new Error(`${name} returned ${answers.map(String).join(' and ')}, not ${expected}`);
};

/** Sends `count` concurrent provider webhooks about the latest charge. */
const sendWebhooks = async (simulation: Simulation, count: number): Promise<void> => {
  const latest = (await fetchProviderPayments(simulation)).findLast(({ sequenceType }) => sequenceType === 'recurring');
  if (latest === undefined) return;
  await Promise.all(Array.from({ length: count }, () => sendWebhook(simulation, simulation.shop.fixture.store, latest)));
};

/**
 * Requests a change that is charged at once, checks the answer and updates the model. `expected`: the change, an error code, or `null` if
 * nothing changes.
 */
export const requestChange = async <State, R extends Lockable, FlowState, Reply, Result>(
  simulation: Simulation,
  name: string,
  expected: Change | string | null,
  { fault, later, webhooks }: RequestConditions,
  commandIn: (store: Store) => ProviderCommand<State, R, FlowState, Reply, Result, JsonObject>,
): Promise<void> => {
  const { model } = simulation;
  const { store } = simulation.shop.fixture;
  const call = (usedStore: Store, key: string): Promise<string | null> => sendWithKey(simulation, usedStore, `${name}-${key}`, commandIn);
  simulation.keyCount += 1;
  const key = String(simulation.keyCount);
  const send = async (): Promise<readonly (string | null)[]> => {
    if (fault.kind === 'killed') {
      const dyingStore = storeWith(simulation, new Map([[fault.call, { when: fault.when, what: 'kills' }]]));
      const died = await call(dyingStore, key).then(
        () => false,
        () => true,
      );
      if (died) simulation.countAction(`${name}, killed`);
    }
    if (fault.kind !== 'twice' || model.bankBehavior === 'soft' || model.bankBehavior === 'hard') return [await call(store, key)];
    simulation.countAction(`${name}, twice`);
    return Promise.all([call(store, key), call(store, `${key}-twice`)]);
  };
  /** Retries when the response to a charge was lost. */
  const sendUntilAnswered = async (): Promise<readonly (string | null)[]> => {
    const answers = await send();
    if (!answers.includes('no_response')) return answers;
    simulation.countAction(`${name}, answer lost`);
    return [await call(store, key), ...answers.filter((each) => each !== 'no_response')];
  };
  if (expected === null || typeof expected === 'string') {
    expectAnswer(name, expected, await send());
    return;
  }
  const isCharged = expected.totalCents > 0;
  const timesOut = isCharged && model.bankBehavior === 'silent';
  // A free change makes no charge, so it does not matter that the bank is silent.
  const answer = timesOut
    ? later === 'paid'
      ? 'paid'
      : 'declined'
    : ANSWERS[model.bankBehavior === 'silent' ? 'paid' : model.bankBehavior];
  const code = isCharged && answer === 'declined' ? 'payment_refused' : null;
  if (timesOut) {
    expectAnswer(name, 'no_response', await send());
    await setBehavior(simulation, { charges: later });
    expectAnswer(name, code, [await call(store, key)]);
    await setBehavior(simulation, { charges: 'unreachable' });
  } else expectAnswer(name, code, await sendUntilAnswered());
  model.requestChange(expected, answer);
  simulation.countAction(`${name}: ${isCharged ? answer : 'free'}${timesOut ? ' after silence' : ''}`);
  if (isCharged) await sendWebhooks(simulation, webhooks);
};
