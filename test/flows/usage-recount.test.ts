import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../scripts/bench/simulation/engine.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { AGGREGATIONS, type Aggregation } from '../../shared/domain/meter/record.ts';
import type { SentEvent } from '../../shared/domain/usage-event/outcome.ts';
import { allOf } from '../../shared/flows/load/records.ts';
import { nowOf, openRunEnvironment, type RunEnvironment, runMinute, setTime, subscriptionOf } from './run-environment.ts';
import { cancelStoredEvent, createWithMeter, newEvent, sendEvents, storedEvents } from './usage-event-steps.ts';

/** Number of random histories. */
const HISTORIES = Number(process.env['USAGE_HISTORIES'] ?? 40);
const SEED = Number(process.env['USAGE_SEED'] ?? Math.floor(Date.now() / 86_400_000));

let env: RunEnvironment;
let directory: string;
beforeAll(async () => {
  env = await openRunEnvironment();
  directory = mkdtempSync(join(tmpdir(), 'usage-recount-'));
}, 120_000);
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await env.close();
});

/** Returns a function that gives random integers from 0 to below its argument. */
const randomOf = (seed: number) => {
  const random = randomFrom(seed);
  return (below: number): number => Math.floor(random() * below);
};
type Random = ReturnType<typeof randomOf>;

const randomEvent = (random: Random, id: string, from: number, to: number): SentEvent =>
  newEvent(id, {
    occurredAt: from + random(to - from + 1),
    value: `${random(1000)}.${String(random(10 ** 6)).padStart(6, '0')}${random(2) === 0 ? '' : '000001'}`,
    properties: { user: `u${random(12)}`, region: random(3) === 0 ? 'us' : 'eu' },
  });

interface History {
  readonly aggregation: Aggregation;
  /** Start of each period, and the end of the last one. */
  readonly boundaries: readonly number[];
  /** Rows of the table `events` of the recount. */
  readonly events: readonly (readonly (string | number)[])[];
  /** Units and cents of each usage invoice, oldest first. */
  readonly invoices: readonly (readonly [units: number, cents: number])[];
}

/** Sends random events in three periods, some of them late, twice or canceled, and closes each period. */
const playHistory = async (number: number, random: Random): Promise<History> => {
  const aggregation = AGGREGATIONS[random(AGGREGATIONS.length)] ?? 'sum';
  const { tenant, id, start } = await createWithMeter(env, {
    aggregation,
    valueKey: aggregation === 'unique' ? 'user' : null,
    filters: [{ key: 'region', values: ['eu'] }],
  });
  const boundaries = [start];
  const received: string[] = [];
  let sent: SentEvent[] = [];
  for (let period = 0; period < 3; period += 1) {
    const { currentPeriodStart, currentPeriodEnd } = await subscriptionOf(env, tenant, id);
    for (let batch = 0; batch < 1 + random(4); batch += 1) {
      setTime(env, Math.min(currentPeriodEnd - 1, Math.max(nowOf(env), currentPeriodStart + 60 + random(86_400))));
      const from = random(3) === 0 ? start : currentPeriodStart;
      const events = Array.from({ length: 1 + random(30) }, () => randomEvent(random, id, from, nowOf(env)));
      const repeated = sent.filter(() => random(5) === 0);
      const outcomes = await sendEvents(env, tenant, [...repeated, ...events]);
      expect(outcomes).toEqual([...repeated.map(() => 'duplicate'), ...events.map(() => 'recorded')]);
      received.push(...events.map((event) => event.id));
      sent = [...sent, ...events];
      const isAdded = aggregation === 'sum' || aggregation === 'count';
      if (isAdded) for (const event of events) if (random(15) === 0) await cancelStoredEvent(env, tenant, event.id);
    }
    setTime(env, currentPeriodEnd);
    await runMinute(env, tenant);
    boundaries.push(currentPeriodEnd);
  }
  const { customerId } = await subscriptionOf(env, tenant, id);
  const invoices = (await allOf(env.fixture.store, invoiceAggregate, tenant, { customerId })).toReversed();
  const exported = await storedEvents(env, tenant, id);
  expect(exported.map((event) => event.id).sort()).toEqual([...received].sort());
  return {
    aggregation,
    boundaries,
    events: exported.map(({ id: eventId, created, occurredAt, value, properties, status }) => [
      number,
      received.indexOf(eventId),
      created,
      occurredAt,
      value ?? '0',
      String(properties['user']),
      String(properties['region']),
      status,
    ]),
    invoices: invoices
      .filter(({ billingReason }) => billingReason === 'usage')
      .map(({ lines }) => [
        lines.reduce((sum, { quantity }) => sum + Number(quantity), 0),
        lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
      ]),
  };
};

/**
 * Recounts in SQL. An event belongs to the period of its time or, if that period was already billed when the event was received, to the
 * period in which it was received. Whole units are billed when they are complete. A unit costs 2.5 cents.
 */
const RECOUNT = `
  WITH counted AS (
    SELECT e.*, m.aggregation, p.start AS period
    FROM events e
    JOIN meters m USING (history)
    JOIN periods r ON r.history = e.history AND e.created >= r.start AND e.created < r.finish
    JOIN periods p ON p.history = e.history AND greatest(e.occurred_at, r.start) >= p.start
      AND greatest(e.occurred_at, r.start) < p.finish
    WHERE e.region = 'eu' AND e.status = 'recorded'
  ),
  quantities AS (
    SELECT history, period, CASE any_value(aggregation)
      WHEN 'sum' THEN sum(amount)
      WHEN 'count' THEN count(*)::DECIMAL(38, 12)
      WHEN 'max' THEN max(amount)
      WHEN 'last' THEN arg_max(amount, occurred_at * 1000000 + position)
      ELSE count(DISTINCT person)::DECIMAL(38, 12) END AS quantity
    FROM counted GROUP BY history, period
  ),
  totals AS (
    SELECT p.history, p.start, floor(sum(coalesce(q.quantity, 0)) OVER (PARTITION BY p.history ORDER BY p.start)) AS total
    FROM periods p LEFT JOIN quantities q ON q.history = p.history AND q.period = p.start
  ),
  billed AS (
    SELECT history, start, total - coalesce(lag(total) OVER (PARTITION BY history ORDER BY start), 0) AS units FROM totals
  )
  SELECT history::INTEGER AS history, units::INTEGER AS units, floor(units * 2.5 + 0.5)::INTEGER AS cents
  FROM billed ORDER BY history, start`;

const recount = async (histories: readonly History[]): Promise<readonly (readonly (readonly [number, number])[])[]> => {
  const csv = (name: string, rows: readonly (readonly (string | number)[])[]): string => {
    const file = join(directory, `${name}.csv`);
    writeFileSync(file, rows.map((row) => row.join(',')).join('\n'));
    return file;
  };
  const periodsOf = ({ boundaries }: History, history: number) =>
    boundaries.slice(0, -1).map((start, index) => [history, start, boundaries[index + 1] ?? start]);
  const files = {
    events: csv(
      'events',
      histories.flatMap(({ events }) => events),
    ),
    periods: csv('periods', histories.flatMap(periodsOf)),
    meters: csv(
      'meters',
      histories.map(({ aggregation }, history) => [history, aggregation]),
    ),
  };
  const instance = await DuckDBInstance.create(':memory:');
  const database = await instance.connect();
  const load = (table: string, file: string, columns: string) =>
    database.run(`CREATE TABLE ${table} AS SELECT * FROM read_csv('${file}', header = false, columns = {${columns}})`);
  await load(
    'events',
    files.events,
    "history: 'INTEGER', position: 'BIGINT', created: 'BIGINT', occurred_at: 'BIGINT', amount: 'DECIMAL(38,12)', person: 'VARCHAR', region: 'VARCHAR', status: 'VARCHAR'",
  );
  await load('periods', files.periods, "history: 'INTEGER', start: 'BIGINT', finish: 'BIGINT'");
  await load('meters', files.meters, "history: 'INTEGER', aggregation: 'VARCHAR'");
  const rows = (await database.runAndReadAll(RECOUNT)).getRowObjects();
  database.closeSync();
  return histories.map((_, history) =>
    rows.filter((row) => row['history'] === history).map((row) => [Number(row['units']), Number(row['cents'])] as const),
  );
};

describe('the invoices of meters', () => {
  it(`are equal to a recount of the exported events by a database, in ${HISTORIES} random histories`, async () => {
    const random = randomOf(SEED);
    const histories: History[] = [];
    for (let number = 0; number < HISTORIES; number += 1) histories.push(await playHistory(number, random));
    process.stdout.write(`USAGE_SEED=${SEED}: ${histories.reduce((sum, { events }) => sum + events.length, 0)} events\n`);
    const recounted = await recount(histories);
    for (const [number, { invoices, aggregation }] of histories.entries()) {
      expect(invoices, `history ${number}, ${aggregation}`).toEqual(recounted[number]);
    }
    expect(histories.flatMap(({ invoices }) => invoices)).toHaveLength(HISTORIES * 3);
  }, 900_000);
});
