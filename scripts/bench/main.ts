import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { measureBundleSizes } from './bundles.ts';
import { measureContention } from './contention.ts';
import { measureCost } from './cost/part.ts';
import { measureDelivery } from './delivery/delivery.ts';
import { measureEventPath } from './delivery/event-path.ts';
import { measureStream } from './delivery/stream.ts';
import { measureDocuments } from './documents.ts';
import { measureExport } from './export.ts';
import { measureGrowth } from './growth.ts';
import { measureImports } from './imports.ts';
import { measureLists } from './lists.ts';
import { measureMetrics } from './metrics.ts';
import { measureMoney } from './money.ts';
import { measureOperations } from './operations.ts';
import { measurePages } from './pages/pages.ts';
import { measureSecondStart } from './pages/second-start.ts';
import { measureStartUp } from './pages/startup.ts';
import { measureRenewals } from './renewals.ts';
import { measureSimulation } from './simulation/part.ts';
import { newSubject, type Subject } from './subject.ts';
import { measureThroughput } from './throughput.ts';
import { measureUsageEvents } from './usage-events.ts';
import { type PartResult, unmeasured, verdictTable } from './verdict.ts';

/**
 * `npm run bench [-- --only PART]`: measures the service and prints a verdict for each budget.
 * Fails only if something could not be measured: exceeded budgets on a busy machine must not break a build.
 */

interface Part {
  readonly name: string;
  /** Time limit; a part that takes longer counts as not measured. */
  readonly withinMs: number;
  readonly measure: (subject: Subject) => Promise<PartResult>;
  /** Runs only with `--only <name>`. */
  readonly onlyByName?: true;
}

/** Parts in the order in which they run. Those that need an idle computer run before the local service is started. */
const PARTS: readonly Part[] = [
  { name: 'bundles', withinMs: 60_000, measure: measureBundleSizes },
  { name: 'startup', withinMs: 120_000, measure: measureStartUp },
  { name: 'documents', withinMs: 180_000, measure: measureDocuments },
  { name: 'simulation', withinMs: 120_000, measure: measureSimulation },
  { name: 'lists', withinMs: 480_000, measure: measureLists },
  { name: 'pages', withinMs: 120_000, measure: measurePages },
  { name: 'operations', withinMs: 240_000, measure: measureOperations },
  { name: 'throughput', withinMs: 240_000, measure: measureThroughput },
  { name: 'events', withinMs: 300_000, measure: measureEventPath },
  { name: 'delivery', withinMs: 720_000, measure: measureDelivery },
  { name: 'stream', withinMs: 300_000, measure: measureStream },
  { name: 'export', withinMs: 300_000, measure: measureExport },
  { name: 'metrics', withinMs: 300_000, measure: measureMetrics },
  { name: 'imports', withinMs: 600_000, measure: measureImports },
  { name: 'usage', withinMs: 300_000, measure: measureUsageEvents },
  { name: 'contention', withinMs: 300_000, measure: measureContention },
  { name: 'money', withinMs: 600_000, measure: measureMoney },
  { name: 'growth', withinMs: 1_200_000, measure: measureGrowth, onlyByName: true },
  { name: 'cost', withinMs: 1_200_000, measure: measureCost, onlyByName: true },
  { name: 'renewals', withinMs: 900_000, measure: measureRenewals },
  { name: 'start', withinMs: 240_000, measure: measureSecondStart },
];

type Measured = PartResult & { readonly part: string; readonly seconds: number };

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Rejects after `limitMs`. The work is not canceled, but ends with the process. */
const within = async <T>(limitMs: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

const measure = async ({ name, withinMs, measure: run }: Part, subject: Subject): Promise<Measured> => {
  print(`\n${name} ...`);
  const started = performance.now();
  const result = await within(withinMs, run(subject)).catch((error: unknown): PartResult => {
    const reason = error instanceof Error ? error.message : String(error);
    return { findings: [unmeasured(name, reason.split('\n')[0]?.slice(0, 120) ?? '')], detail: [reason], data: null };
  });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  for (const line of result.detail) print(`  ${line}`);
  return { part: name, seconds, ...result };
};

const chosenParts = (): readonly Part[] => {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
  const { only } = values;
  const unknown = only?.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown !== undefined) throw new Error(`Unknown part '${unknown}'. Parts: ${PARTS.map(({ name }) => name).join(', ')}.`);
  return PARTS.filter(({ name, onlyByName }) => (only === undefined ? onlyByName !== true : only.includes(name)));
};

const writeResults = (results: readonly Measured[]): string => {
  const folder = join(REPOSITORY_ROOT, 'test', '.results');
  const file = join(folder, 'bench.json');
  mkdirSync(folder, { recursive: true });
  const machine = { cores: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 1)}\n`);
  return file;
};

const run = async (): Promise<number> => {
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  const parts = chosenParts();
  const subject = newSubject();
  const results: Measured[] = [];
  try {
    for (const part of parts) results.push(await measure(part, subject));
  } finally {
    await subject.discard();
  }
  const file = writeResults(results);
  print('');
  for (const line of verdictTable(results)) print(line);
  const seconds = results.reduce((sum, each) => sum + each.seconds, 0);
  print(`\n${Math.round(seconds)} s in total; JSON: ${file}`);
  return results.some(({ findings }) => findings.some(({ verdict }) => verdict === 'unmeasured')) ? 1 : 0;
};

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  },
);
