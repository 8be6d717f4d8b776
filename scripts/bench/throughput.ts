import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { Tenant } from '../../shared/domain/kernel.ts';
import { objectKey } from '../../shared/store/keys.ts';
import { newMeter } from '../../shared/store/meter.ts';
import { type Table, tableOf } from '../../shared/store/table.ts';
import { defaultEngine, spawnEngine } from '../local/engine.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../local/settings.ts';
import { ensureTable } from '../local/table.ts';
import { TABLE_DEFINITION, TTL_ATTRIBUTE } from '../local/table-definition.ts';
import { type Caller, callerOf, parsed } from './api.ts';
import { newId, writesOfCreate } from './items.ts';
import { median, perSecond } from './measure.ts';
import type { BenchAccount, Subject } from './subject.ts';
import { atLeast, columns, type PartResult, shortNumber } from './verdict.ts';

const RATIO_BUDGET = 0.5;
const AT_ONCE = 8;
const TURNS = 3;
/** Enough accounts that no call meets a rate limit, whatever the speed: 30 writes and 100 reads each. */
const ACCOUNTS = 32;
const WARM_UP = 96;
const CREATES = 240;
const READS = 640;
const RAW_CREATES = 480;
const RAW_READS = 1280;

const TABLE_NAME = 'billing';
const TENANT: Tenant = { accountId: 'acct_raw', mode: 'test' };

/** The same engine on a disk of its own, with the same table, used without the service. */
const openRaw = async (): Promise<{ readonly table: Table; readonly close: () => Promise<void> }> => {
  const directory = mkdtempSync(join(tmpdir(), 'billing-raw-'));
  const engine = await spawnEngine(defaultEngine(), directory);
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  await ensureTable(client, { ...TABLE_DEFINITION, TableName: TABLE_NAME }, TTL_ATTRIBUTE);
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return {
    table: tableOf(documents, TABLE_NAME, newMeter()),
    close: async () => {
      client.destroy();
      await engine.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** The two ways to write and read a customer. The ids that they write are what they read. */
const serviceWay = (caller: Caller, accounts: readonly BenchAccount[]) => {
  const keys = accounts.map(({ testKey }) => testKey);
  const written = new Map<string, string>();
  const keyFor = (index: number): string => keys[index % keys.length] ?? '';
  return {
    create: async (index: number): Promise<void> => {
      const key = keyFor(index);
      const body = { name: 'Ada Lovelace', email: 'ada@example.com', country_code: 'NL' };
      const made = parsed('Creating a customer', await caller.call({ method: 'POST', path: '/v1/customers', key, body }));
      written.set(key, String(made.id));
    },
    read: async (index: number): Promise<void> => {
      const key = keyFor(index);
      parsed('Reading a customer', await caller.call({ method: 'GET', path: `/v1/customers/${written.get(key)}`, key }));
    },
  };
};

const rawWay = (table: Table) => {
  const written: string[] = [];
  let sequence = 0;
  return {
    create: async (): Promise<void> => {
      const id = newId();
      sequence += 1;
      await table.transact(writesOfCreate(TENANT, id, sequence, Date.now()), randomUUID());
      written.push(id);
    },
    read: async (index: number): Promise<void> => {
      const item = await table.get(objectKey(customerAggregate, TENANT, written[index % written.length] ?? ''));
      if (item === null) throw new Error('The engine lost a customer.');
    },
  };
};

type Way = { readonly create: (index: number) => Promise<void>; readonly read: (index: number) => Promise<void> };

interface Turn {
  readonly service: number;
  readonly raw: number;
}

/** Both ways in turn, so that a busy moment of the machine meets both. */
const compare = async (service: Way, raw: Way, kind: keyof Way, counts: Turn): Promise<readonly Turn[]> => {
  await perSecond(WARM_UP, AT_ONCE, service[kind]);
  await perSecond(WARM_UP, AT_ONCE, raw[kind]);
  const turns: Turn[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const rawRate = await perSecond(counts.raw, AT_ONCE, raw[kind]);
    turns.push({ raw: rawRate, service: await perSecond(counts.service, AT_ONCE, service[kind]) });
  }
  return turns;
};

/** How much of the engine's own speed is left to a caller of the local host. */
export const measureThroughput = async (subject: Subject): Promise<PartResult> => {
  const { baseUrl } = await subject.host();
  const accounts = await subject.accounts(ACCOUNTS);
  const raw = await openRaw();
  const caller = callerOf(baseUrl, AT_ONCE);
  try {
    const ways = [serviceWay(caller, accounts), rawWay(raw.table)] as const;
    const creates = await compare(...ways, 'create', { service: CREATES, raw: RAW_CREATES });
    const reads = await compare(...ways, 'read', { service: READS, raw: RAW_READS });
    const ratioOf = (turns: readonly Turn[]): number => median(turns.map(({ service, raw: rawRate }) => service / rawRate));
    const rowOf = (what: string, turns: readonly Turn[]): readonly string[] => [
      what,
      shortNumber(median(turns.map(({ service }) => service))),
      shortNumber(median(turns.map((turn) => turn.raw))),
      shortNumber(ratioOf(turns)),
    ];
    return {
      findings: [
        atLeast('creating a customer / raw TransactWriteItems', ratioOf(creates), RATIO_BUDGET, ' x'),
        atLeast('reading a customer / raw GetItem', ratioOf(reads), RATIO_BUDGET, ' x'),
      ],
      detail: columns([['per second', 'service', 'raw engine', 'ratio'], rowOf('create', creates), rowOf('read', reads)]),
      data: { creates, reads },
    };
  } finally {
    caller.close();
    await raw.close();
  }
};
