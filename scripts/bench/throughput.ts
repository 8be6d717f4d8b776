import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { accountLimiterKey, globalBucketKey, type Key, lookupKey, objectKey } from '../../shared/store/core/keys.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { type ApiClient, newApiClient, parseSuccess } from './api.ts';
import { cpuHeader, cpuRow, profiledSubject, type RequestCpu } from './cpu/measure.ts';
import { openEngineTable } from './engine-table.ts';
import type { BenchAccount } from './fill/host-data.ts';
import { newCustomerId, writesOfCreate } from './items.ts';
import { measureRate, median, repeatConcurrently } from './measure.ts';
import { newSubject, type Subject } from './subject.ts';
import { atLeast, columns, type PartResult, shortNumber } from './verdict.ts';

/** Minimum ratio of the requests per second of the service to the calls per second of the engine alone. */
const RATIO_BUDGET = 0.5;
/** The same for requests alone, relative to all their calls. */
const CALLS_RATIO_BUDGET = 0.85;
const CONCURRENCY = 8;
const ROUNDS = 5;
/** Enough accounts that no call exceeds a rate limit, even on a fast machine: each account may make 30 writes and 100 reads at once. */
const ACCOUNTS = 32;
const WARM_UP = 96;
const CREATES = { service: 160, complete: 160, sameCalls: 160, raw: 240 };
const PROFILED = { create: 320, read: 960 };
const READS = { service: 480, complete: 480, sameCalls: 480, raw: 960 };

/** Environment of a host in which nothing follows from a request. */
const REQUESTS_ONLY = { REQUESTS_ONLY: '1' };

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

interface RawMethod extends Method {
  /** Key of a created customer. */
  readonly keyOf: (index: number) => Key;
}

const rawMethod = (table: Table): RawMethod => {
  const written: string[] = [];
  const keyOf = (index: number): Key => objectKey(customerAggregate, TENANT, written[index % written.length] ?? '');
  let sequence = 0;
  return {
    keyOf,
    create: async () => {
      const id = newCustomerId();
      sequence += 1;
      await table.transact(writesOfCreate(TENANT, id, sequence, Date.now()), randomUUID());
      written.push(id);
    },
    read: async (index) => {
      const item = await table.get(keyOf(index));
      if (item === null) throw new Error('The engine lost a customer.');
    },
  };
};

/**
 * Makes all table calls of a request without the service: looks up the API key (a read also gets the customer in this call), takes a rate
 * limit token, and creates the customer as `raw` does.
 */
const sameCallsMethod = (table: Table, raw: RawMethod): Method => {
  const lookUp = (index: number, ...others: readonly Key[]) =>
    table.batchGet([globalBucketKey('127.0.0.1', 'bench'), lookupKey(`bench-${index % ACCOUNTS}`), ...others]);
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
      await lookUp(index, raw.keyOf(index));
      await takeToken(index);
    },
  };
};

/** A number for each method: how many calls to make, or how many calls per second were made. */
interface PerMethod {
  /** Requests to a service in which nothing follows from a request. On AWS, what follows runs in other functions. */
  readonly service: number;
  /** Requests to a service that also does what follows from them. */
  readonly complete: number;
  /** Only the table call that writes or reads the customer. */
  readonly raw: number;
  /** All table calls that the service makes for a request, without the service. */
  readonly sameCalls: number;
}

type Methods = Readonly<Record<keyof PerMethod, Method>>;

/** In the order of measurement. */
const METHODS = ['raw', 'sameCalls', 'service', 'complete'] as const;

/** Measures all methods in each round, so that load on the machine affects all of them; returns the calls per second by round. */
const compare = async (methods: Methods, kind: keyof Method, counts: PerMethod): Promise<readonly PerMethod[]> => {
  const rateOf = (method: keyof PerMethod, count: number): Promise<number> => measureRate(count, CONCURRENCY, methods[method][kind]);
  for (const method of METHODS) await rateOf(method, WARM_UP);
  const rounds: PerMethod[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const rates = { raw: 0, sameCalls: 0, service: 0, complete: 0 };
    for (const method of METHODS) rates[method] = await rateOf(method, counts[method]);
    rounds.push(rates);
  }
  return rounds;
};

const medianRate = (rounds: readonly PerMethod[], method: keyof PerMethod): number => median(rounds.map((round) => round[method]));

const ratio = (rounds: readonly PerMethod[], one: keyof PerMethod, other: keyof PerMethod): number =>
  median(rounds.map((round) => round[one] / round[other]));

const rowOf = (what: string, rounds: readonly PerMethod[]): readonly string[] => [
  what,
  ...(['service', 'complete', 'sameCalls', 'raw'] as const).map((method) => shortNumber(medianRate(rounds, method))),
  shortNumber(ratio(rounds, 'service', 'sameCalls')),
];

/** Measures requests of these kinds, in this order: reads need an earlier creation. */
const measureCpuOf = async (env: Readonly<Record<string, string>>, kinds: readonly (keyof Method)[]): Promise<readonly RequestCpu[]> => {
  const { subject, cpuPerRequest, discard } = profiledSubject(env);
  try {
    const { baseUrl } = await subject.host();
    const caller = newApiClient(baseUrl, CONCURRENCY);
    try {
      const method = serviceMethod(caller, await subject.accounts(ACCOUNTS));
      const measured: RequestCpu[] = [];
      for (const kind of kinds) {
        const count = PROFILED[kind];
        await repeatConcurrently(WARM_UP, CONCURRENCY, method[kind]);
        measured.push(await cpuPerRequest(count, () => repeatConcurrently(count, CONCURRENCY, method[kind])));
      }
      return measured;
    } finally {
      caller.close();
    }
  } finally {
    await discard();
  }
};

/** Rows of the host's CPU time per request, by the part of the service that spends it. */
const measureCpu = async (): Promise<readonly (readonly [what: string, cpu: RequestCpu])[]> => {
  const requests = await measureCpuOf(REQUESTS_ONLY, ['create', 'read']);
  const complete = await measureCpuOf({}, ['create']);
  const rows = ['create', 'read', 'create, with what follows'];
  return [...requests, ...complete].map((cpu, index) => [rows[index] ?? '', cpu] as const);
};

const findingsOf = (what: string, rounds: readonly PerMethod[], call: string) => [
  atLeast(`${what} / raw ${call}`, ratio(rounds, 'complete', 'raw'), RATIO_BUDGET, ' x'),
  atLeast(`${what}, the request alone / its calls, raw`, ratio(rounds, 'service', 'sameCalls'), CALLS_RATIO_BUDGET, ' x'),
];

/** Measures the throughput of the local host relative to its database engine, and the CPU time of its requests. */
export const measureThroughput = async (completeSubject: Subject): Promise<PartResult> => {
  const directory = mkdtempSync(join(tmpdir(), 'billing-raw-'));
  const engine = await openEngineTable(directory, 'with stream');
  const requestSubject = newSubject(REQUESTS_ONLY);
  const callers: ApiClient[] = [];
  const methodOf = async (subject: Subject): Promise<Method> => {
    const { baseUrl } = await subject.host();
    const caller = newApiClient(baseUrl, CONCURRENCY);
    callers.push(caller);
    return serviceMethod(caller, await subject.accounts(ACCOUNTS));
  };
  try {
    const raw = rawMethod(engine.table);
    const [service, complete] = [await methodOf(requestSubject), await methodOf(completeSubject)];
    const methods = { raw, sameCalls: sameCallsMethod(engine.table, raw), service, complete };
    const creates = await compare(methods, 'create', CREATES);
    const reads = await compare(methods, 'read', READS);
    await requestSubject.stop();
    const cpu = await measureCpu();
    return {
      findings: [
        ...findingsOf('creating a customer', creates, 'TransactWriteItems'),
        ...findingsOf('reading a customer', reads, 'GetItem'),
      ],
      detail: columns([
        ['per second', 'requests alone', 'with what follows', 'their calls, raw', 'one call, raw', 'requests alone / their calls'],
        rowOf('create', creates),
        rowOf('read', reads),
      ]).concat(columns([cpuHeader('request'), ...cpu.map(([what, time]) => cpuRow(what, time))])),
      data: { creates, reads, cpu },
    };
  } finally {
    for (const caller of callers) caller.close();
    await requestSubject.discard();
    await engine.close();
    rmSync(directory, { recursive: true, force: true });
  }
};
