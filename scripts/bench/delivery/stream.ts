import { Agent, get, type IncomingMessage } from 'node:http';
import { until } from '../../support/waiting.ts';
import { newApiClient, parseSuccess } from '../api.ts';
import type { BenchAccount } from '../fill/host-data.ts';
import { quantile, repeatConcurrently } from '../measure.ts';
import { memoryMiB, type ProcessInfo, processTree } from '../process-tree.ts';
import type { Subject } from '../subject.ts';
import { atMost, columns, type PartResult, shortNumber } from '../verdict.ts';

const ACCOUNTS = 10;
/** Connections per account: the burst of the read rate limit, so all can be opened at once. */
const CONNECTIONS_EACH = 100;
const OPENING_CONCURRENCY = 20;
const ROUNDS = 10;
const DELAY_BUDGET_MS = 2000;
const MEMORY_BUDGET_MIB = 128;
const DEADLINE_MS = 60_000;
const STREAMING = /stream-main/;

/** A connected reader. `receipts`: time of receipt by object id, in Unix milliseconds. */
interface Reader {
  readonly response: IncomingMessage;
  readonly receipts: Map<string, number>;
}

const openReader = (baseUrl: string, key: string): Promise<Reader> =>
  new Promise((resolve, reject) => {
    const request = get(`${baseUrl}/v1/events/stream`, { agent: new Agent(), headers: { authorization: `Bearer ${key}` } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`The stream returned ${response.statusCode}.`));
      const receipts = new Map<string, number>();
      response.setEncoding('utf8');
      response.on('error', () => undefined);
      response.on('data', (text: string) => {
        for (const [, id] of text.matchAll(/"data":\{"id":"(cus_\w+)"/g)) receipts.set(String(id), Date.now());
      });
      resolve({ response, receipts });
    });
    request.on('error', reject);
  });

const streamProcessOf = (pid: number): ProcessInfo => {
  const streamProcess = processTree(pid).find(({ command }) => STREAMING.test(command));
  if (streamProcess === undefined) throw new Error('The host has no stream process.');
  return streamProcess;
};

const openAll = async (baseUrl: string, accounts: readonly BenchAccount[]): Promise<readonly Reader[]> => {
  const readers: Reader[] = [];
  await repeatConcurrently(ACCOUNTS * CONNECTIONS_EACH, OPENING_CONCURRENCY, async (index) => {
    const account = accounts[index % ACCOUNTS];
    if (account !== undefined) readers.push(await openReader(baseUrl, account.testKey));
  });
  return readers;
};

/** Measures the memory of the stream process with a thousand readers, and how long an event takes to reach them. */
export const measureStream = async (subject: Subject): Promise<PartResult> => {
  const { baseUrl, pid } = await subject.host();
  const accounts = await subject.accounts(ACCOUNTS);
  const caller = newApiClient(baseUrl, ACCOUNTS);
  const idleMiB = memoryMiB([streamProcessOf(pid)]);
  const readers = await openAll(baseUrl, accounts);
  try {
    const respondedAt = new Map<string, number>();
    const allReceipts = (): readonly (readonly [string, number])[] => readers.flatMap(({ receipts }) => [...receipts]);
    for (let round = 0; round < ROUNDS; round += 1) {
      await repeatConcurrently(ACCOUNTS, ACCOUNTS, async (index) => {
        const call = { method: 'POST', path: '/v1/customers', key: accounts[index]?.testKey, body: { name: 'Streamed' } } as const;
        const { id } = parseSuccess('Creating a customer', await caller.call(call));
        respondedAt.set(String(id), Date.now());
      });
      await until(() => allReceipts().length >= respondedAt.size * CONNECTIONS_EACH, DEADLINE_MS, 'Not every reader received every event.');
    }
    const aboveIdleMiB = memoryMiB([streamProcessOf(pid)]) - idleMiB;
    const delays = allReceipts().flatMap(([id, at]) => (respondedAt.has(id) ? [Math.max(0, at - Number(respondedAt.get(id)))] : []));
    return {
      findings: [
        atMost(`from the response until ${readers.length} readers have the event, p50`, quantile(delays, 0.5), DELAY_BUDGET_MS, ' ms'),
        atMost(`from the response until ${readers.length} readers have the event, p99`, quantile(delays, 0.99), DELAY_BUDGET_MS, ' ms'),
        atMost('memory of the stream process with readers, above idle', aboveIdleMiB, MEMORY_BUDGET_MIB, ' MiB'),
      ],
      detail: columns([
        ['readers', 'events', 'receipts', 'p50 ms', 'p99 ms', 'max ms', 'MiB idle', 'MiB above'],
        [
          ...[readers.length, respondedAt.size, delays.length].map(String),
          ...[quantile(delays, 0.5), quantile(delays, 0.99), Math.max(...delays), idleMiB, aboveIdleMiB].map(shortNumber),
        ],
      ]),
      data: { idleMiB, aboveIdleMiB, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) },
    };
  } finally {
    for (const { response } of readers) response.destroy();
    caller.close();
  }
};
