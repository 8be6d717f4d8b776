import { type ApiClient, newApiClient, parseSuccess } from './api.ts';
import { fillChanges } from './fill/changes.ts';
import type { BenchAccount } from './fill/host-data.ts';
import { measureMs, median } from './measure.ts';
import { newSubject, type Subject } from './subject.ts';
import { atMost, columns, type Finding, type PartResult, shortNumber } from './verdict.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

const CHANGES = [0, 20_000, 200_000] as const;
/** Filling stops after this time; the results name the number of changes reached. */
const FILL_WITHIN_MS = 300_000;
/** Maximum ratio of the times on the filled host to those on an empty host. */
const RATIO_BUDGET = 1.3;
/** Enough accounts that no call exceeds a rate limit. */
const ACCOUNTS = 16;
const ROUNDS = 64;

const KINDS = ['create', 'read', 'list'] as const;
type Kind = (typeof KINDS)[number];
type Times = Readonly<Record<Kind, number[]>>;

interface MeasuredHost {
  readonly subject: Subject;
  readonly caller: ApiClient;
  readonly accounts: readonly BenchAccount[];
}

const openMeasuredHost = async (subject: Subject): Promise<MeasuredHost> => {
  const { baseUrl } = await subject.host();
  return { subject, caller: newApiClient(baseUrl, 1), accounts: await subject.accounts(ACCOUNTS) };
};

/** Creates a customer, reads it and lists a page, in sequence; adds the duration of each in ms to `times`. */
const measureRound = async ({ caller, accounts }: MeasuredHost, round: number, times: Times): Promise<void> => {
  const key = accounts[round % accounts.length]?.testKey;
  let id = '';
  times.create.push(
    await measureMs(async () => {
      const body = { name: 'Ada Lovelace', email: 'ada@example.com', country_code: 'NL' };
      id = String(parseSuccess('Creating a customer', await caller.call({ method: 'POST', path: '/v1/customers', key, body })).id);
    }),
  );
  const get = (path: string) => measureMs(async () => parseSuccess(path, await caller.call({ method: 'GET', path, key })));
  times.read.push(await get(`/v1/customers/${id}`));
  times.list.push(await get('/v1/customers?limit=1'));
};

const newTimes = (): Times => ({ create: [], read: [], list: [] });

interface Comparison {
  readonly changes: number;
  readonly emptyMs: Readonly<Record<Kind, number>>;
  readonly grownMs: Readonly<Record<Kind, number>>;
  /** Medians of `grown / empty` per round. */
  readonly ratio: Readonly<Record<Kind, number>>;
}

const forEachKind = (value: (kind: Kind) => number): Readonly<Record<Kind, number>> => ({
  create: value('create'),
  read: value('read'),
  list: value('list'),
});

/** Measures the two hosts alternately, so that load on the machine affects both. */
const compare = async (changes: number, empty: MeasuredHost, grown: MeasuredHost): Promise<Comparison> => {
  const times = { empty: newTimes(), grown: newTimes() };
  for (let round = 0; round < ROUNDS; round += 1) {
    await measureRound(empty, round, times.empty);
    await measureRound(grown, round, times.grown);
  }
  return {
    changes,
    emptyMs: forEachKind((kind) => median(times.empty[kind])),
    grownMs: forEachKind((kind) => median(times.grown[kind])),
    ratio: forEachKind((kind) => median(times.grown[kind].map((ms, round) => ms / (times.empty[kind][round] ?? ms)))),
  };
};

const findingsOf = ({ changes, ratio }: Comparison): readonly Finding[] =>
  KINDS.map((kind) => atMost(`${kind}: after ${changes} changes / none`, ratio[kind], RATIO_BUDGET, ' x'));

const rowOf = ({ changes, emptyMs, grownMs }: Comparison): readonly string[] => [
  String(changes),
  ...KINDS.flatMap((kind) => [shortNumber(grownMs[kind]), shortNumber(emptyMs[kind])]),
];

const fillAndCompare = async (empty: MeasuredHost, grown: MeasuredHost): Promise<readonly Comparison[]> => {
  const data = await grown.subject.data();
  const comparisons: Comparison[] = [];
  let changeCount = 0;
  for (const to of CHANGES) {
    const from = changeCount;
    changeCount = await fillChanges(data, { from, to, untilMs: performance.now() + FILL_WITHIN_MS });
    await waitUntilIdle(grown.subject.dataDirectory);
    // This call only warms up both hosts, so its result is not used.
    if (to === 0) await compare(changeCount, empty, grown);
    comparisons.push(await compare(changeCount, empty, grown));
    if (changeCount < to) break;
  }
  return comparisons;
};

/** Measures whether calls take longer on a host with many stored changes than on an empty one. */
export const measureGrowth = async (shared: Subject): Promise<PartResult> => {
  await shared.stop();
  const subjects = [newSubject(), newSubject()] as const;
  const hosts: MeasuredHost[] = [];
  try {
    const empty = await openMeasuredHost(subjects[0]);
    const grown = await openMeasuredHost(subjects[1]);
    hosts.push(empty, grown);
    const comparisons = await fillAndCompare(empty, grown);
    return {
      // The first comparison is of two empty hosts.
      findings: comparisons.slice(1).flatMap(findingsOf),
      detail: [
        'Changes are written directly to the table: each is a customer and its log entry.',
        ...columns([['ms after changes', ...KINDS.flatMap((kind) => [kind, 'on an empty host'])], ...comparisons.map(rowOf)]),
      ],
      data: comparisons,
    };
  } finally {
    for (const { caller } of hosts) caller.close();
    for (const subject of subjects) await subject.discard();
  }
};
