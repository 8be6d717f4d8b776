import { randomUUID } from 'node:crypto';
import { openDownloads } from '../../functions/stream/downloads.ts';
import { openHub } from '../../functions/stream/hub.ts';
import { SERVED_OPERATIONS } from '../../functions/stream/served.ts';
import { startServer } from '../../functions/stream/server.ts';
import { DOWNLOAD_SETTINGS, STREAM_SETTINGS, type StreamSettings } from '../../functions/stream/settings.ts';
import { type StreamSource, tableSource } from '../../functions/stream/source.ts';
import { startAwsEndpoint } from '../../scripts/local/aws/aws-endpoint.ts';
import { makeAccount } from '../../scripts/local/new-account.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { suspendAccount } from '../../shared/flows/accounts/create.ts';
import { clock, openTable, storeOf } from '../../shared/runtime/services.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { logEntryItem } from '../../shared/store/event-log/entries.ts';
import { eventId } from '../../shared/store/event-log/event-id.ts';
import type { EventObject } from '../../shared/store/event-log/event-text.ts';
import { allocateSequences } from '../../shared/store/event-log/sequence.ts';
import { type EventStream, openStream, type StreamRequest } from '../contract/support/stream.ts';
import { startEngine } from '../support/engine.ts';
import { publicEntry } from '../support/entries.ts';

/** An account with its API keys, and functions that write the log of its test tenant. */
export interface StreamAccount {
  /** The test tenant. */
  readonly tenant: Tenant;
  /** The test key. */
  readonly key: string;
  readonly liveKey: string;
  /** Allocates sequence numbers of the log, as writers do before they write. */
  readonly allocate: (count: number) => Promise<readonly number[]>;
  /** Writes an event at an allocated number, as if it was recorded `agoMs` milliseconds ago. Returns the event's id. */
  readonly put: (sequence: number, event?: { readonly agoMs?: number; readonly bytes?: number; readonly type?: string }) => Promise<string>;
  /** Allocates numbers and writes an event at each. */
  readonly record: (count: number, event?: { readonly agoMs?: number; readonly bytes?: number }) => Promise<readonly string[]>;
  readonly suspend: () => Promise<void>;
}

/** Serves event streams and exports in this process, from a table on a new database engine. */
export interface StreamFixture {
  readonly table: Table;
  /** Environment variables with which another process serves the same table. */
  readonly environment: Readonly<Record<string, string>>;
  readonly owner: () => Promise<StreamAccount>;
  /** Starts a server. `change`: replaces the source from which it reads the log. */
  readonly serve: (settings?: Partial<StreamSettings>, change?: (source: StreamSource) => StreamSource) => Promise<RunningServer>;
  readonly stop: () => Promise<void>;
}

export interface RunningServer {
  readonly baseUrl: string;
  readonly open: (request: StreamRequest) => Promise<EventStream>;
  readonly wake: (tenant: Tenant) => void;
  /** Number of open streams. */
  readonly size: () => number;
  /** Ends the server as the process does on SIGTERM. */
  readonly close: () => Promise<void>;
}

const SECRET = {
  arn: 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:pepper',
  name: 'pepper',
  value: '{"current":"1","1":"pepper of the tests"}',
  versionId: randomUUID(),
  createdMs: 0,
};

const unavailable = (): never => {
  throw new Error('not available in this fixture');
};

export const openStreamFixture = async (): Promise<StreamFixture> => {
  const engine = await startEngine();
  const log = { problem: () => undefined, close: async () => undefined };
  const aws = await startAwsEndpoint(
    {
      bus: { put: unavailable },
      stateMachines: { start: unavailable, find: unavailable, stop: async () => undefined, running: unavailable } as never,
      cipher: { encrypt: unavailable, decrypt: unavailable },
      secrets: new Map([[SECRET.arn, SECRET]]),
      mailbox: { send: unavailable } as never,
    },
    log,
  );
  const environment = { ...engine.env, KEY_PEPPER_SECRET_ARN: SECRET.arn, AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.origin };
  Object.assign(process.env, environment);
  const table = openTable();
  const servings: RunningServer[] = [];
  return {
    table,
    environment,
    owner: () => ownerIn(table),
    serve: async (settings, change = (source) => source) => {
      const serving = await serve({ ...STREAM_SETTINGS, ...settings }, change(tableSource(table)));
      servings.push(serving);
      return serving;
    },
    stop: async () => {
      await Promise.all(servings.map((serving) => serving.close()));
      await aws.stop();
      await engine.stop();
    },
  };
};

const serve = async (settings: StreamSettings, source: StreamSource): Promise<RunningServer> => {
  const hub = openHub(source, settings, Math.random);
  const downloads = openDownloads(source.isStillValid, DOWNLOAD_SETTINGS);
  const routes = SERVED_OPERATIONS.map(({ operation, handlerOf }) => ({ operation, handler: handlerOf({ hub, source, downloads }) }));
  const server = await startServer({ port: 0, host: '127.0.0.1', trustedProxies: 0, routes });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  return {
    baseUrl,
    open: (request) => openStream(baseUrl, request),
    wake: hub.wake,
    size: hub.size,
    close: async () => {
      server.stopListening();
      downloads.close();
      await hub.close();
      server.destroy();
    },
  };
};

const eventAt = (tenant: Tenant, sequence: number, nonce: string, type: string, bytes: number): EventObject => ({
  id: eventId(sequence, nonce),
  object: 'event',
  type,
  created: Math.floor(clock.nowMs() / 1000),
  livemode: tenant.mode === 'live',
  data: { id: `thing_${sequence}`, padding: 'x'.repeat(bytes) },
  previous_attributes: null,
});

const ownerIn = async (table: Table): Promise<StreamAccount> => {
  const { accountId, testKey, liveKey } = await makeAccount({ name: 'Streams', email: 'streams@example.com' });
  const tenant: Tenant = { accountId, mode: 'test' };
  const allocate: StreamAccount['allocate'] = (count) => allocateSequences(table, tenant, count);
  const put: StreamAccount['put'] = async (sequence, { agoMs = 0, bytes = 10, type = 'customer.created' } = {}) => {
    const nonce = randomUUID();
    const event = eventAt(tenant, sequence, nonce, type, bytes);
    const { Put } = logEntryItem(tenant, publicEntry(sequence, event, nonce), clock.nowMs() - agoMs);
    await table.put(Put as Parameters<Table['put']>[0]);
    return event.id;
  };
  return {
    tenant,
    key: testKey,
    liveKey,
    allocate,
    put,
    record: async (count, event) => {
      const ids: string[] = [];
      for (const sequence of await allocate(count)) ids.push(await put(sequence, event));
      return ids;
    },
    suspend: async () => {
      await suspendAccount(storeOf(table), accountId, true);
    },
  };
};
