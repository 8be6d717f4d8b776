import { type Caller, callerOf, parsed } from './api.ts';
import { atRest } from './at-rest.ts';
import { fillChanges } from './fill/changes.ts';
import type { BenchAccount } from './fill/host-data.ts';
import { median, timed } from './measure.ts';
import { newSubject, type Subject } from './subject.ts';
import { atMost, columns, type Finding, type PartResult, shortNumber } from './verdict.ts';

const CHANGES = [0, 20_000, 200_000] as const;
/** What is not written by then is left out, and the number that was reached is reported. */
const FILL_WITHIN_MS = 300_000;
const BUDGET = 1.3;
/** Enough that no call meets a rate limit. */
const ACCOUNTS = 16;
const ROUNDS = 64;

const KINDS = ['create', 'read', 'list'] as const;
type Kind = (typeof KINDS)[number];
type Times = Readonly<Record<Kind, number[]>>;

/** A host with separate accounts to ask about. */
interface Asked {
  readonly subject: Subject;
  readonly caller: Caller;
  readonly accounts: readonly BenchAccount[];
}

const openAsked = async (subject: Subject): Promise<Asked> => {
  const { baseUrl } = await subject.host();
  return { subject, caller: callerOf(baseUrl, 1), accounts: await subject.accounts(ACCOUNTS) };
};

/** Creates a customer, reads it and lists a page, one after the other, and notes how long each took in ms. */
const askOnce = async ({ caller, accounts }: Asked, round: number, times: Times): Promise<void> => {
  const key = accounts[round % accounts.length]?.testKey;
  let id = '';
  times.create.push(
    await timed(async () => {
      const body = { name: 'Ada Lovelace', email: 'ada@example.com', country_code: 'NL' };
      id = String(parsed('Creating a customer', await caller.call({ method: 'POST', path: '/v1/customers', key, body })).id);
    }),
  );
  const get = (path: string) => timed(async () => parsed(path, await caller.call({ method: 'GET', path, key })));
  times.read.push(await get(`/v1/customers/${id}`));
  times.list.push(await get('/v1/customers?limit=1'));
};

const newTimes = (): Times => ({ create: [], read: [], list: [] });

interface Compared {
  readonly changes: number;
  readonly emptyMs: Readonly<Record<Kind, number>>;
  readonly grownMs: Readonly<Record<Kind, number>>;
  /** The median of what the calls of a round took on one in relation to the other. */
  readonly ratio: Readonly<Record<Kind, number>>;
}

const ofEach = (value: (kind: Kind) => number): Readonly<Record<Kind, number>> => ({
  create: value('create'),
  read: value('read'),
  list: value('list'),
});

/** Both hosts in turn, so that a busy moment of the machine meets both. */
const compare = async (changes: number, empty: Asked, grown: Asked): Promise<Compared> => {
  const times = { empty: newTimes(), grown: newTimes() };
  for (let round = 0; round < ROUNDS; round += 1) {
    await askOnce(empty, round, times.empty);
    await askOnce(grown, round, times.grown);
  }
  return {
    changes,
    emptyMs: ofEach((kind) => median(times.empty[kind])),
    grownMs: ofEach((kind) => median(times.grown[kind])),
    ratio: ofEach((kind) => median(times.grown[kind].map((ms, round) => ms / (times.empty[kind][round] ?? ms)))),
  };
};

const findingsOf = ({ changes, ratio }: Compared): readonly Finding[] =>
  KINDS.map((kind) => atMost(`${kind}: after ${changes} changes / none`, ratio[kind], BUDGET, ' x'));

const rowOf = ({ changes, emptyMs, grownMs }: Compared): readonly string[] => [
  String(changes),
  ...KINDS.flatMap((kind) => [shortNumber(grownMs[kind]), shortNumber(emptyMs[kind])]),
];

const grow = async (empty: Asked, grown: Asked): Promise<readonly Compared[]> => {
  const data = await grown.subject.data();
  const compared: Compared[] = [];
  let reached = 0;
  for (const to of CHANGES) {
    const from = reached;
    reached = await fillChanges(data, { from, to, untilMs: performance.now() + FILL_WITHIN_MS });
    await atRest(grown.subject.dataDirectory);
    // The first round finds code that has not run, here or there.
    if (to === 0) await compare(reached, empty, grown);
    compared.push(await compare(reached, empty, grown));
    if (reached < to) break;
  }
  return compared;
};

/** Whether a call takes longer on a host whose data have changed often than on one with none. */
export const measureGrowth = async (shared: Subject): Promise<PartResult> => {
  await shared.stop();
  const subjects = [newSubject(), newSubject()] as const;
  const asked: Asked[] = [];
  try {
    const empty = await openAsked(subjects[0]);
    const grown = await openAsked(subjects[1]);
    asked.push(empty, grown);
    const compared = await grow(empty, grown);
    return {
      findings: compared.slice(1).flatMap(findingsOf),
      detail: [
        'Changes are written past the API: each a customer and its entry of the log.',
        ...columns([['ms after changes', ...KINDS.flatMap((kind) => [kind, 'on an empty one'])], ...compared.map(rowOf)]),
      ],
      data: compared,
    };
  } finally {
    for (const { caller } of asked) caller.close();
    for (const subject of subjects) await subject.discard();
  }
};
