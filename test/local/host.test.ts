import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecryptCommand, EncryptCommand, InvalidCiphertextException, KMSClient } from '@aws-sdk/client-kms';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import Libsql from 'libsql';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Host, startHost } from '../../scripts/local/host.ts';
import { defaultEngine, tableFile } from '../../scripts/local/prepare/engine.ts';
import type { Prepared } from '../../scripts/local/prepare/prepare.ts';
import { TABLE_DEFINITION, TTL_ATTRIBUTE } from '../../scripts/local/prepare/table-definition.ts';
import { declaredTable } from '../../scripts/local/prepare/table-of-template.ts';
import { readTemplates, resolveTemplates } from '../../scripts/local/prepare/template.ts';
import { readSettings } from '../../scripts/local/settings.ts';
import { until as waitUntil } from '../../scripts/support/waiting.ts';
import { failures, journal } from './fixture/functions/journal.ts';
import { prepareFixture } from './fixture/templates.ts';

/** Long enough for a busy machine. */
const DEADLINE_MS = 60_000;
const until = (condition: () => boolean | Promise<boolean>): Promise<void> => waitUntil(condition, DEADLINE_MS);
const problems: { readonly where: string; readonly error: unknown }[] = [];
const log = { problem: (where: string, error: unknown): void => void problems.push({ where, error }), close: async () => undefined };
/** Returns the events that a fixture function recorded under a name. */
const eventsOf = (name: string): readonly unknown[] =>
  journal()
    .filter((entry) => entry.at === name)
    .map((entry) => entry.event);
const setting = (name: string): string => process.env[name] ?? '';

let directory: string;
let prepared: Prepared;
let host: Host;

const start = (): Promise<Host> =>
  startHost({
    prepared,
    settings: readSettings({ PORT: '0', DATA_DIR: join(directory, 'data') }),
    log,
    makeAccount: async () => ({ accountId: 'acct_1', testKey: 'test', liveKey: 'live' }),
  });

/** Puts an item with this sort key. `t`: the item's type; only items of the type `event` are relayed. */
const write = (id: string, t = 'event'): Promise<Response> =>
  fetch(`${host.baseUrl}/v1/things`, { method: 'POST', body: JSON.stringify({ id, t }), headers: { 'content-type': 'application/json' } });

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'billing-host-'));
  prepared = await prepareFixture(directory);
  host = await start();
});

afterAll(async () => {
  await host.stop();
  rmSync(directory, { recursive: true, force: true });
});

beforeEach(() => {
  failures().clear();
});

vi.setConfig({ testTimeout: 2 * DEADLINE_MS, hookTimeout: 4 * DEADLINE_MS });

describe('HTTP routes', () => {
  it('invoke functions with events of payload format 2.0', async () => {
    const answer = await fetch(`${host.baseUrl}/v1/things/a%20b?x=1&x=2&y=`, { headers: { cookie: 'c=1; d=2' } });
    expect(await answer.json()).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /v1/things/{thing_id}',
      rawPath: '/v1/things/a b',
      rawQueryString: 'x=1&x=2&y=',
      queryStringParameters: { x: '1,2', y: '' },
      pathParameters: { thing_id: 'a b' },
      cookies: ['c=1', 'd=2'],
      requestContext: { http: { method: 'GET', sourceIp: '127.0.0.1' } },
      isBase64Encoded: false,
    });
    expect(answer.headers.get('x-thing')).toBe('1');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('reject unknown Host headers, so that pages of other sites cannot read the service (DNS rebinding)', async () => {
    const { port } = new URL(host.baseUrl);
    const statusFor = (name: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port, path: '/_local/mail', headers: { host: name } };
        request(options, (answer) => resolve(answer.resume().statusCode))
          .once('error', reject)
          .end();
      });
    for (const ownName of ['localhost', `127.0.0.1:${port}`, `[::1]:${port}`, 'shop.localhost:1234'])
      expect(await statusFor(ownName)).toBe(200);
    for (const unknownName of ['rebound.example', `rebound.example:${port}`, 'localhost.example', '10.0.0.1', '@'])
      expect(await statusFor(unknownName), unknownName).toBe(421);
  });

  it('answer HEAD without a body, and use the default route for methods without a route', async () => {
    const head = await fetch(`${host.baseUrl}/v1/things/a`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const deletion = await fetch(`${host.baseUrl}/v1/things`, { method: 'DELETE' });
    expect([deletion.status, await deletion.text()]).toEqual([404, 'nothing at /v1/things']);
    expect((await fetch(`${host.baseUrl}/v1/things/`)).status).toBe(404);
  });

  it('answer preflights and add CORS headers to other responses', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    const preflight = await fetch(`${host.baseUrl}/v1/things`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    const answer = await fetch(`${host.baseUrl}/v1/things/a`, { headers });
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  it('answer 500 without details if a function throws', async () => {
    failures().set('read', 1);
    const answer = await fetch(`${host.baseUrl}/v1/things/a`);
    expect([answer.status, await answer.json()]).toEqual([500, { message: 'Internal Server Error' }]);
  });
});

describe('events', () => {
  it('are relayed after failures of the relay, each once and in order; items that are not public events are not relayed', async () => {
    failures().set('relay', 2);
    await write('other', 'object');
    await write('first');
    await write('second');
    await until(() => eventsOf('fanout').includes('second'));
    expect(eventsOf('relay').flat()).toEqual(['first', 'second']);
    expect(eventsOf('fanout').filter((id) => id === 'other')).toEqual([]);
  });

  it('are delivered after a restart if the fan-out failed before the restart, and are relayed only once', async () => {
    failures().set('fanout-hold', 1);
    await write('third');
    await until(() => eventsOf('relay').flat().includes('third'));
    await host.stop();
    failures().clear();
    host = await start();
    await until(() => eventsOf('fanout').includes('third'));
    const before = eventsOf('relay').flat().length;
    await host.stop();
    host = await start();
    await write('fourth');
    await until(() => eventsOf('fanout').includes('fourth'));
    expect(eventsOf('relay').flat().slice(before)).toEqual(['fourth']);
  });
});

describe.runIf(defaultEngine() === 'dynoxide')('a host that starts with old stream records in its data directory', () => {
  const withDatabase = <T>(work: (database: Libsql.Database) => T): T => {
    const database = new Libsql(tableFile(join(directory, 'data', 'dynoxide')));
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  const execute = (sql: string) => withDatabase((database) => void database.exec(sql));
  const sequenceNumbers = (condition: string): readonly unknown[] =>
    withDatabase((database) =>
      database.prepare(`SELECT sequence_number FROM _stream_records WHERE ${condition} ORDER BY id`).pluck().all(),
    );
  const relayedUpTo = (): number =>
    Number(Object.values(JSON.parse(readFileSync(join(directory, 'data', 'stream.json'), 'utf8')).shards)[0]);

  it('deletes the records before the last relayed one, and continues relaying', async () => {
    await write('fifth');
    await until(() => eventsOf('fanout').includes('fifth'));
    await host.stop();
    const before = eventsOf('relay').flat().length;
    const keptNumbers = sequenceNumbers(`CAST(sequence_number AS INTEGER) >= ${relayedUpTo()}`);
    expect(keptNumbers.length).toBeLessThan(sequenceNumbers('TRUE').length);
    // Makes the records 25 hours older: relayed records are deleted after a day.
    execute('DROP INDEX stream_records_by_sequence; UPDATE _stream_records SET created_at = created_at - 90000');
    host = await start();
    expect(sequenceNumbers(`created_at < ${Date.now() / 1000 - 86_400}`)).toEqual(keptNumbers);
    await write('sixth');
    await until(() => eventsOf('fanout').includes('sixth'));
    expect(eventsOf('relay').flat().slice(before)).toEqual(['sixth']);
  });

  it('continues relaying if the format of the records is unknown, and logs that the engine slows down without an index', async () => {
    await host.stop();
    // A view cannot have an index. A trigger stores the records that the engine inserts into the view.
    const columns = withDatabase((database) => database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('_stream_records'));
    execute(`
      DROP INDEX stream_records_by_sequence;
      ALTER TABLE _stream_records RENAME TO changes;
      CREATE VIEW _stream_records AS SELECT * FROM changes;
      CREATE TRIGGER record INSTEAD OF INSERT ON _stream_records BEGIN
        INSERT INTO changes (${columns.slice(1).join()}) VALUES (${columns
          .slice(1)
          .map((name) => `NEW.${name}`)
          .join()});
      END`);
    problems.length = 0;
    host = await start();
    await write('seventh');
    await until(() => eventsOf('fanout').includes('seventh'));
    expect(problems.filter(({ where }) => where === 'engine').map(({ error }) => error)).toEqual([
      'Stream records have no index, so the engine slows down with each change: views may not be indexed.',
    ]);
  });
});

describe('queues', () => {
  it('deliver only the failed messages of a batch again', async () => {
    failures().set('due bad', 1);
    const client = new SQSClient({});
    for (const MessageBody of ['good', 'bad'])
      await client.send(new SendMessageCommand({ QueueUrl: setting('DUE_WORK_QUEUE_URL'), MessageBody }));
    await until(() => eventsOf('due bad').length > 0);
    // The fixture records the receive count.
    expect(eventsOf('due bad')).toEqual([2]);
    expect(eventsOf('due good')).toEqual([1]);
  });

  it('deliver a message that was sent with a delay only after the delay', async () => {
    const sentMs = Date.now();
    await new SQSClient({}).send(new SendMessageCommand({ QueueUrl: setting('DUE_WORK_QUEUE_URL'), MessageBody: 'late', DelaySeconds: 1 }));
    await until(() => eventsOf('due late').length > 0);
    expect(Date.now() - sentMs).toBeGreaterThanOrEqual(1000);
  });
});

describe('state machines', () => {
  it('sweep every shard when the host starts', async () => {
    await until(() => eventsOf('sweep').length >= 16);
    const shards = eventsOf('sweep').map((event) => (event as { shard: number }).shard);
    expect(new Set(shards).size).toBe(16);
  });

  it('run nested executions, and reject a second execution with the same name', async () => {
    const client = new SFNClient({});
    const command = new StartExecutionCommand({
      stateMachineArn: setting('CLOCK_ADVANCE_MACHINE_ARN'),
      name: 'one',
      input: JSON.stringify({ accountId: 'a', mode: 'test', clockId: 'c' }),
    });
    const { executionArn } = await client.send(command);
    await until(async () => (await client.send(new DescribeExecutionCommand({ executionArn }))).status === 'SUCCEEDED');
    expect(eventsOf('prepare')).toEqual([{ runId: 'run_1' }, { runId: 'run_2' }]);
    await expect(client.send(command)).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  });
});

describe('the deployed table', () => {
  it('has the same definition as the table of the local host and of tests', () => {
    const resources = resolveTemplates(readTemplates(prepared.assembly), { queueOrigin: 'http://queues', publicBaseUrl: 'http://host' });
    const { definition, ttlAttribute } = declaredTable(resources);
    const sorted = (attributes: unknown) => (attributes as { AttributeName: string }[]).map((item) => item.AttributeName).sort();
    expect(sorted(definition.AttributeDefinitions)).toEqual(sorted(TABLE_DEFINITION.AttributeDefinitions));
    expect(definition.KeySchema).toEqual(TABLE_DEFINITION.KeySchema);
    expect(definition.GlobalSecondaryIndexes).toEqual(TABLE_DEFINITION.GlobalSecondaryIndexes);
    expect(definition.StreamSpecification).toEqual(TABLE_DEFINITION.StreamSpecification);
    expect(ttlAttribute).toBe(TTL_ATTRIBUTE);
  });
});

describe('the emulated KMS and Secrets Manager', () => {
  it('decrypt only with the encryption context that was used to encrypt', async () => {
    const client = new KMSClient({});
    const KeyId = setting('CIPHER_KEY_ID');
    const { CiphertextBlob } = await client.send(
      new EncryptCommand({ KeyId, Plaintext: Buffer.from('text'), EncryptionContext: { a: '1', b: '2' } }),
    );
    const { Plaintext } = await client.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: { b: '2', a: '1' } }));
    expect(Buffer.from(Plaintext ?? []).toString()).toBe('text');
    const decryption = client.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: { a: '1' } }));
    await expect(decryption).rejects.toBeInstanceOf(InvalidCiphertextException);
  });

  it('keep generated secrets after a restart', async () => {
    const read = async () =>
      (await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId: setting('KEY_PEPPER_SECRET_ARN') }))).SecretString;
    const before = await read();
    expect(JSON.parse(before ?? '{}')['1']).toMatch(/^[A-Za-z0-9]{64}$/);
    await host.stop();
    host = await start();
    expect(await read()).toBe(before);
  });
});
