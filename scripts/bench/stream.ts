import { Agent, get, type IncomingMessage } from 'node:http';
import { until } from '../support/waiting.ts';
import { callerOf, parsed } from './api.ts';
import type { BenchAccount } from './fill/host-data.ts';
import { inParallel, quantile } from './measure.ts';
import { memoryMiB, type ProcessSeen, processTree } from './process-tree.ts';
import type { Subject } from './subject.ts';
import { atMost, columns, type PartResult, shortNumber } from './verdict.ts';

const ACCOUNTS = 10;
/** As many as an account may open at once, which is the burst of its reads. */
const CONNECTIONS_EACH = 100;
const OPENED_AT_ONCE = 20;
const ROUNDS = 10;
const P99_BUDGET_MS = 2000;
const MEMORY_BUDGET_MIB = 128;
const DEADLINE_MS = 60_000;
const STREAMING = /stream-main/;

/** A reader: when it got which event. */
interface Reader {
  readonly response: IncomingMessage;
  readonly receipts: Map<string, number>;
}

const openReader = (baseUrl: string, key: string): Promise<Reader> =>
  new Promise((resolve, reject) => {
    const request = get(`${baseUrl}/v1/events/stream`, { agent: new Agent(), headers: { authorization: `Bearer ${key}` } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`The stream answered ${response.statusCode}.`));
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

const streamingIn = (pid: number): ProcessSeen => {
  const found = processTree(pid).find(({ command }) => STREAMING.test(command));
  if (found === undefined) throw new Error('The process that streams does not run below the host.');
  return found;
};

const openAll = async (baseUrl: string, accounts: readonly BenchAccount[]): Promise<readonly Reader[]> => {
  const readers: Reader[] = [];
  await inParallel(ACCOUNTS * CONNECTIONS_EACH, OPENED_AT_ONCE, async (index) => {
    const account = accounts[index % ACCOUNTS];
    if (account !== undefined) readers.push(await openReader(baseUrl, account.testKey));
  });
  return readers;
};

/** What a thousand readers cost the process that streams, and how long an event takes to reach them. */
export const measureStream = async (subject: Subject): Promise<PartResult> => {
  const { baseUrl, pid } = await subject.host();
  const accounts = await subject.accounts(ACCOUNTS);
  const caller = callerOf(baseUrl, ACCOUNTS);
  const restMiB = memoryMiB([streamingIn(pid)]);
  const readers = await openAll(baseUrl, accounts);
  try {
    const answered = new Map<string, number>();
    const all = (): readonly (readonly [string, number])[] => readers.flatMap(({ receipts }) => [...receipts]);
    for (let round = 0; round < ROUNDS; round += 1) {
      await inParallel(ACCOUNTS, ACCOUNTS, async (index) => {
        const call = { method: 'POST', path: '/v1/customers', key: accounts[index]?.testKey, body: { name: 'Streamed' } } as const;
        const { id } = parsed('Creating a customer', await caller.call(call));
        answered.set(String(id), Date.now());
      });
      await until(() => all().length >= answered.size * CONNECTIONS_EACH, DEADLINE_MS, 'Not every reader heard of every event.');
    }
    const heldMiB = memoryMiB([streamingIn(pid)]) - restMiB;
    const delays = all().flatMap(([id, at]) => (answered.has(id) ? [Math.max(0, at - Number(answered.get(id)))] : []));
    return {
      findings: [
        atMost(`from the answer to ${readers.length} readers, p50`, quantile(delays, 0.5), P99_BUDGET_MS, ' ms'),
        atMost(`from the answer to ${readers.length} readers, p99`, quantile(delays, 0.99), P99_BUDGET_MS, ' ms'),
        atMost('memory of the streaming process with them, above rest', heldMiB, MEMORY_BUDGET_MIB, ' MiB'),
      ],
      detail: columns([
        ['readers', 'events', 'receipts', 'p50 ms', 'p99 ms', 'most ms', 'MiB at rest', 'MiB above'],
        [
          ...[readers.length, answered.size, delays.length].map(String),
          ...[quantile(delays, 0.5), quantile(delays, 0.99), Math.max(...delays), restMiB, heldMiB].map(shortNumber),
        ],
      ]),
      data: { restMiB, heldMiB, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) },
    };
  } finally {
    for (const { response } of readers) response.destroy();
    caller.close();
  }
};
