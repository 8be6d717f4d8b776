import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { idSource } from '../../../shared/platform/ids.ts';
import { TABLE_DEFINITION } from '../../local/prepare/table-definition.ts';
import { startReceiver } from '../../support/receiver.ts';
import { scanTable } from '../../support/scan-table.ts';
import { type ApiClient, newApiClient, parseSuccess } from '../api.ts';
import type { BenchAccount } from '../fill/host-data.ts';
import { renewOn } from '../renewals.ts';
import type { IdleMinute } from './at-rest.ts';
import type { CountedHost } from './counted-host.ts';
import type { CostLine } from './lines.ts';
import { metricsIn, readLogLines } from './log-bytes.ts';
import { type IndexShape, storageLines } from './storage.ts';
import { difference, filterSources, scaled, sumOfUsages, totalOf, type Usage } from './usage.ts';

/** Several accounts share the calls, because each account has a rate limit. */
const ACCOUNTS = 10;
const CALLS_EACH = 20;
const CALLS = ACCOUNTS * CALLS_EACH;
const RENEWALS = 1000;
const WARM_UP_RENEWALS = 50;
/** Long enough for a slow machine: the workload counts usage, not time. */
const RENEWED_WITHIN_MS = 600_000;
/** The host is quiet if no function runs for this time: longer after renewals, whose mails and documents may wait for each other. */
const QUIET_MS = 4000;
const QUIET_AFTER_RENEWALS_MS = 20_000;

const ids = idSource(() => Date.now());

const SWEEP = 'schedule-sweep';
/** Sources of the minutely sweep, whose usage is part of the cost at rest and not of a call. */
const OF_SWEEP = /schedule-sweep$|^schedules-sweep$|^lines (sweep|relay_heartbeat|stream_ready)$/;
const SANDBOX = /^sandbox-/;
const READ_FUNCTION = 'customers-retrieve';
const PROVIDER_WEBHOOK_FUNCTION = 'hosted-provider-webhook';
const GIGABYTE = 1e9;

export interface Renewals {
  readonly count: number;
  readonly usage: Usage;
  /** The storage of records, events and documents in the first month. */
  readonly storage: readonly CostLine[];
}

/** Leaves out the sandbox, which replaces the payment provider and is not used by live payments. */
const withoutSandbox = (usage: Usage): Usage => filterSources(usage, (source) => !SANDBOX.test(source));

/** Counts a minute without work. Returns the usage of one sweep, even if the host's schedule starts another one at the same time. */
export const countIdleMinute = async ({ subject, usageOf, whenQuiet }: CountedHost): Promise<IdleMinute> => {
  const { sweep } = await subject.data();
  await whenQuiet(QUIET_MS);
  const earlier = readLogLines(subject.dataDirectory).length;
  const usage = await usageOf(sweep, QUIET_MS);
  const sweeps = Object.entries(usage).find(([source]) => source.includes(SWEEP))?.[1].expressExecutions ?? 0;
  if (sweeps === 0) throw new Error('No sweep was counted.');
  return { usage: scaled(usage, 1 / sweeps), metrics: metricsIn(readLogLines(subject.dataDirectory).slice(earlier)) };
};

/** Makes the calls of all accounts one after the other; returns the usage of one call. */
const countPerCall = async (
  { usageOf, whenQuiet }: CountedHost,
  accounts: readonly BenchAccount[],
  call: (account: BenchAccount) => Promise<void>,
): Promise<Usage> => {
  const work = async (): Promise<void> => {
    for (const account of accounts) for (let made = 0; made < CALLS_EACH; made += 1) await call(account);
  };
  await whenQuiet(QUIET_MS);
  const usage = filterSources(await usageOf(work, QUIET_MS), (source) => !OF_SWEEP.test(source));
  return scaled(withoutSandbox(usage), 1 / CALLS);
};

const createCustomer = async (caller: ApiClient, { testKey }: BenchAccount): Promise<string> => {
  const body = { name: 'Ada Lovelace', email: 'ada@example.com', country_code: 'NL' };
  return String(parseSuccess('Creating a customer', await caller.call({ method: 'POST', path: '/v1/customers', key: testKey, body })).id);
};

const createEndpoint = async (caller: ApiClient, { testKey }: BenchAccount, url: string): Promise<void> => {
  const call = { method: 'POST', path: '/v1/webhook_endpoints', key: testKey, body: { url } } as const;
  parseSuccess('Creating an endpoint', await caller.call(call));
};

/** Usage of one read, one create, one webhook delivery and one webhook of the provider. */
export interface CallUsages {
  readonly read: Usage;
  readonly create: Usage;
  readonly delivery: Usage;
  readonly providerWebhook: Usage;
}

/** Counts calls of the API with their follow-up work. `delivery`: a create with a webhook endpoint minus a create without one. */
export const countCalls = async (host: CountedHost): Promise<CallUsages> => {
  const { baseUrl } = await host.subject.host();
  const caller = newApiClient(baseUrl, 1);
  const receiver = await startReceiver();
  try {
    const accounts = await host.subject.accounts(ACCOUNTS);
    const accountsWithEndpoint = await host.subject.accounts(ACCOUNTS);
    const customers = new Map<BenchAccount, string>();
    for (const account of accounts) customers.set(account, await createCustomer(caller, account));
    for (const account of accountsWithEndpoint) await createEndpoint(caller, account, receiver.url);
    for (const account of accountsWithEndpoint) await createCustomer(caller, account);
    const create = await countPerCall(host, accounts, async (account) => void (await createCustomer(caller, account)));
    const withDelivery = await countPerCall(host, accountsWithEndpoint, async (account) => void (await createCustomer(caller, account)));
    const read = await countPerCall(host, accounts, async (account) => {
      parseSuccess(
        'Reading a customer',
        await caller.call({ method: 'GET', path: `/v1/customers/${customers.get(account)}`, key: account.testKey }),
      );
    });
    const webhooks = await countPerCall(host, accounts, async ({ accountId }) => {
      await caller.call({ method: 'POST', path: `/provider/webhooks/${accountId}/test/${ids.next('pay_')}`, body: 'id=tr_unknown' });
    });
    return {
      // Leaves out retries of earlier deliveries, which may run at the same time.
      read: filterSources(read, (source) => source === READ_FUNCTION),
      create,
      delivery: difference(withDelivery, create),
      providerWebhook: filterSources(webhooks, (source) => source === PROVIDER_WEBHOOK_FUNCTION),
    };
  } finally {
    caller.close();
    await receiver.stop();
  }
};

const INDEXES: readonly IndexShape[] = (TABLE_DEFINITION.GlobalSecondaryIndexes ?? []).map(({ KeySchema = [], Projection }) => ({
  keys: [String(KeySchema[0]?.AttributeName), String(KeySchema[1]?.AttributeName)],
  attributes: Projection?.NonKeyAttributes ?? [],
}));

const documentBytes = (dataDirectory: string): number =>
  readdirSync(join(dataDirectory, 'buckets'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** Computes what has been stored since `earlier`. */
const storedSince = (earlier: readonly CostLine[], later: readonly CostLine[]): readonly CostLine[] =>
  later.map((line, index) => ({ ...line, units: Math.max(0, line.units - (earlier[index]?.units ?? 0)) }));

/** Counts renewals of one account with one webhook endpoint, until their events are delivered, their documents rendered and mails sent. */
export const countRenewals = async (host: CountedHost, providerWebhook: Usage): Promise<Renewals> => {
  const { subject, usageOf, whenQuiet } = host;
  const data = await subject.data();
  const { baseUrl } = await subject.host();
  const receiver = await startReceiver();
  const caller = newApiClient(baseUrl, 1);
  const client = DynamoDBDocumentClient.from(data.client);
  const measureStorage = async (): Promise<readonly CostLine[]> => [
    ...storageLines(await scanTable(client, data.tableName), INDEXES, Math.floor(Date.now() / 1000)),
    { price: 'objectStorage', part: 'documents', units: documentBytes(subject.dataDirectory) / GIGABYTE },
  ];
  const counted: Renewals[] = [];
  try {
    await renewOn(data)({ 'warm-up': [WARM_UP_RENEWALS] });
    await whenQuiet(QUIET_AFTER_RENEWALS_MS);
    const wrapRenewals = async (renewals: () => Promise<void>): Promise<void> => {
      let earlier: readonly CostLine[] = [];
      const work = async (): Promise<void> => {
        earlier = await measureStorage();
        await renewals();
      };
      const usage = await usageOf(work, QUIET_AFTER_RENEWALS_MS);
      // The sandbox makes one queue request for each webhook that it sends.
      const webhooks = totalOf(
        filterSources(usage, (source) => SANDBOX.test(source)),
        'queueRequests',
      );
      counted.push({
        count: RENEWALS,
        usage: sumOfUsages([withoutSandbox(usage), scaled(providerWebhook, webhooks)]),
        storage: storedSince(earlier, await measureStorage()),
      });
    };
    const prepare = (account: BenchAccount): Promise<void> => createEndpoint(caller, account, receiver.url);
    const progress = await renewOn(data, { wrapRenewals, prepare, deadlineMs: RENEWED_WITHIN_MS })({ counted: [RENEWALS] });
    const renewed = progress.get('counted')?.count ?? 0;
    const [result] = counted;
    if (result === undefined || renewed < RENEWALS) throw new Error(`${renewed} of ${RENEWALS} subscriptions were renewed.`);
    return result;
  } finally {
    caller.close();
    await receiver.stop();
  }
};
