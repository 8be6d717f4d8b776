import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { accountLimiterKey, globalBucketKey, lookupKey, objectKey } from '../../shared/store/core/keys.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { type ApiClient, newApiClient, parseSuccess } from './api.ts';
import { cpuHeader, cpuRow, profiledSubject, type RequestCpu } from './cpu/measure.ts';
import { openEngineTable } from './engine-table.ts';
import type { BenchAccount } from './fill/host-data.ts';
import { newCustomerId, writesOfCreate } from './items.ts';
import { measureRate, median, repeatConcurrently } from './measure.ts';
import type { Subject } from './subject.ts';
import { atLeast, columns, type PartResult, shortNumber } from './verdict.ts';

/** Minimum ratio of the requests per second of the service to the calls per second of the engine alone (`raw`). */
const RATIO_BUDGET = 0.5;
const CONCURRENCY = 8;
const ROUNDS = 3;
/** Enough accounts that no call exceeds a rate limit, even on a fast machine: each account may make 30 writes and 100 reads at once. */
const ACCOUNTS = 32;
const WARM_UP = 96;
const CREATES = { service: 160, sameCalls: 160, raw: 240 };
const READS = { service: 480, sameCalls: 480, raw: 960 };

const TENANT: Tenant = { accountId: 'acct_raw', mode: 'test' };

/** A way to create customers and to read the created customers. */
interface Method {
  readonly create: (index: number) => Promise<void>;
  readonly read: (index: number) => Promise<void>;
}

const serviceMethod = (caller: ApiClient, accounts: readonly BenchAccount[]): Method => {
  const keys = accounts.map(({ testKey }) => testKey);
  const written = new Map<string, string>();
  const keyFor = (index: number): string => keys[index % keys.length] ?? '';
  return {
    create: async (index) => {
      const key = keyFor(index);
      const body = { name: 'Ada Lovelace', email: 'ada@example.com', country_code: 'NL' };
      const customer = parseSuccess('Creating a customer', await caller.call({ method: 'POST', path: '/v1/customers', key, body }));
      written.set(key, String(customer.id));
    },
    read: async (index) => {
      const key = keyFor(index);
      parseSuccess('Reading a customer', await caller.call({ method: 'GET', path: `/v1/customers/${written.get(key)}`, key }));
    },
  };
};

const rawMethod = (table: Table): Method => {
  const written: string[] = [];
  let sequence = 0;
  return {
    create: async () => {
      const id = newCustomerId();
      sequence += 1;
      await table.transact(writesOfCreate(TENANT, id, sequence, Date.now()), randomUUID());
      written.push(id);
    },
    read: async (index) => {
      const item = await table.get(objectKey(customerAggregate, TENANT, written[index % written.length] ?? ''));
      if (item === null) throw new Error('The engine lost a customer.');
    },
  };
};

/** Makes all table calls of a request without the service: looks up the API key, takes a rate limit token, then makes the call of `raw`. */
const sameCallsMethod = (table: Table, raw: Method): Method => {
  const lookUp = (index: number) => table.batchGet([globalBucketKey('127.0.0.1', 'bench'), lookupKey(`bench-${index % ACCOUNTS}`)]);
  const takeToken = (index: number) =>
    table.update({
      Key: accountLimiterKey(`acct_${index % ACCOUNTS}`),
      UpdateExpression: 'SET #b = :at ADD #s :draw',
      ExpressionAttributeNames: { '#b': 'w', '#s': 'seq_test' },
      ExpressionAttributeValues: { ':at': index, ':draw': 1 },
      ReturnValues: 'ALL_NEW',
    });
  return {
    create: async (index) => {
      await lookUp(index);
      await takeToken(index);
      await raw.create(index);
    },
    read: async (index) => {
      await lookUp(index);
      await Promise.all([takeToken(index), raw.read(index)]);
    },
  };
};

/** A number for each method: how many calls to make, or how many calls per second were made. */
interface PerMethod {
  /** Requests to the service. */
  readonly service: number;
  /** Only the table call that writes or reads the customer. */
  readonly raw: number;
  /** All table calls that the service makes for a request, without the service. */
  readonly sameCalls: number;
}

type Methods = Readonly<Record<keyof PerMethod, Method>>;

/** Measures all methods in each round, so that load on the machine affects all of them; returns the calls per second by round. */
const compare = async (methods: Methods, kind: keyof Method, counts: PerMethod): Promise<readonly PerMethod[]> => {
  const rateOf = (method: keyof PerMethod, count: number): Promise<number> => measureRate(count, CONCURRENCY, methods[method][kind]);
  for (const method of ['raw', 'sameCalls', 'service'] as const) await rateOf(method, WARM_UP);
  const rounds: PerMethod[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const raw = await rateOf('raw', counts.raw);
    const sameCalls = await rateOf('sameCalls', counts.sameCalls);
    rounds.push({ raw, sameCalls, service: await rateOf('service', counts.service) });
  }
  return rounds;
};

const medianRate = (rounds: readonly PerMethod[], method: keyof PerMethod): number => median(rounds.map((round) => round[method]));

const ratio = (rounds: readonly PerMethod[], one: keyof PerMethod, other: keyof PerMethod): number =>
  median(rounds.map((round) => round[one] / round[other]));

const rowOf = (what: string, rounds: readonly PerMethod[]): readonly string[] => [
  what,
  ...(['service', 'sameCalls', 'raw'] as const).map((method) => shortNumber(medianRate(rounds, method))),
  shortNumber(ratio(rounds, 'service', 'sameCalls')),
];

/** Measures the CPU time of the host per request, by the part of the service that spends it. */
const measureCpu = async (): Promise<Readonly<Record<keyof Method, RequestCpu>>> => {
  const { subject, cpuPerRequest, discard } = profiledSubject();
  try {
    const { baseUrl } = await subject.host();
    const caller = newApiClient(baseUrl, CONCURRENCY);
    try {
      const method = serviceMethod(caller, await subject.accounts(ACCOUNTS));
      const measure = async (kind: keyof Method, count: number): Promise<RequestCpu> => {
        await repeatConcurrently(WARM_UP, CONCURRENCY, method[kind]);
        return cpuPerRequest(count, () => repeatConcurrently(count, CONCURRENCY, method[kind]));
      };
      return { create: await measure('create', CREATES.service * 2), read: await measure('read', READS.service * 2) };
    } finally {
      caller.close();
    }
  } finally {
    await discard();
  }
};

/** Measures the throughput of the local host relative to its database engine, and the CPU time of its requests. */
export const measureThroughput = async (subject: Subject): Promise<PartResult> => {
  const { baseUrl } = await subject.host();
  const accounts = await subject.accounts(ACCOUNTS);
  const directory = mkdtempSync(join(tmpdir(), 'billing-raw-'));
  const engine = await openEngineTable(directory, 'with stream');
  const caller = newApiClient(baseUrl, CONCURRENCY);
  try {
    const raw = rawMethod(engine.table);
    const methods = { raw, sameCalls: sameCallsMethod(engine.table, raw), service: serviceMethod(caller, accounts) };
    const creates = await compare(methods, 'create', CREATES);
    const reads = await compare(methods, 'read', READS);
    const cpu = await measureCpu();
    return {
      findings: [
        atLeast('creating a customer / raw TransactWriteItems', ratio(creates, 'service', 'raw'), RATIO_BUDGET, ' x'),
        atLeast('reading a customer / raw GetItem', ratio(reads, 'service', 'raw'), RATIO_BUDGET, ' x'),
      ],
      detail: columns([
        ['per second', 'service', "the service's calls, raw", 'one call, raw', "service / the service's calls"],
        rowOf('create', creates),
        rowOf('read', reads),
      ]).concat(columns([cpuHeader('request'), cpuRow('create', cpu.create), cpuRow('read', cpu.read)])),
      data: { creates, reads, cpu },
    };
  } finally {
    caller.close();
    await engine.close();
    rmSync(directory, { recursive: true, force: true });
  }
};
