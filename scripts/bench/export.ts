import { type ChildProcess, spawn } from 'node:child_process';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { openStreamFixture, type StreamFixture } from '../../test/stream/support.ts';
import { batchPut, MAX_BATCH_ITEMS } from './fill/batch-put.ts';
import { newCustomerId, writeOfCustomer, writeOfEvent } from './items.ts';
import { repeatConcurrently } from './measure.ts';
import { sampleDuring } from './memory.ts';
import { processTree } from './process-tree.ts';
import { atLeast, atMost, columns, type PartResult, shortNumber } from './verdict.ts';

const OBJECTS = 100_000;
const PER_SECOND_BUDGET = 5000;
const MEMORY_BUDGET_MIB = 64;
const FILL_CONCURRENCY = 4;
const SAMPLE_EVERY_MS = 100;
/** Age of the customers and of the log entry: more than `GAP_PATIENCE_MS`, so that a reader does not wait for missing log numbers. */
const AGE_MS = 3_600_000;

/** Writes customers and one log entry directly to the table. */
const fill = async ({ environment }: StreamFixture, tenant: Tenant): Promise<void> => {
  const client = new DynamoDBClient({ endpoint: String(environment.AWS_ENDPOINT_URL_DYNAMODB) });
  const put = (writes: Parameters<typeof batchPut>[2]) => batchPut(client, String(environment.TABLE_NAME), writes);
  const nowMs = Date.now() - AGE_MS;
  await put([writeOfEvent(tenant, newCustomerId(), 1, nowMs, 'hidden')]);
  await repeatConcurrently(OBJECTS / MAX_BATCH_ITEMS, FILL_CONCURRENCY, () =>
    put(Array.from({ length: MAX_BATCH_ITEMS }, newCustomerId).map((id) => writeOfCustomer(tenant, id, 1, nowMs, null))),
  );
  client.destroy();
};

interface StreamProcess {
  readonly child: ChildProcess;
  readonly baseUrl: string;
}

/** Starts the stream process as a separate process, from its source, with the fixture's table. */
const startProcess = async ({ environment }: StreamFixture): Promise<StreamProcess> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'functions/stream/main.ts'], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, ...environment, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await new Promise<unknown>((resolve) =>
    child.once('message', (message) => resolve((message as { readonly port: number }).port)),
  );
  return { child, baseUrl: `http://127.0.0.1:${port}` };
};

const residentMiB = ({ child }: StreamProcess): number => Number(processTree(child.pid ?? 0)[0]?.residentKiB) / 1024;

interface ExportResult {
  readonly records: number;
  readonly seconds: number;
  readonly firstByteMs: number;
  readonly bytes: number;
}

/** Reads an export to its end and counts its records, one per line. */
const exportOnce = async (baseUrl: string, key: string): Promise<ExportResult> => {
  const begun = performance.now();
  const response = await fetch(`${baseUrl}/v1/tenant/export`, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200 || response.body === null) throw new Error(`The export returned ${response.status}.`);
  let [firstByteMs, records, bytes] = [0, 0, 0];
  let lastCharacters = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (bytes === 0) firstByteMs = performance.now() - begun;
    bytes += chunk.length;
    const text = Buffer.from(chunk).toString('latin1');
    records += text.split('\n{').length - 1;
    lastCharacters = text.slice(-3);
  }
  if (!lastCharacters.endsWith('}\n')) throw new Error('The export is incomplete.');
  return { records, seconds: (performance.now() - begun) / 1000, firstByteMs, bytes };
};

/** Measures the rate of an account's export and the memory of the process that sends it. */
export const measureExport = async (): Promise<PartResult> => {
  const fixture = await openStreamFixture();
  let running: StreamProcess | null = null;
  try {
    const { tenant, key } = await fixture.owner();
    running = await startProcess(fixture);
    const { baseUrl } = running;
    // Warm-up: loads what the process needs before its idle memory is measured.
    await exportOnce(baseUrl, key);
    await fill(fixture, tenant);
    const idleMiB = residentMiB(running);
    let peakMiB = 0;
    const measured = running;
    const result = await sampleDuring(
      () => exportOnce(baseUrl, key),
      SAMPLE_EVERY_MS,
      () => {
        peakMiB = Math.max(peakMiB, residentMiB(measured));
      },
    );
    return {
      findings: [
        atLeast(`export of ${result.records} objects, a second`, result.records / result.seconds, PER_SECOND_BUDGET),
        atMost('memory of the stream process during the export, above idle', peakMiB - idleMiB, MEMORY_BUDGET_MIB, ' MiB'),
      ],
      detail: columns([
        ['objects', 'seconds', 'MiB', 'ms to the first byte', 'MiB idle', 'MiB peak'],
        [result.records, result.seconds, result.bytes / 2 ** 20, result.firstByteMs, idleMiB, peakMiB].map((each) => shortNumber(each)),
      ]),
      data: { ...result, idleMiB, peakMiB },
    };
  } finally {
    running?.child.kill('SIGTERM');
    await fixture.stop();
  }
};
