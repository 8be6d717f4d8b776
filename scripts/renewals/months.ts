import { setTimeout as pause } from 'node:timers/promises';
import { startHost, type TestHost } from '../../test/support/host.ts';
import { type ApiObject, apiOf, type Client } from '../support/api.ts';
import { ensure, eventually, until } from '../support/waiting.ts';
import { isRenewed, problemsIn, type Seen } from './checks.ts';
import { sell } from './sales.ts';

const DAY_SECONDS = 86_400;
/** From one month's end to past the next, however long they are, and never past two. */
const FIRST_MONTH_SECONDS = 32 * DAY_SECONDS;
const SECOND_MONTH_SECONDS = 63 * DAY_SECONDS;
/** What the killed process had taken for itself is free again by then. */
const AFTER_KILL_SECONDS = 20 * 60;
const RENEWED_WITHIN_SECONDS = 60;
const GIVEN_UP_AFTER_MS = 900_000;
/** Lists of many pages take their tokens of the rate limit. */
const LOOK_EVERY_MS = 2000;
const LOG_HELD_BACK_MS = 60_000;
const PAGE = 100;
const SHIFT = new URL('../support/clock-shift.mjs', import.meta.url);

export interface Settings {
  readonly dataDirectory: string;
  readonly count: number;
  readonly say: (line: string) => void;
}

/** What was sold, and where: the provider was given that address to call, so the service keeps it. */
interface Sold extends Settings {
  readonly port: number;
}

/** The service of the moment; it is another process each time, at the same address. */
interface Running {
  readonly host: TestHost;
  readonly client: Client;
  readonly startedMs: number;
}

/** Starts the service on the data with its clock so far ahead. `port` 0: any that is free. */
const startAhead = async (dataDirectory: string, seconds: number, port: number): Promise<Running> => {
  const startedMs = performance.now();
  const options = `${process.env['NODE_OPTIONS'] ?? ''} --import=${SHIFT.href}`.trim();
  const env = { PORT: String(port), NODE_OPTIONS: options, CLOCK_SHIFT_SECONDS: String(seconds) };
  const host = await startHost({ dataDir: dataDirectory, env });
  return { host, client: apiOf(host.baseUrl).client(host.testKey), startedMs };
};

/** Ends the process of the moment, whatever came of the work. */
const whileRunning = async <T>(running: Running, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } finally {
    await running.host.stop();
  }
};

const look = async (client: Client): Promise<Seen> => ({
  subscriptions: await client.list('/v1/subscriptions', PAGE),
  invoices: await client.list('/v1/invoices', PAGE),
  payments: await client.list('/v1/payments', PAGE),
  events: await client.list('/v1/events', PAGE),
});

const countRenewed = async (client: Client, before: readonly ApiObject[]): Promise<number> => {
  const now = new Map((await client.list('/v1/subscriptions', PAGE)).map((subscription) => [subscription.id, subscription]));
  return before.filter((subscription) => isRenewed(subscription, now.get(subscription.id))).length;
};

/** Waits until all are renewed, or nothing more is hoped for, and answers after how many seconds that was. */
const waitUntilRenewed = async ({ client, startedMs }: Running, before: readonly ApiObject[], { say }: Settings): Promise<number> => {
  const end = performance.now() + GIVEN_UP_AFTER_MS;
  for (;;) {
    const renewed = await countRenewed(client, before);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    if (renewed === before.length || performance.now() > end) {
      say(`  ${renewed} of ${before.length} renewed, ${seconds} s after the service was started`);
      return seconds;
    }
    await pause(LOOK_EVERY_MS);
  }
};

interface Month {
  readonly before: readonly ApiObject[];
  /** Of each subscription so far, this month's included. */
  readonly renewals: number;
}

/** The log may hold its last events back for a while. */
const checked = async (client: Client, { before, renewals }: Month): Promise<readonly string[]> => {
  const earlier = await client.list('/v1/events', PAGE);
  const ask = async () => problemsIn(await look(client), { before, renewals, earlier });
  return eventually(ask, (problems) => problems.length === 0, LOG_HELD_BACK_MS).catch(ask);
};

/** What does not hold at a month's end, and the subscriptions after it. */
interface Outcome {
  readonly problems: readonly string[];
  readonly after: readonly ApiObject[];
}

/** All fall due while the service is down; it must have renewed them soon after it was started. */
const plainMonth = async (sold: Sold, month: Month): Promise<Outcome> => {
  const running = await startAhead(sold.dataDirectory, FIRST_MONTH_SECONDS, sold.port);
  return whileRunning(running, async () => {
    const seconds = await waitUntilRenewed(running, month.before, sold);
    const late = seconds > RENEWED_WITHIN_SECONDS ? [`the renewals took ${seconds} s instead of ${RENEWED_WITHIN_SECONDS} at most`] : [];
    const problems = [...late, ...(await checked(running.client, month))];
    return { problems, after: await running.client.list('/v1/subscriptions', PAGE) };
  });
};

/** Renewals of this start among the newest payments. */
const newlyRenewed = async ({ client }: Running, known: ReadonlySet<string>): Promise<number> => {
  const { body } = await client.call('GET', `/v1/payments?limit=${PAGE}`);
  const payments = body.data as readonly ApiObject[];
  return payments.filter(({ id, status }) => status === 'succeeded' && !known.has(id)).length;
};

/** Kills the service when a part of the renewals is done, and answers how many were shown as done just before. */
const killHalfway = async ({ dataDirectory, count, port, say }: Sold, before: readonly ApiObject[]): Promise<number> => {
  const running = await startAhead(dataDirectory, SECOND_MONTH_SECONDS, port);
  try {
    const known = new Set(
      (await running.client.list('/v1/payments', PAGE)).filter(({ status }) => status === 'succeeded').map(({ id }) => id),
    );
    const enough = Math.min(PAGE / 2, Math.ceil(count / 4));
    await until(async () => (await newlyRenewed(running, known)) >= enough, GIVEN_UP_AFTER_MS, 'Too few were renewed to kill the service.');
    const renewed = await countRenewed(running.client, before);
    say(`  ${renewed} of ${before.length} renewed: killed`);
    return renewed;
  } finally {
    await running.host.kill();
  }
};

/** The service is killed while it renews, and started again. */
const killedMonth = async (sold: Sold, month: Month): Promise<readonly string[]> => {
  const survived = await killHalfway(sold, month.before);
  const early = survived === month.before.length ? ['nothing was left to renew when the service was killed: sell more'] : [];
  const running = await startAhead(sold.dataDirectory, SECOND_MONTH_SECONDS + AFTER_KILL_SECONDS, sold.port);
  return whileRunning(running, async () => {
    await waitUntilRenewed(running, month.before, sold);
    return [...early, ...(await checked(running.client, month))];
  });
};

/**
 * Sells subscriptions, lets a month pass while the service is down, and checks over HTTP alone that each was renewed exactly once;
 * with `kill`, another month, in whose renewals the service is killed. Answers what does not hold.
 */
export const runMonths = async (settings: Settings, kill: boolean): Promise<readonly string[]> => {
  const { dataDirectory, say, count } = settings;
  say(`Selling ${count} subscriptions; the rate limit lets about 100 a minute through ...`);
  const shop = await startAhead(dataDirectory, 0, 0);
  const before = await whileRunning(shop, () => sell(apiOf(shop.host.baseUrl), shop.client, count));
  ensure(
    before.every(({ status }) => status === 'active'),
    'not every subscription is active',
  );
  const sold: Sold = { ...settings, port: Number(new URL(shop.host.baseUrl).port) };
  say('A month later ...');
  const { problems, after } = await plainMonth(sold, { before, renewals: 1 });
  if (!kill || problems.length > 0) return problems;
  say('Another month later, and killed on the way ...');
  return killedMonth(sold, { before: after, renewals: 2 });
};
