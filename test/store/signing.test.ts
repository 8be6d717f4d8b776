import { createHash, createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { openClient } from '../../shared/store/core/client.ts';
import { conditionFailure, isOverload, tableOf } from '../../shared/store/core/table.ts';
import { type RecordedCall, startCallRecorder } from '../support/recorded-calls.ts';

interface Response {
  readonly status: number;
  readonly body: string;
}

const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/key', sessionToken: 'token+/=' };
const OK = { status: 200, body: '{}' };

const calls: RecordedCall[] = [];
let responses: Response[] = [];
const respond = (response: ServerResponse): void => {
  const { status, body } = responses.shift() ?? OK;
  // `NaN`: the connection breaks in the middle of the response.
  if (Number.isNaN(status)) response.writeHead(200, { 'content-length': '100' }).write('{"It', () => response.destroy());
  else response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
};
const clientAt = (endpoint: string, overrides = {}) =>
  openClient({ endpoint, region: 'eu-west-3', credentials: CREDENTIALS, ...overrides });
let table: ReturnType<typeof tableOf>;
let endpoint: string;
let stop: () => void;

beforeAll(async () => {
  ({ endpoint, stop } = await startCallRecorder(calls, respond));
  table = tableOf(clientAt(endpoint), 'billing', newCapacityCounter());
});
afterAll(() => stop());
beforeEach(() => {
  calls.length = 0;
  responses = [];
});

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Computes the signature that a received call must have according to AWS (Signature Version 4). */
const signatureOf = ({ headers, body }: RecordedCall, region: string): string => {
  const names = /SignedHeaders=([^,]+)/.exec(String(headers.authorization))?.[1]?.split(';') ?? [];
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = ['POST', '/', '', lines, names.join(';'), sha256(body)].join('\n');
  const time = String(headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/${region}/dynamodb/aws4_request`;
  const key = [time.slice(0, 8), region, 'dynamodb', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${CREDENTIALS.secretAccessKey}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${CREDENTIALS.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
};

describe('a call to the table', () => {
  it('is signed, with its body, its target, the time and the session token', async () => {
    await table.put({ Item: { pk: 'a', sk: 'b', text: '€ ü' } });
    const [call] = calls as [RecordedCall];
    expect(call.headers.authorization).toBe(signatureOf(call, 'eu-west-3'));
    expect(call.headers.authorization).toMatch(/SignedHeaders=[^,]*host;[^,]*x-amz-date;x-amz-security-token;x-amz-target/);
    expect(call.headers).toMatchObject({
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.PutItem',
      'x-amz-security-token': CREDENTIALS.sessionToken,
    });
    const ageMs =
      Date.now() - Date.parse(String(call.headers['x-amz-date']).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    expect(Math.abs(ageMs)).toBeLessThan(60_000);
    expect(JSON.parse(call.body)).toEqual({
      TableName: 'billing',
      ReturnConsumedCapacity: 'TOTAL',
      Item: { pk: { S: 'a' }, sk: { S: 'b' }, text: { S: '€ ü' } },
    });
  });

  it('is retried, with a new signature, after an error of the service, throttling and a broken connection', async () => {
    responses = [
      { status: 500, body: '{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError"}' },
      { status: 400, body: '{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}' },
      { status: 503, body: '<html><body><b>Http/1.1 Service Unavailable</b></body> </html>' },
      { status: Number.NaN, body: '' },
      { status: 200, body: '{"Item":{"pk":{"S":"a"},"sk":{"S":"b"},"n":{"N":"3"}},"ConsumedCapacity":{"CapacityUnits":1}}' },
    ];
    const retryingTable = tableOf(clientAt(endpoint, { maxAttempts: 5 }), 'billing', newCapacityCounter());
    expect(await retryingTable.get({ pk: 'a', sk: 'b' })).toEqual({ pk: 'a', sk: 'b', n: 3 });
    expect(calls).toHaveLength(5);
    for (const call of calls) expect(call.headers.authorization).toBe(signatureOf(call, 'eu-west-3'));
    expect(new Set(calls.map(({ headers }) => headers['amz-sdk-invocation-id'])).size).toBe(1);
  });

  it('fails with the error that the response contains', async () => {
    const conditionFailed = {
      __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
      message: 'no',
      Item: { pk: { S: 'a' }, sk: { S: 'b' } },
    };
    responses = [{ status: 400, body: JSON.stringify(conditionFailed) }];
    const refused: unknown = await table.put({ Item: { pk: 'a', sk: 'b' } }).catch((error: unknown) => error);
    expect(conditionFailure(refused)).toEqual({ item: { pk: 'a', sk: 'b' } });

    const throttled = { status: 400, body: '{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"slow"}' };
    responses = [throttled];
    const tableWithoutRetries = tableOf(clientAt(endpoint, { maxAttempts: 1 }), 'billing', newCapacityCounter());
    expect(isOverload(await tableWithoutRetries.get({ pk: 'a', sk: 'b' }).catch((error: unknown) => error))).toBe(true);
  });

  it('uses the endpoint of the region if no other endpoint is set', async () => {
    const client = openClient({ region: 'eu-west-3', credentials: CREDENTIALS });
    const hosts: unknown[] = [];
    client.middlewareStack.add(
      (next) => async (args) => {
        const { protocol, hostname, headers } = args.request as { protocol: string; hostname: string; headers: Record<string, string> };
        hosts.push([protocol, hostname, headers['host']]);
        return next({
          ...args,
          request: Object.assign(args.request as object, {
            protocol: 'http:',
            hostname: '127.0.0.1',
            port: Number(new URL(endpoint).port),
          }),
        });
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    await tableOf(client, 'billing', newCapacityCounter()).get({ pk: 'a', sk: 'b' });
    expect(hosts).toEqual([['https:', 'dynamodb.eu-west-3.amazonaws.com', 'dynamodb.eu-west-3.amazonaws.com']]);
  });
});
