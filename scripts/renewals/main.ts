import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runMonths } from './months.ts';

/**
 * `npm run renewals [-- --count 400] [--kill]`: checks over HTTP that many simultaneous renewals are each charged once. `--kill` adds a
 * second month, in which the service is killed during the renewals and started again.
 */

const PROBLEMS_SHOWN = 20;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const readOptions = (): { readonly count: number; readonly kill: boolean } => {
  const { values } = parseArgs({ options: { count: { type: 'string', default: '400' }, kill: { type: 'boolean', default: false } } });
  const count = Number(values.count);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--count must be a positive whole number, not '${values.count}'.`);
  return { count, kill: values.kill };
};

/** Returns the exit code: 0 without problems. */
const run = async (): Promise<number> => {
  const { count, kill } = readOptions();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'billing-renewals-'));
  try {
    const problems = await runMonths({ dataDirectory, count, print }, kill);
    for (const problem of problems.slice(0, PROBLEMS_SHOWN)) print(`✗ ${problem}`);
    if (problems.length > PROBLEMS_SHOWN) print(`✗ and ${problems.length - PROBLEMS_SHOWN} more`);
    if (problems.length === 0) print('✓ every subscription was renewed once: one invoice, payment, invoice number and event of each type');
    return problems.length === 0 ? 0 : 1;
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
};

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
