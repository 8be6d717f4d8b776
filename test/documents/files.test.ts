import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { awsDocumentFiles } from '../../shared/ports/aws-document-files.ts';

const TENANT = { accountId: 'acct_1', mode: 'test' } as const;

/** Objects of a minimal Amazon S3 server with conditional writes. */
const objects = new Map<string, Buffer>();
let isUnavailable = false;
let server: Server;
let client: S3Client;

const errorXml = (code: string): string => `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const respond = (status: number, body: string | Buffer): void =>
      void response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
    const key = pathname.replace('/bucket/', '');
    if (isUnavailable) respond(503, errorXml('SlowDown'));
    else if (searchParams.get('list-type') === '2') {
      const keys = [...objects.keys()].filter((each) => each.startsWith(searchParams.get('prefix') ?? ''));
      respond(200, `<ListBucketResult>${keys.map((each) => `<Contents><Key>${each}</Key></Contents>`).join('')}</ListBucketResult>`);
    } else if (request.method === 'PUT' && request.headers['if-none-match'] === '*' && objects.has(key))
      respond(412, errorXml('PreconditionFailed'));
    else if (request.method === 'PUT') {
      objects.set(key, Buffer.concat(parts));
      respond(200, '');
    } else if (objects.has(key)) respond(200, objects.get(key) ?? '');
    else respond(404, errorXml('NoSuchKey'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new S3Client({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    maxAttempts: 1,
  });
});
afterAll(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  objects.clear();
  isUnavailable = false;
});

it('a document is stored by tenant and id, and is not overwritten', async () => {
  const files = awsDocumentFiles('bucket', client);
  expect([await files.has(TENANT, 'inv_1.pdf'), await files.get(TENANT, 'inv_1.pdf')]).toEqual([false, null]);
  await files.put(TENANT, 'inv_1.pdf', Buffer.from('%PDF one'));
  await files.put(TENANT, 'inv_1.pdf', Buffer.from('%PDF two'));
  expect([...objects.keys()]).toEqual(['acct_1/test/inv_1.pdf']);
  expect(await files.has(TENANT, 'inv_1.pdf')).toBe(true);
  expect(Buffer.from((await files.get(TENANT, 'inv_1.pdf')) ?? []).toString()).toBe('%PDF one');
});

it('a document is found neither by the beginning of its name, nor in another mode or account', async () => {
  const files = awsDocumentFiles('bucket', client);
  objects.set('acct_1/test/inv_1.pdf.draft', Buffer.from('x'));
  expect(await files.has(TENANT, 'inv_1.pdf')).toBe(false);
  await files.put(TENANT, 'inv_1.pdf', Buffer.from('x'));
  expect(await files.get({ ...TENANT, mode: 'live' }, 'inv_1.pdf')).toBeNull();
  expect(await files.has({ accountId: 'acct_2', mode: 'test' }, 'inv_1.pdf')).toBe(false);
});

it('every call throws if the bucket is unavailable', async () => {
  const files = awsDocumentFiles('bucket', client);
  isUnavailable = true;
  await expect(files.get(TENANT, 'inv_1.pdf')).rejects.toThrow();
  await expect(files.has(TENANT, 'inv_1.pdf')).rejects.toThrow();
  await expect(files.put(TENANT, 'inv_1.pdf', Buffer.from('x'))).rejects.toThrow();
});
