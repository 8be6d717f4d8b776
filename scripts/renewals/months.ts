import { setTimeout as pause } from 'node:timers/promises';
import { startHost, type TestHost } from '../../test/support/host.ts';
import { type ApiObject, apiOf, type Client } from '../support/api.ts';
import { ensure, eventually, until } from '../support/waiting.ts';
import { isRenewed, problemsIn, type TenantLists } from './checks.ts';
import { sell } from './sales.ts';

const DAY_SECONDS = 86_400;
/** Clock shift after which exactly one monthly period has ended, for months of any length. */
const FIRST_MONTH_SECONDS = 32 * DAY_SECONDS;
/** Clock shift after which exactly two monthly periods have ended, for months of any length. */
const SECOND_MONTH_SECONDS = 63 * DAY_SECONDS;
/** Additional clock shift after the kill, so that the leases of the killed process have expired. */
const AFTER_KILL_SECONDS = 20 * 60;
const RENEWED_WITHIN_SECONDS = 60;
const DEADLINE_MS = 900_000;
/** Pause between polls, because reading long lists uses up the rate limit. */
const POLL_EVERY_MS = 2000;
const LOGGED_WITHIN_MS = 60_000;
const PAGE = 100;
const CLOCK_SHIFT_MODULE = new URL('../support/clock-shift.mjs', import.meta.url);

export interface Settings {
  readonly dataDirectory: string;
  readonly count: number;
  readonly print: (line: string) => void;
}

/** Settings with the port of the service. All runs use the same port, because the provider's webhooks call it. */
interface MonthSettings extends Settings {
  readonly port: number;
}

/** The running service; a new process for each month. */
interface RunningService {
  readonly host: TestHost;
  readonly client: Client;
  readonly startedMs: number;
}

/** Starts the service with its clock `seconds` ahead. `port` 0: any free port. */
const startAhead = async (dataDirectory: string, seconds: number, port: number): Promise<RunningService> => {
  const startedMs = performance.now();
  const options = `${process.env['NODE_OPTIONS'] ?? ''} --import=${CLOCK_SHIFT_MODULE.href}`.trim();
  const env = { PORT: String(port), NODE_OPTIONS: options, CLOCK_SHIFT_SECONDS: String(seconds) };
  const host = await startHost({ dataDir: dataDirectory, env });
  return { host, client: apiOf(host.baseUrl).client(host.testKey), startedMs };
};

/** Runs `work`, then stops the service, also after an error. */
const whileRunning = async <T>(running: RunningService, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } finally {
    await running.host.stop();
  }
};

const readLists = async (client: Client): Promise<TenantLists> => ({
  subscriptions: await client.list('/v1/subscriptions', PAGE),
  invoices: await client.list('/v1/invoices', PAGE),
  payments: await client.list('/v1/payments', PAGE),
  events: await client.list('/v1/events', PAGE),
});

const countRenewed = async (client: Client, before: readonly ApiObject[]): Promise<number> => {
  const current = new Map((await client.list('/v1/subscriptions', PAGE)).map((subscription) => [subscription.id, subscription]));
  return before.filter((subscription) => isRenewed(subscription, current.get(subscription.id))).length;
};

/** Waits until all subscriptions are renewed or the deadline passes; returns the seconds since the start of the service. */
const waitUntilRenewed = async (
  { client, startedMs }: RunningService,
  before: readonly ApiObject[],
  { print }: Settings,
): Promise<number> => {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    const renewed = await countRenewed(client, before);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    if (renewed === before.length || performance.now() > end) {
      print(`  ${renewed} of ${before.length} renewed, ${seconds} s after the service was started`);
      return seconds;
    }
    await pause(POLL_EVERY_MS);
  }
};

interface Month {
  /** The subscriptions before their renewal. */
  readonly before: readonly ApiObject[];
  /** Number of renewals of each subscription since the sale, including the renewal of this month. */
  readonly renewals: number;
}

/** Checks all lists until there are no problems, because events are listed with a delay. After the deadline, checks once more. */
const findProblems = async (client: Client, { before, renewals }: Month): Promise<readonly string[]> => {
  const earlier = await client.list('/v1/events', PAGE);
  const check = async () => problemsIn(await readLists(client), { before, renewals, earlier });
  return eventually(check, (problems) => problems.length === 0, LOGGED_WITHIN_MS).catch(check);
};

interface Outcome {
  readonly problems: readonly string[];
  readonly after: readonly ApiObject[];
}

/** Runs a month in which all subscriptions become due while the service is stopped; it must renew them soon after its start. */
const runMonth = async (settings: MonthSettings, month: Month): Promise<Outcome> => {
  const running = await startAhead(settings.dataDirectory, FIRST_MONTH_SECONDS, settings.port);
  return whileRunning(running, async () => {
    const seconds = await waitUntilRenewed(running, month.before, settings);
    const lateProblem =
      seconds > RENEWED_WITHIN_SECONDS ? [`the renewals took ${seconds} s instead of ${RENEWED_WITHIN_SECONDS} at most`] : [];
    const problems = [...lateProblem, ...(await findProblems(running.client, month))];
    return { problems, after: await running.client.list('/v1/subscriptions', PAGE) };
  });
};

/** Counts the succeeded payments on the first page of the list, without those in `knownIds`. */
const countPayments = async ({ client }: RunningService, knownIds: ReadonlySet<string>): Promise<number> => {
  const { body } = await client.call('GET', `/v1/payments?limit=${PAGE}`);
  const payments = body.data as readonly ApiObject[];
  return payments.filter(({ id, status }) => status === 'succeeded' && !knownIds.has(id)).length;
};

/** Kills the service during the renewals; returns the number of subscriptions that were renewed before the kill. */
const killHalfway = async ({ dataDirectory, count, port, print }: MonthSettings, before: readonly ApiObject[]): Promise<number> => {
  const running = await startAhead(dataDirectory, SECOND_MONTH_SECONDS, port);
  try {
    const knownIds = new Set(
      (await running.client.list('/v1/payments', PAGE)).filter(({ status }) => status === 'succeeded').map(({ id }) => id),
    );
    const enough = Math.min(PAGE / 2, Math.ceil(count / 4));
    await until(async () => (await countPayments(running, knownIds)) >= enough, DEADLINE_MS, 'Too few renewals were paid.');
    const renewed = await countRenewed(running.client, before);
    print(`  ${renewed} of ${before.length} renewed: killed`);
    return renewed;
  } finally {
    await running.host.kill();
  }
};

/** Runs a month in which the service is killed during the renewals and started again. */
const runKilledMonth = async (settings: MonthSettings, month: Month): Promise<readonly string[]> => {
  const renewedBefore = await killHalfway(settings, month.before);
  const earlyProblem =
    renewedBefore === month.before.length ? ['all subscriptions were renewed before the service was killed: use a larger --count'] : [];
  const running = await startAhead(settings.dataDirectory, SECOND_MONTH_SECONDS + AFTER_KILL_SECONDS, settings.port);
  return whileRunning(running, async () => {
    await waitUntilRenewed(running, month.before, settings);
    return [...earlyProblem, ...(await findProblems(running.client, month))];
  });
};

/**
 * Sells subscriptions, lets a month pass while the service is stopped, and checks over HTTP that each is renewed exactly once. With `kill`,
 * runs another month and kills the service during its renewals. Returns the problems.
 */
export const runMonths = async (settings: Settings, kill: boolean): Promise<readonly string[]> => {
  const { dataDirectory, print, count } = settings;
  print(`Selling ${count} subscriptions, about 100 a minute because of the rate limit ...`);
  const started = await startAhead(dataDirectory, 0, 0);
  const before = await whileRunning(started, () => sell(apiOf(started.host.baseUrl), started.client, count));
  ensure(
    before.every(({ status }) => status === 'active'),
    'not every subscription is active',
  );
  const monthSettings: MonthSettings = { ...settings, port: Number(new URL(started.host.baseUrl).port) };
  print('A month later ...');
  const { problems, after } = await runMonth(monthSettings, { before, renewals: 1 });
  if (!kill || problems.length > 0) return problems;
  print('Another month later, with the service killed during the renewals ...');
  return runKilledMonth(monthSettings, { before: after, renewals: 2 });
};
