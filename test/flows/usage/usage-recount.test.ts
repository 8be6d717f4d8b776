import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../../scripts/bench/simulation/engine.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { AGGREGATIONS, type Aggregation } from '../../../shared/domain/meter/record.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import type { SentEvent } from '../../../shared/domain/usage-event/outcome.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { nowOf, openRunEnvironment, type RunEnvironment, runMinute, setTime, subscriptionOf } from '../renewals/run-environment.ts';
import { rowsFromEvents, rowsFromSums } from './usage-day-steps.ts';
import { cancelStoredEvent, createSubscriptionsWithMeter, newEvent, sendEvents, storedEvents } from './usage-event-steps.ts';
import { startTrial } from './usage-steps.ts';

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

/** Creates a function that returns a random integer from 0 to one less than its argument. */
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

/** A price per unit, a price with tiers, and a price per unit with a trial as the first period. */
const KINDS = ['flat', 'tiered', 'trial'] as const;
type Kind = (typeof KINDS)[number];

const PRICES: Record<Kind, Partial<CreatePrice>> = {
  flat: { unitAmountDecimal: '2.5' },
  tiered: {
    unitAmountDecimal: null,
    tiers: [
      { upTo: 100, flatAmountCents: 300, unitAmountDecimal: '4' },
      { upTo: null, flatAmountCents: 0, unitAmountDecimal: '1.25' },
    ],
  },
  trial: { unitAmountDecimal: '2.5' },
};

/** A row of the usage by day: start of the period, start of the row, quantity, and number of events. */
type DayRow = readonly [period: number, startsAt: number, quantity: string, events: number];

interface History {
  readonly aggregation: Aggregation;
  readonly kind: Kind;
  /** The sums by day at the end of each period. */
  readonly days: readonly DayRow[];
  /** Start of each period, and the end of the last one. */
  readonly boundaries: readonly number[];
  /** Rows of the table `events` of the recount. */
  readonly events: readonly (readonly (string | number)[])[];
  /** Units and cents of each usage invoice, oldest first. */
  readonly invoices: readonly (readonly [units: number, cents: number])[];
}

/**
 * Reads the sums by day of the open period. Checks that they equal the rows computed from the events. For `unique`, checks only
 * `amountCents`, because quantities differ: the sums count a value only on the day of its first use, the rows on each day of its use.
 */
const daysOf = async (tenant: Tenant, id: string, aggregation: Aggregation, start: number): Promise<readonly DayRow[]> => {
  const [summed, read] = [await rowsFromSums(env, tenant, id), await rowsFromEvents(env, tenant, id)];
  expect(summed.map(({ amountCents }) => amountCents)).toEqual(read.map(({ amountCents }) => amountCents));
  if (aggregation !== 'unique') expect(summed).toEqual(read);
  return summed.map(({ startsAt, quantity, entries }) => [start, startsAt, quantity, entries]);
};

/** Sends random events in three periods, some of them late, twice or canceled, and closes each period. */
const playHistory = async (number: number, random: Random): Promise<History> => {
  const aggregation = AGGREGATIONS[random(AGGREGATIONS.length)] ?? 'sum';
  const kind = KINDS[random(KINDS.length)] ?? 'flat';
  const filters = [{ key: 'region', values: ['eu'] }];
  const meter = { aggregation, valueKey: aggregation === 'unique' ? 'user' : null, filters };
  const { tenant, id, start } = await createSubscriptionsWithMeter(env, meter, 1, PRICES[kind]);
  if (kind === 'trial') await startTrial(env, tenant, id);
  const boundaries = [start];
  const days: DayRow[] = [];
  const received: string[] = [];
  let sent: SentEvent[] = [];
  for (let period = 0; period < 3; period += 1) {
    const { currentPeriodStart, currentPeriodEnd } = await subscriptionOf(env, tenant, id);
    for (let batch = 0; batch < 1 + random(4); batch += 1) {
      const maxDays = random(2) === 0 ? 1 : 8;
      setTime(env, Math.min(currentPeriodEnd - 1, Math.max(nowOf(env), currentPeriodStart) + 60 + random(maxDays * 86_400)));
      const from = random(3) === 0 ? start : currentPeriodStart;
      const events = Array.from({ length: 1 + random(30) }, () => randomEvent(random, id, from, nowOf(env)));
      const repeated = sent.filter(() => random(5) === 0);
      const outcomes = await sendEvents(env, tenant, [...repeated, ...events]);
      expect(outcomes).toEqual([...repeated.map(() => 'duplicate'), ...events.map(() => 'recorded')]);
      received.push(...events.map((event) => event.id));
      sent = [...sent, ...events];
      const isCancelable = aggregation === 'sum' || aggregation === 'count';
      if (isCancelable) for (const event of events) if (random(15) === 0) await cancelStoredEvent(env, tenant, event.id);
    }
    days.push(...(await daysOf(tenant, id, aggregation, currentPeriodStart)));
    setTime(env, currentPeriodEnd);
    await runMinute(env, tenant);
    boundaries.push(currentPeriodEnd);
  }
  const { customerId } = await subscriptionOf(env, tenant, id);
  const invoices = (await loadAll(env.fixture.store, invoiceAggregate, tenant, { customerId })).toReversed();
  const exported = await storedEvents(env, tenant, id);
  expect(exported.map((event) => event.id).sort()).toEqual([...received].sort());
  return {
    aggregation,
    kind,
    days,
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
 * period in which it was received. Usage in a trial is free, also if it is reported later.
 */
const COUNTED = `
  CREATE VIEW counted AS
    SELECT e.*, m.aggregation, m.kind, p.start AS period, greatest(p.start, e.occurred_at - e.occurred_at % 86400) AS day
    FROM events e
    JOIN meters m USING (history)
    JOIN periods r ON r.history = e.history AND e.created >= r.start AND e.created < r.finish
    JOIN periods p ON p.history = e.history AND greatest(e.occurred_at, r.start) >= p.start
      AND greatest(e.occurred_at, r.start) < p.finish
    WHERE e.region = 'eu' AND e.status = 'recorded' AND (m.kind <> 'trial' OR r.number = 0 OR p.number = 0
      OR e.occurred_at >= (SELECT t.finish FROM periods t WHERE t.history = e.history AND t.number = 0))`;

/** SQL for the quantity of a row. `uniqueQuantity`: the SQL for meters with the aggregation `unique`. */
const quantityOf = (uniqueQuantity: string): string => `CASE any_value(aggregation)
  WHEN 'sum' THEN sum(amount)
  WHEN 'count' THEN count(*)::DECIMAL(38, 12)
  WHEN 'max' THEN max(amount)
  WHEN 'last' THEN arg_max(amount, occurred_at * 1000000 + position)
  ELSE ${uniqueQuantity}::DECIMAL(38, 12) END AS quantity`;

/** Only complete units are billed. Units that began in a trial are free. */
const INVOICES = `
  WITH quantities AS (
    SELECT history, period, ${quantityOf('count(DISTINCT person)')} FROM counted GROUP BY history, period
  ),
  sums AS (
    SELECT p.history, p.number, p.start, m.kind, sum(coalesce(q.quantity, 0)) OVER (PARTITION BY p.history ORDER BY p.start) AS total
    FROM periods p JOIN meters m USING (history) LEFT JOIN quantities q ON q.history = p.history AND q.period = p.start
  ),
  done AS (
    SELECT s.*, CASE WHEN kind = 'trial' THEN greatest(floor(total), ceil(first_value(total) OVER (PARTITION BY history ORDER BY start)))
      ELSE floor(total) END AS units_done FROM sums s
  ),
  billed AS (
    SELECT *, units_done - coalesce(lag(units_done) OVER (PARTITION BY history ORDER BY start), 0) AS units FROM done
  )
  SELECT history::INTEGER AS history, units::INTEGER AS units, CASE WHEN kind = 'tiered'
    THEN (CASE WHEN units > 0 THEN 300 ELSE 0 END) + 4 * least(units, 100) + floor(greatest(units - 100, 0) * 1.25 + 0.5)
    ELSE floor(units * 2.5 + 0.5) END::INTEGER AS cents
  FROM billed WHERE kind <> 'trial' OR number > 0 ORDER BY history, start`;

/** The sums by day. A value of a `unique` meter counts on the day of its first use in the period. */
const DAYS = `
  WITH first_uses AS (
    SELECT history, period, person, min(day) AS day FROM counted GROUP BY history, period, person
  ),
  uses AS (SELECT history, period, day, count(*) AS people FROM first_uses GROUP BY history, period, day)
  SELECT c.history::INTEGER AS history, c.period::INTEGER AS period, c.day::INTEGER AS day, ${quantityOf('coalesce(any_value(u.people), 0)')},
    count(*)::INTEGER AS events
  FROM counted c LEFT JOIN uses u ON u.history = c.history AND u.period = c.period AND u.day = c.day
  GROUP BY c.history, c.period, c.day ORDER BY c.history, c.period, c.day`;

interface Recounted {
  readonly invoices: readonly (readonly [number, number])[];
  readonly days: readonly DayRow[];
}

const recount = async (histories: readonly History[]): Promise<readonly Recounted[]> => {
  const csv = (name: string, rows: readonly (readonly (string | number)[])[]): string => {
    const file = join(directory, `${name}.csv`);
    writeFileSync(file, rows.map((row) => row.join(',')).join('\n'));
    return file;
  };
  const periodsOf = ({ boundaries }: History, history: number) =>
    boundaries.slice(0, -1).map((start, index) => [history, index, start, boundaries[index + 1] ?? start]);
  const files = {
    events: csv(
      'events',
      histories.flatMap(({ events }) => events),
    ),
    periods: csv('periods', histories.flatMap(periodsOf)),
    meters: csv(
      'meters',
      histories.map(({ aggregation, kind }, history) => [history, aggregation, kind]),
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
  await load('periods', files.periods, "history: 'INTEGER', number: 'INTEGER', start: 'BIGINT', finish: 'BIGINT'");
  await load('meters', files.meters, "history: 'INTEGER', aggregation: 'VARCHAR', kind: 'VARCHAR'");
  await database.run(COUNTED);
  const invoices = (await database.runAndReadAll(INVOICES)).getRowObjects();
  const days = (await database.runAndReadAll(DAYS)).getRowObjects();
  database.closeSync();
  return histories.map((_, history) => ({
    invoices: invoices.filter((row) => row['history'] === history).map((row) => [Number(row['units']), Number(row['cents'])] as const),
    days: days
      .filter((row) => row['history'] === history)
      .map((row) => [Number(row['period']), Number(row['day']), shortest(String(row['quantity'])), Number(row['events'])] as const),
  }));
};

/** A decimal without zeros at its end. */
const shortest = (decimal: string): string => decimal.replace(/\.?0+$/, '');

describe('the invoices and the sums by day of meters', () => {
  it(`are equal to a recount of the exported events by a database, in ${HISTORIES} random histories`, async () => {
    const random = randomOf(SEED);
    const histories: History[] = [];
    for (let number = 0; number < HISTORIES; number += 1) histories.push(await playHistory(number, random));
    process.stdout.write(`USAGE_SEED=${SEED}: ${histories.reduce((sum, { events }) => sum + events.length, 0)} events\n`);
    const recounted = await recount(histories);
    for (const [number, { invoices, days, aggregation, kind }] of histories.entries()) {
      expect(invoices, `history ${number}, ${aggregation}, ${kind}`).toEqual(recounted[number]?.invoices);
      expect(days, `history ${number}, ${aggregation}, ${kind}`).toEqual(recounted[number]?.days);
    }
    const periods = histories.map(({ kind }) => (kind === 'trial' ? 2 : 3));
    expect(histories.flatMap(({ invoices }) => invoices)).toHaveLength(periods.reduce((sum, each) => sum + each, 0));
    expect(histories.flatMap(({ days }) => days).length).toBeGreaterThan(HISTORIES * 5);
  }, 900_000);
});
