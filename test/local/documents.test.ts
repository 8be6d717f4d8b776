import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiObject, apiOf } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { newPlan, subscribe } from '../contract/support/objects.ts';
import { startHost, type TestHost } from '../support/host.ts';
import { environmentIn } from './support.ts';

let dataDir: string;
let host: TestHost;
let invoice: ApiObject;
let creditNote: ApiObject;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'billing-documents-'));
  host = await startHost({ dataDir });
  const client = apiOf(host.baseUrl).client(host.testKey);
  await subscribe(client, (await newPlan(client)).priceId);
  [invoice] = (await client.list('/v1/invoices')) as [ApiObject];
  await client.post('/v1/refunds', { payment_id: invoice.payment_id });
  [creditNote] = (await eventually(
    () => client.list('/v1/credit_notes'),
    (notes) => notes.length === 1,
  )) as [ApiObject];
}, 320_000);
afterAll(async () => {
  await host.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const PATHS = { invoice: () => `/v1/invoices/${invoice.id}/pdf`, credit_note: () => `/v1/credit_notes/${creditNote.id}/pdf` } as const;
type Kind = keyof typeof PATHS;
const requestPdf = (kind: Kind): Promise<Response> =>
  fetch(`${host.baseUrl}${PATHS[kind]()}`, { headers: { authorization: `Bearer ${host.testKey}` } });
const bytesOf = async (answer: Response): Promise<string> => Buffer.from(await answer.arrayBuffer()).toString('base64');
const waitForPdf = async (kind: Kind): Promise<string> =>
  bytesOf(
    await eventually(
      () => requestPdf(kind),
      ({ status }) => status === 200,
    ),
  );

const deleteStoredPdf = async ({ id }: ApiObject): Promise<void> => {
  const env = environmentIn(dataDir);
  const client = new S3Client({
    endpoint: String(env.AWS_ENDPOINT_URL_S3),
    region: 'eu-west-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
  });
  const Key = `${host.accountId}/test/${id}.pdf`;
  await client.send(new DeleteObjectCommand({ Bucket: String(env.DOCUMENTS_BUCKET), Key }));
  client.destroy();
};

it.each([
  ['[INV-13] a request for a missing PDF of an invoice', 'invoice'],
  ['[CN-04] a request for a missing PDF of a credit note', 'credit_note'],
] as const)('%s returns 501, and the PDF is rendered again with the same bytes', async (_what, kind) => {
  const first = await waitForPdf(kind);
  await deleteStoredPdf(kind === 'invoice' ? invoice : creditNote);
  const pending = await requestPdf(kind);
  expect(pending.status).toBe(501);
  expect(pending.headers.get('retry-after')).toBe('2');
  expect(await pending.json()).toMatchObject({ error: { type: 'api_error', code: 'rendering_pending' } });
  expect(await waitForPdf(kind)).toBe(first);
});

it('the local host keeps documents after a restart', async () => {
  const first = await waitForPdf('invoice');
  await host.stop();
  host = await startHost({ dataDir });
  const answer = await requestPdf('invoice');
  expect([answer.status, await bytesOf(answer)]).toEqual([200, first]);
}, 320_000);
