import fc from 'fast-check';
import type { Lockable } from '../../../../shared/domain/aggregate.ts';
import type { JsonObject } from '../../../../shared/domain/tenant.ts';
import type { ProviderCommand } from '../../../../shared/flows/two-phase/provider-write.ts';
import type { Store } from '../../../../shared/store/writer/store.ts';
import { askUnderKey } from '../../histories/asking.ts';
import { chargesIn } from '../../histories/books.ts';
import { behave, notice } from '../../histories/perform.ts';
import { storeWith } from '../../histories/stage.ts';
import type { Change } from '../changing.ts';
import type { BankMood } from '../collection.ts';
import type { Life } from '../life.ts';
import type { Answer } from '../model.ts';

/** How a request goes that charges at once. */
export interface Asking {
  readonly trouble:
    | { readonly kind: 'none' }
    /** The process dies at this call of the table; the caller comes again with the same key. */
    | { readonly kind: 'killed'; readonly call: number; readonly when: 'before' | 'after' }
    /** Two ask at once. */
    | { readonly kind: 'twice' };
  /** What the bank says when the caller comes again to a provider that was silent. */
  readonly later: 'paid' | 'insufficient_funds';
  /** How often the provider calls back. */
  readonly calls: number;
}

export const asking: fc.Arbitrary<Asking> = fc.record({
  trouble: fc.oneof(
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
  calls: fc.constantFrom(0, 1, 3),
});

const ANSWERS = { paid: 'paid', pending: 'pending', soft: 'declined', hard: 'declined' } as const satisfies Partial<
  Record<BankMood, Answer>
>;

/** What is refused to the second of two who ask at once, if anything: it is under way, or made. */
const LATE = [null, 'operation_pending', 'parameter_invalid'];

const expectSame = (what: string, expected: string | null, answered: readonly (string | null)[]): void => {
  const [first = null, ...others] = answered;
  const agrees =
    others.length === 0
      ? first === expected
      : answered.includes(expected) && answered.every((each) => each === expected || LATE.includes(each));
  if (!agrees) throw new Error(`${what} answered ${answered.map(String).join(' and ')}, not ${expected}`);
};

/** The provider calls back about its latest charge, so many times at once. */
const callBack = async (life: Life, calls: number): Promise<void> => {
  const latest = (await chargesIn(life)).findLast(({ sequenceType }) => sequenceType === 'recurring');
  if (latest === undefined) return;
  await Promise.all(Array.from({ length: calls }, () => notice(life, life.shop.fixture.store, latest)));
};

/**
 * Asks for a change that is charged at once, and tells the model how it went. `expected`: what it comes to; the code of a refusal; `null`:
 * nothing changes.
 */
export const askForChange = async <State, R extends Lockable, FlowState, Reply, Result>(
  life: Life,
  what: string,
  expected: Change | string | null,
  { trouble, later, calls }: Asking,
  commandIn: (store: Store) => ProviderCommand<State, R, FlowState, Reply, Result, JsonObject>,
): Promise<void> => {
  const { model } = life;
  const { store } = life.shop.fixture;
  const call = (given: Store, key: string): Promise<string | null> => askUnderKey(life, given, `${what}-${key}`, commandIn);
  life.keys += 1;
  const key = String(life.keys);
  const asked = async (): Promise<readonly (string | null)[]> => {
    if (trouble.kind === 'killed') {
      const dying = storeWith(life, new Map([[trouble.call, { when: trouble.when, what: 'kills' }]]));
      const died = await call(dying, key).then(
        () => false,
        () => true,
      );
      if (died) life.happened(`${what}, killed`);
    }
    if (trouble.kind !== 'twice' || model.mood === 'soft' || model.mood === 'hard') return [await call(store, key)];
    life.happened(`${what}, twice`);
    return Promise.all([call(store, key), call(store, `${key}-twice`)]);
  };
  /** Who hears nothing of a charge that was made comes again. */
  const heard = async (): Promise<readonly (string | null)[]> => {
    const answered = await asked();
    if (!answered.includes('no_response')) return answered;
    life.happened(`${what}, answer lost`);
    return [await call(store, key), ...answered.filter((each) => each !== 'no_response')];
  };
  if (expected === null || typeof expected === 'string') {
    expectSame(what, expected, await asked());
    return;
  }
  const costs = expected.totalCents > 0;
  const silent = costs && model.mood === 'silent';
  const answer = silent ? (later === 'paid' ? 'paid' : 'declined') : ANSWERS[model.mood === 'silent' ? 'paid' : model.mood];
  const code = costs && answer === 'declined' ? 'payment_refused' : null;
  if (silent) {
    expectSame(what, 'no_response', await asked());
    await behave(life, { charges: later });
    expectSame(what, code, [await call(store, key)]);
    await behave(life, { charges: 'unreachable' });
  } else expectSame(what, code, await heard());
  model.take(expected, answer);
  life.happened(`${what}: ${costs ? answer : 'free'}${silent ? ' after silence' : ''}`);
  if (costs) await callBack(life, calls);
};
