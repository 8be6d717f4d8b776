import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { renameSync, writeFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { basename } from 'node:path';
import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads';
import { CAPACITY_CHANNEL, type CapacityUse } from '../../../shared/store/core/capacity-counter.ts';
import {
  type BusEvent,
  busEventChannel,
  type ExecutionUse,
  executionChannel,
  type Invocation,
  invocationChannel,
} from '../../local/aws/usage-channels.ts';
import { isObject, objectsIn, text } from '../../local/files.ts';
import type { Quantity } from './usage.ts';

/**
 * Loaded before the host (`NODE_OPTIONS`): counts what the functions use, by function. SIGUSR2 writes the counts to `USAGE_FILE`. Threads
 * of the host send what they count to the main thread.
 */

/** SQS and EventBridge count a request again for each further 64 KB. */
const CHUNK_BYTES = 65_536;
const chunksOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / CHUNK_BYTES));

type Count = readonly [source: string, quantity: Quantity, amount: number];

const file = process.env['USAGE_FILE'];
const counts: Record<string, Partial<Record<Quantity, number>>> = {};
let running = 0;
const threads = new BroadcastChannel('billing:usage');
threads.unref();

const add = ([source, quantity, amount]: Count): void => {
  const use = counts[source] ?? {};
  counts[source] = { ...use, [quantity]: (use[quantity] ?? 0) + amount };
};
const count = (...counted: Count): void => {
  if (isMainThread) add(counted);
  else threads.postMessage(counted);
};

/** Source of usage outside of any invocation: the function of a thread, or `host`. A thread runs one function. */
const threadSource = (): string => (isMainThread ? 'host' : basename(String(workerData), '.mjs'));
const invocation = new AsyncLocalStorage<Invocation & { readonly startedMs: number }>();
const currentSource = (): string => invocation.getStore()?.functionId ?? threadSource();

const countEvent = ({ functionId, event }: Invocation): void => {
  if (!isObject(event)) return;
  const records = objectsIn(event['Records']);
  if (event['version'] === '2.0' && isObject(event['requestContext'])) count(functionId, 'apiRequests', 1);
  if (records[0]?.['eventSource'] !== 'aws:sqs') return;
  const bytes = records.reduce((sum, { body }) => sum + Buffer.byteLength(text(body) ?? ''), 0);
  // Lambda receives the batch with one request, and deletes it with another.
  count(functionId, 'queueRequests', chunksOf(bytes) + 1);
};

/** What an AWS request counts as. `target`: how the header `x-amz-target` begins; without this header, how method and path begin. */
const QUANTITIES: readonly { readonly target: string; readonly quantity: Quantity }[] = [
  { target: 'AmazonSQS.', quantity: 'queueRequests' },
  { target: 'TrentService.', quantity: 'keyRequests' },
  { target: 'secretsmanager.', quantity: 'secretRequests' },
  { target: 'POST /v2/email/outbound-emails', quantity: 'mails' },
];

const isS3Request = (request: ClientRequest): boolean => {
  const origin = process.env['AWS_ENDPOINT_URL_S3'];
  return origin !== undefined && new URL(origin).host === request.getHeader('host');
};

const countRequest = (request: ClientRequest): void => {
  const source = currentSource();
  if (source === 'host') return;
  const bytes = Number(request.getHeader('content-length') ?? 0);
  const target = String(request.getHeader('x-amz-target') ?? `${request.method} ${request.path}`);
  const found = QUANTITIES.find((each) => target.startsWith(each.target));
  if (found !== undefined) count(source, found.quantity, found.quantity === 'queueRequests' ? chunksOf(bytes) : 1);
  else if (request.getHeader('x-amz-target') !== undefined) return;
  else if (isS3Request(request)) count(source, request.method === 'PUT' ? 'objectPuts' : 'objectGets', 1);
  else count(source, 'sentBytes', bytes);
};

const countExecution = ({ machine, isExpress, transitions, ms }: ExecutionUse): void => {
  count(machine, isExpress ? 'expressExecutions' : 'executions', 1);
  if (isExpress) count(machine, 'expressMs', ms);
  else count(machine, 'transitions', transitions);
};

const countBusEvent = ({ bytes, targets }: BusEvent): void => {
  count('bus', 'busEvents', chunksOf(bytes));
  count('bus', 'queueRequests', targets * chunksOf(bytes));
};

const writeCounts = (): void => {
  const { user, system } = process.cpuUsage();
  writeFileSync(`${file}.part`, JSON.stringify({ running, cpuMs: (user + system) / 1000, usage: counts }));
  renameSync(`${file}.part`, String(file));
};

if (file !== undefined) {
  subscribe(CAPACITY_CHANNEL, (message) => {
    const { kind, units, indexUnits } = message as CapacityUse;
    count(currentSource(), kind, units);
    count(currentSource(), 'indexUnits', indexUnits);
  });
  subscribe('http.client.request.start', (message) => countRequest((message as { readonly request: ClientRequest }).request));
}
if (file !== undefined && isMainThread) {
  invocationChannel.start.bindStore(invocation, (started) => ({ ...(started as Invocation), startedMs: performance.now() }));
  invocationChannel.subscribe({
    start: (started) => {
      running += 1;
      countEvent(started as Invocation);
    },
    asyncEnd: () => {
      const ended = invocation.getStore();
      running -= 1;
      if (ended === undefined) return;
      count(ended.functionId, 'invocations', 1);
      count(ended.functionId, 'wallMs', performance.now() - ended.startedMs);
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
  });
  subscribe(executionChannel.name, (message) => countExecution(message as ExecutionUse));
  subscribe(busEventChannel.name, (message) => countBusEvent(message as BusEvent));
  threads.onmessage = (message) => add((message as { readonly data: Count }).data);
  process.on('SIGUSR2', writeCounts);
}
