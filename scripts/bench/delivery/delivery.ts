import { setTimeout as pause } from 'node:timers/promises';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { CAPS } from '../../../shared/domain/webhook-delivery/in-flight-caps.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { until } from '../../support/waiting.ts';
import { type ApiClient, newApiClient, parseSuccess } from '../api.ts';
import type { BenchAccount } from '../fill/host-data.ts';
import { quantile } from '../measure.ts';
import type { Subject } from '../subject.ts';
import { atLeast, atMost, columns, type Finding, type PartResult, shortNumber } from '../verdict.ts';
import { type Execution, measureBatches } from './delivery-batch.ts';
import { HIGH_SEQUENCE, recordEvents } from './event-path.ts';

/** Number of evenly spaced writes: as many as the rate limit allows within a minute. */
const WRITES = 100;
const EVERY_MS = 600;
const OTHER_ACCOUNTS = 10;
/** Events that each of the other accounts records per interval: together, these accounts record a hundred events a second. */
const OTHER_EVENTS = 10;
const OTHER_EVERY_MS = 1000;
const P50_BUDGET_MS = 1000;
const P99_BUDGET_MS = 5000;

const BACKLOG_EVENTS = 5000;
const BACKLOG_ENDPOINTS = 2;
/** Response time of the receiver of the backlog. */
const RECEIVER_MS = 40;
/** Minimum ratio of the measured rate of deliveries to the rate that the limit on concurrent requests allows. */
const RATIO_BUDGET = 0.8;
const DEADLINE_MS = 400_000;
/** Minimum delivery rate of an execution with a full batch of accounts, as a multiple of the rate with one account. */
const BATCH_BUDGET = 5;

const TYPE = 'customer.created';

const subscribe = async (caller: ApiClient, { testKey }: BenchAccount, url: string): Promise<void> => {
  const body = { url, enabled_events: [TYPE] };
  parseSuccess('Creating an endpoint', await caller.call({ method: 'POST', path: '/v1/webhook_endpoints', key: testKey, body }));
};

interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Measures the time from the response to a write until the receiver gets the event of the write, over evenly spaced writes. */
const latencyOf = async (caller: ApiClient, account: BenchAccount, receiver: Receiver, path: string): Promise<Latency> => {
  const respondedAt = new Map<string, number>();
  for (let sent = 0; sent < WRITES; sent += 1) {
    const next = Date.now() + EVERY_MS;
    const call = { method: 'POST', path: '/v1/customers', key: account.testKey, body: { name: 'Timed' } } as const;
    const { id } = parseSuccess('Creating a customer', await caller.call(call));
    respondedAt.set(String(id), Date.now());
    await pause(Math.max(0, next - Date.now()));
  }
  const received = () => receiver.requests.filter((each) => each.path === path);
  const latencies = () =>
    received().flatMap(({ text, atMs }) => {
      const at = respondedAt.get(String(JSON.parse(text).data.id));
      return at === undefined ? [] : [Math.max(0, atMs - at)];
    });
  await until(() => latencies().length >= WRITES, DEADLINE_MS, 'Not every event was delivered.');
  const values = latencies();
  return { p50: quantile(values, 0.5), p99: quantile(values, 0.99), max: Math.max(...values) };
};

/** Records events of these tenants at intervals until `isOver` returns true; returns the number of events. */
const recordEventsOfOthers = async (subject: Subject, tenants: readonly Tenant[], isOver: () => boolean): Promise<number> => {
  const { table } = (await subject.data()).flow.store;
  let [last, recorded] = [HIGH_SEQUENCE, 0];
  while (!isOver()) {
    const next = Date.now() + OTHER_EVERY_MS;
    for (const tenant of tenants) {
      await recordEvents(table, tenant, last, OTHER_EVENTS);
      recorded += OTHER_EVENTS;
    }
    last += OTHER_EVENTS;
    await pause(Math.max(0, next - Date.now()));
  }
  return recorded;
};

const measureLatency = async (subject: Subject, caller: ApiClient, receiver: Receiver) => {
  const [first, second, ...others] = await subject.accounts(2 + OTHER_ACCOUNTS);
  if (first === undefined || second === undefined) throw new Error('There is no account.');
  await subscribe(caller, first, `${receiver.url}/alone`);
  const alone = await latencyOf(caller, first, receiver, '/alone');
  await subscribe(caller, second, `${receiver.url}/with-others`);
  for (const [index, other] of others.entries()) await subscribe(caller, other, `${receiver.url}/other/${index}`);
  let isOver = false;
  const tenants = others.map(({ accountId }): Tenant => ({ accountId, mode: 'test' }));
  const started = Date.now();
  const recordingOthers = recordEventsOfOthers(subject, tenants, () => isOver);
  const withOthers = await latencyOf(caller, second, receiver, '/with-others').finally(() => {
    isOver = true;
  });
  return { alone, withOthers, otherPerSecond: ((await recordingOthers) * 1000) / (Date.now() - started) };
};

/** Measures how fast a backlog is delivered, and how far the order of arrival deviates from the order of due times. */
const measureBacklog = async (subject: Subject, caller: ApiClient, receiver: Receiver) => {
  const [account] = await subject.accounts(1);
  if (account === undefined) throw new Error('There is no account.');
  for (let index = 0; index < BACKLOG_ENDPOINTS; index += 1) await subscribe(caller, account, `${receiver.url}/backlog/${index}`);
  const { table } = (await subject.data()).flow.store;
  const tenant: Tenant = { accountId: account.accountId, mode: 'test' };
  const from = receiver.requests.length;
  await recordEvents(table, tenant, HIGH_SEQUENCE, BACKLOG_EVENTS);
  const arrived = () => receiver.requests.slice(from).filter(({ path }) => path.startsWith('/backlog'));
  const count = BACKLOG_EVENTS * BACKLOG_ENDPOINTS;
  await until(() => arrived().length >= count, DEADLINE_MS, 'Not every delivery of the backlog arrived.');
  const values = arrived();
  const seconds = (Number(values.at(-1)?.atMs) - Number(values[0]?.atMs)) / 1000;
  const distinct = new Set(values.map(({ path, headers }) => `${path} ${headers['service-event-id']}`)).size;
  const ids = values.filter(({ path }) => path === '/backlog/0').map(({ headers }) => String(headers['service-event-id']));
  const positions = new Map([...ids].sort().map((id, position) => [id, position]));
  const farthest = Math.max(...ids.map((id, position) => Math.abs(position - Number(positions.get(id)))));
  return { count, distinct, seconds, perSecond: count / seconds, farthest };
};

const batchFinding = ([alone, together]: readonly [Execution, Execution]): Finding =>
  atLeast(
    `one execution with ${together.tenants} tenants, deliveries per second relative to one tenant`,
    together.perSecond / alone.perSecond,
    BATCH_BUDGET,
    ' x',
  );

const batchRow = ({ tenants, perSecond, cpuMsPerDelivery }: Execution): readonly string[] => [
  `execution with ${tenants} tenants`,
  `${shortNumber(perSecond)} a second`,
  `${shortNumber(cpuMsPerDelivery)} ms CPU`,
  '',
];

/**
 * Measures three things: the time from the response to a write until the receiver gets its event, first without and then with events of
 * other accounts; the delivery of a backlog; and executions of the worker with one and with several tenants.
 */
export const measureDelivery = async (subject: Subject): Promise<PartResult> => {
  const { baseUrl } = await subject.host();
  const receiver = await startReceiver((request, response) =>
    request.path.startsWith('/backlog') ? void setTimeout(() => response.end(), RECEIVER_MS) : response.end(),
  );
  const caller = newApiClient(baseUrl, 1);
  try {
    const { alone, withOthers, otherPerSecond } = await measureLatency(subject, caller, receiver);
    const backlog = await measureBacklog(subject, caller, receiver);
    const batches = await measureBatches(subject, caller);
    const allowed = (CAPS.perMode * 1000) / RECEIVER_MS;
    const othersLabel = `with ${shortNumber(otherPerSecond)} events a second of other accounts`;
    return {
      findings: [
        atMost('from the API response until the receiver gets the event, p50', alone.p50, P50_BUDGET_MS, ' ms'),
        atMost('from the API response until the receiver gets the event, p99', alone.p99, P99_BUDGET_MS, ' ms'),
        atMost(`the same ${othersLabel}, p50`, withOthers.p50, P50_BUDGET_MS, ' ms'),
        atMost(`the same ${othersLabel}, p99`, withOthers.p99, P99_BUDGET_MS, ' ms'),
        atLeast(
          `a backlog of ${backlog.count} deliveries, relative to the allowed ${shortNumber(allowed)} a second`,
          backlog.perSecond / allowed,
          RATIO_BUDGET,
          ' x',
        ),
        {
          what: 'largest number of places by which a delivery arrived out of the order of due times',
          value: String(backlog.farthest),
          budget: '',
          verdict: 'info',
        },
        batchFinding(batches),
      ],
      detail: columns([
        ['', 'p50 ms', 'p99 ms', 'max ms'],
        ['alone', ...[alone.p50, alone.p99, alone.max].map(shortNumber)],
        [othersLabel, ...[withOthers.p50, withOthers.p99, withOthers.max].map(shortNumber)],
        ['backlog', `${shortNumber(backlog.perSecond)} a second`, `${shortNumber(backlog.seconds)} s`, `${backlog.distinct} different`],
        ...batches.map(batchRow),
      ]),
      data: { alone, withOthers, otherPerSecond, backlog, batches },
    };
  } finally {
    caller.close();
    await receiver.stop();
  }
};
