import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DELIVERY_BATCH } from '../../../infra/concurrency.ts';
import { REPOSITORY_ROOT } from '../../../shared/api/registry.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { newDelivery } from '../../../shared/domain/webhook-delivery/record.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { deliveryStoreOf } from '../../../shared/store/deliveries/delivery-store.ts';
import { eventId } from '../../../shared/store/event-log/event-id.ts';
import { environmentOfHost } from '../../local/run-file.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type ApiClient, parseSuccess } from '../api.ts';
import type { BenchAccount } from '../fill/host-data.ts';
import { nonceOf } from '../items.ts';
import type { Subject } from '../subject.ts';
import { HIGH_SEQUENCE, recordEvents } from './event-path.ts';

const DELIVERIES = 100;
const WARM_UP_DELIVERIES = 5;
const MAX_LOG_BYTES = 64 * 1024 * 1024;
/** Response time of the receivers. */
const RECEIVER_MS = 200;
/**
 * The only type that the endpoints subscribe to. The recorded events have another type, so the host's workers create no deliveries of them.
 */
const SUBSCRIBED_TYPE = 'product.created';

/** One execution of the delivery worker. */
export interface Execution {
  readonly tenants: number;
  readonly perSecond: number;
  readonly cpuMsPerDelivery: number;
}

const ids = idSource(() => Date.now());

/** Creates an endpoint with due deliveries. Sends no wake-up for them; the host's sweep wakes a worker only after two minutes. */
const addDeliveries = async (caller: ApiClient, table: Table, account: BenchAccount, url: string, count: number): Promise<void> => {
  const { accountId, testKey: key } = account;
  const body = { url, enabled_events: [SUBSCRIBED_TYPE] };
  const endpoint = parseSuccess('Creating an endpoint', await caller.call({ method: 'POST', path: '/v1/webhook_endpoints', key, body }));
  const tenant: Tenant = { accountId, mode: 'test' };
  await recordEvents(table, tenant, HIGH_SEQUENCE, count);
  const nowMs = Date.now();
  const deliveries = Array.from({ length: count }, (_, index) => {
    const sequence = HIGH_SEQUENCE + index + 1;
    const event = { id: eventId(sequence, nonceOf(sequence)), type: 'customer.created' };
    return newDelivery(ids.next('whd_'), event, String(endpoint.id), nowMs, nowMs);
  });
  const failed = await deliveryStoreOf(table, Date.now).create(tenant, deliveries);
  if (failed.size > 0) throw new Error(`${failed.size} deliveries were not created.`);
};

/** Parses the JSON lines of a text; other lines are left out. */
const jsonLinesOf = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Readonly<Record<string, unknown>>] : []));

/**
 * Runs the worker in a separate process, once for each batch, one after the other. Counts only the deliveries that the worker logs, because
 * an execution can end before all deliveries are sent; the host sends the rest.
 */
const runExecutions = async (dataDirectory: string, batches: readonly (readonly BenchAccount[])[]): Promise<readonly Execution[]> => {
  const script = ['--import', 'tsx', 'scripts/bench/delivery/delivery-executions.ts'];
  const accountIds = batches.map((accounts) => accounts.map(({ accountId }) => accountId).join(','));
  const env = { ...process.env, ...environmentOfHost(dataDirectory), ALLOW_LOOPBACK_RECEIVERS: '1' };
  const options = { cwd: REPOSITORY_ROOT, env, maxBuffer: MAX_LOG_BYTES };
  const { stdout } = await promisify(execFile)(process.execPath, [...script, ...accountIds], options);
  const lines = jsonLinesOf(stdout);
  const executions = lines.filter(({ kind }) => kind === 'execution');
  return batches.map((batch, index) => {
    const { seconds, cpuMs } = executions[index] ?? {};
    const drained = lines.filter(
      ({ kind, account }) => kind === 'webhooks_drained' && batch.some(({ accountId }) => accountId === account),
    );
    const deliveries = drained.reduce((sum, { delivered }) => sum + Number(delivered), 0);
    return { tenants: batch.length, perSecond: deliveries / Number(seconds), cpuMsPerDelivery: Number(cpuMs) / deliveries };
  });
};

const measureWith = async (subject: Subject, caller: ApiClient, receiver: Receiver): Promise<readonly [Execution, Execution]> => {
  const accounts = await subject.accounts(DELIVERY_BATCH + 2);
  const { table } = (await subject.data()).flow.store;
  const [warmUp, alone, ...together] = accounts;
  if (warmUp === undefined || alone === undefined) throw new Error('There is no account.');
  for (const each of accounts) {
    await addDeliveries(caller, table, each, `${receiver.url}/${each.accountId}`, each === warmUp ? WARM_UP_DELIVERIES : DELIVERIES);
  }
  const [, one, several] = await runExecutions(subject.dataDirectory, [[warmUp], [alone], together]);
  if (one === undefined || several === undefined) throw new Error('An execution is missing.');
  return [one, several];
};

/** Measures two executions of the delivery worker: with a batch of one tenant, and with a full batch of different tenants. */
export const measureBatches = async (subject: Subject, caller: ApiClient): Promise<readonly [Execution, Execution]> => {
  const receiver = await startReceiver((_request, response) => void setTimeout(() => response.end(), RECEIVER_MS));
  try {
    return await measureWith(subject, caller, receiver);
  } finally {
    await receiver.stop();
  }
};
