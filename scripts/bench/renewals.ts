import { setTimeout as pause } from 'node:timers/promises';
import { LOOK_AHEAD_SECONDS } from '../../shared/domain/due.ts';
import type { HostData } from './fill/host-data.ts';
import { type Filled, fillSubscriptions } from './fill/subscriptions.ts';
import { type MostResident, watchingMemory } from './memory.ts';
import { newSubject, type Subject } from './subject.ts';
import { atMost, columns, type Done, doneWithin, type Finding, isWhole, type PartResult, secondsEach, shortNumber } from './verdict.ts';
import { watchRenewals } from './watch-renewals.ts';

const FEW = 100;
const MANY = 1000;
const MANY_BUDGET_SECONDS = 30;
const GROWTH_BUDGET = 1.3;
const TENANTS = 100;
const EACH = 20;
const TENANTS_BUDGET_SECONDS = 60;
const CROWD = 2000;
const OTHER_BUDGET_SECONDS = 15;
const MEMORY_BUDGET_MIB = 400;

/** Before anything is measured, so that the code has run. */
const WARM_UP = 50;
const GIVEN_UP_AFTER_MS = 90_000;
/** How long filling one is taken to last at first; from then on it is measured. */
const FIRST_FILL_MS_EACH = 20;
/** Filling must have come to an end before the first of what is filled falls due. */
const FILL_MARGIN = 2;
const FILL_MARGIN_MS = 2000;

/** Renewals that fall due in one second, by group and tenant; each group is timed on its own. */
type Groups = Readonly<Record<string, readonly number[]>>;

/** Fills what falls due, sweeps as soon as the sweep would hand it out, and waits. */
type Renew = (groups: Groups) => Promise<ReadonlyMap<string, Done>>;

const fillAll = async (data: HostData, counts: readonly number[], dueAt: number): Promise<readonly Filled[]> => {
  const accounts = await data.makeAccounts(counts.length);
  const filled: Filled[] = [];
  for (const [index, { accountId }] of accounts.entries()) {
    filled.push(await fillSubscriptions(data, accountId, { count: counts[index] ?? 0, dueAt }));
  }
  return filled;
};

const renewingOn = (data: HostData): Renew => {
  let fillMsEach = FIRST_FILL_MS_EACH;
  return async (groups) => {
    const count = Object.values(groups)
      .flat()
      .reduce((sum, each) => sum + each, 0);
    const startedMs = Date.now();
    const handedOutAt = Math.ceil((startedMs + FILL_MARGIN_MS + FILL_MARGIN * fillMsEach * count) / 1000);
    const dueAt = handedOutAt + LOOK_AHEAD_SECONDS;
    const filled = new Map<string, readonly Filled[]>();
    for (const [group, counts] of Object.entries(groups)) filled.set(group, await fillAll(data, counts, dueAt));
    fillMsEach = (Date.now() - startedMs) / count;
    const earlyMs = handedOutAt * 1000 - Date.now();
    if (earlyMs < 0) throw new Error(`Filling ${count} subscriptions took ${shortNumber(-earlyMs / 1000)} s too long.`);
    await pause(earlyMs);
    await data.sweep();
    const watch = async ([group, tenants]: readonly [string, readonly Filled[]]) =>
      [group, await watchRenewals(data.flow.store.table, tenants, { dueAt, forMs: GIVEN_UP_AFTER_MS })] as const;
    return new Map(await Promise.all([...filled].map(watch)));
  };
};

interface Scene {
  readonly done: ReadonlyMap<string, Done>;
  readonly most: MostResident;
}

/** Renewals on a separate host, one set of groups after the other. */
const onFreshHost = async (sets: readonly Groups[]): Promise<Scene> => {
  const subject = newSubject();
  try {
    const { pid } = await subject.host();
    const renew = renewingOn(await subject.data());
    await renew({ 'warm-up': [WARM_UP] });
    const { result, most } = await watchingMemory(pid, async () => {
      const done: (readonly [string, Done])[] = [];
      for (const groups of sets) done.push(...(await renew(groups)));
      return new Map(done);
    });
    return { done: result, most };
  } finally {
    await subject.discard();
  }
};

const of = ({ done }: Scene, group: string): Done => {
  const found = done.get(group);
  if (found === undefined) throw new Error(`${group} was not measured.`);
  return found;
};

const growth = (few: Done, many: Done): Finding => {
  const finding = atMost(`time per renewal: ${MANY} / ${FEW}`, secondsEach(many) / secondsEach(few), GROWTH_BUDGET, ' x');
  return isWhole(many) && isWhole(few) ? finding : { ...finding, verdict: 'over' };
};

const SINGLE = 'one tenant';
const ROWS = { few: `${FEW} of ${SINGLE}`, many: `${MANY} of ${SINGLE}`, tenants: `${EACH} each of ${TENANTS} tenants` };
const CROWDED = { crowd: `${CROWD} of another tenant`, alongside: `1 next to ${CROWD} of another tenant` };

/** How long renewals that fall due at once take, from the start of the sweep until the last is charged in the sandbox and settled. */
export const measureRenewals = async (shared: Subject): Promise<PartResult> => {
  // Another host next to those that are measured would take their time.
  await shared.stop();
  const single = await onFreshHost([{ [ROWS.few]: [FEW] }, { [ROWS.many]: [MANY] }]);
  const tenants = await onFreshHost([{ [ROWS.tenants]: Array.from({ length: TENANTS }, () => EACH) }]);
  const crowd = await onFreshHost([{ [CROWDED.crowd]: [CROWD], [CROWDED.alongside]: [1] }]);
  const scenes = [single, tenants, crowd];
  const few = of(single, ROWS.few);
  const many = of(single, ROWS.many);
  const hostMiB = Math.max(...scenes.map(({ most }) => most.hostMiB));
  const engineMiB = Math.max(...scenes.map(({ most }) => most.engineMiB));
  const rows = scenes.flatMap(({ done }) => [...done]);
  return {
    findings: [
      doneWithin(`renewals: ${ROWS.many}`, many, MANY_BUDGET_SECONDS),
      growth(few, many),
      doneWithin(`renewals: ${ROWS.tenants}`, of(tenants, ROWS.tenants), TENANTS_BUDGET_SECONDS),
      doneWithin(`renewals: ${CROWDED.alongside}`, of(crowd, CROWDED.alongside), OTHER_BUDGET_SECONDS),
      atMost('resident memory of the host in the meantime', hostMiB, MEMORY_BUDGET_MIB, ' MiB'),
      { what: 'resident memory of its engine in the meantime', value: `${shortNumber(engineMiB)} MiB`, budget: '', verdict: 'info' },
    ],
    detail: [
      'Subscriptions with sandbox mandates are written by the store, past the API and its rate limits.',
      ...columns([
        ['due at once', 'renewed', 'seconds', 'ms each'],
        ...rows.map(([what, done]) => [what, String(done.count), shortNumber(done.seconds), shortNumber(1000 * secondsEach(done))]),
      ]),
    ],
    data: { renewals: rows.map(([what, done]) => ({ what, ...done })), hostMiB, engineMiB },
  };
};
