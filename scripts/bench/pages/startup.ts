import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { REPOSITORY_ROOT } from '../../../shared/api/registry.ts';
import { FUNCTION_BUNDLE } from '../../build/options.ts';
import { buildFunctions } from '../../build.ts';
import { median } from '../measure.ts';
import { ensureNode24 } from '../node24.ts';
import { atMost, columns, type PartResult, shortNumber } from '../verdict.ts';

const run = promisify(execFile);

/** Maximum ratio of the start-up time of a function to that of the bare handler. */
const RATIO_BUDGET = 1.3;
const RUNS = 9;
const MEASURED_IDS = ['customers-create', 'customers-retrieve', 'events-list', 'hosted-checkout-pay', 'workers-webhook-delivery'];

/** The handler that start-up times are compared with: it only creates the database client. */
const BARE_HANDLER =
  "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';\nexport const handler = async () => new DynamoDBClient({});\n";

/** Bundles the bare handler in the same way as the functions. */
const bundleBareHandler = async (outfile: string): Promise<void> => {
  await build({
    ...FUNCTION_BUNDLE,
    stdin: { contents: BARE_HANDLER, resolveDir: REPOSITORY_ROOT, sourcefile: 'bare.ts', loader: 'ts' },
    absWorkingDir: REPOSITORY_ROOT,
    outfile,
  });
};

/** Time from the start of the process until the handler is loaded, and the part of this time in which the bundle is loaded. */
interface Start {
  readonly totalMs: number;
  readonly loadMs: number;
}

const startOnce = async (node: string, bundle: string): Promise<Start> => {
  const script = [
    'const begun = performance.now();',
    `const { handler } = await import(${JSON.stringify(pathToFileURL(bundle).href)});`,
    'const totalMs = performance.now();',
    "if (typeof handler !== 'function') throw new Error('no handler');",
    'process.stdout.write(JSON.stringify({ totalMs, loadMs: totalMs - begun }), () => process.exit(0));',
  ].join('\n');
  const { stdout } = await run(node, ['--input-type=module', '-e', script], { env: { AWS_REGION: 'eu-central-1' } });
  return JSON.parse(stdout) as Start;
};

const medianOf = (starts: readonly Start[]): Start => ({
  totalMs: median(starts.map(({ totalMs }) => totalMs)),
  loadMs: median(starts.map(({ loadMs }) => loadMs)),
});

/** Starts all bundles once per round, so that load on the machine affects all of them alike; returns the medians of each bundle. */
const startAlternately = async (node: string, bundles: readonly string[]): Promise<readonly Start[]> => {
  const starts = bundles.map((): Start[] => []);
  // Not measured: the first start of a bundle reads its files from disk.
  for (const bundle of bundles) await startOnce(node, bundle);
  for (let round = 0; round < RUNS; round += 1) {
    for (const [index, bundle] of bundles.entries()) starts[index]?.push(await startOnce(node, bundle));
  }
  return starts.map(medianOf);
};

/** Measures start-up in the functions' runtime, relative to the bare handler. */
export const measureStartUp = async (): Promise<PartResult> => {
  const node = await ensureNode24();
  const { outDir } = await buildFunctions();
  const tempDir = mkdtempSync(join(tmpdir(), 'billing-bare-'));
  try {
    const bareFile = join(tempDir, 'index.mjs');
    await bundleBareHandler(bareFile);
    const [bare, ...rest] = await startAlternately(node, [bareFile, ...MEASURED_IDS.map((id) => join(outDir, id, 'index.mjs'))]);
    if (bare === undefined) throw new Error('The bare handler was not measured.');
    const measured = rest.map((start, index) => ({ id: MEASURED_IDS[index] ?? '', ...start, ratio: start.totalMs / bare.totalMs }));
    const rows = measured.map(({ id, totalMs, loadMs, ratio }) => [
      id,
      shortNumber(totalMs),
      shortNumber(ratio),
      shortNumber(loadMs),
      shortNumber(loadMs / bare.loadMs),
    ]);
    return {
      findings: measured.map(({ id, ratio }) => atMost(`start-up of ${id} / bare handler`, ratio, RATIO_BUDGET, ' x')),
      detail: columns([
        ['bundle', 'start ms', 'start / bare', 'loading ms', 'loading / bare'],
        ['(bare handler)', shortNumber(bare.totalMs), '1', shortNumber(bare.loadMs), '1'],
        ...rows,
      ]),
      data: { bare, measured },
    };
  } finally {
    rmSync(tempDir, { recursive: true, force: true });
  }
};
