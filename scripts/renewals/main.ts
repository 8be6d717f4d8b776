import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runMonths } from './months.ts';

/** `npm run renewals [-- --count 400] [--kill]`: whether many renewals at once are done once each, seen from outside. */

const PROBLEMS_SHOWN = 20;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const chosen = (): { readonly count: number; readonly kill: boolean } => {
  const { values } = parseArgs({ options: { count: { type: 'string', default: '400' }, kill: { type: 'boolean', default: false } } });
  const count = Number(values.count);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--count must be a whole number from 1 on, not '${values.count}'.`);
  return { count, kill: values.kill };
};

/** The exit code: 0 when everything holds. */
const run = async (): Promise<number> => {
  const { count, kill } = chosen();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'billing-renewals-'));
  try {
    const problems = await runMonths({ dataDirectory, count, say }, kill);
    for (const problem of problems.slice(0, PROBLEMS_SHOWN)) say(`✗ ${problem}`);
    if (problems.length > PROBLEMS_SHOWN) say(`✗ and ${problems.length - PROBLEMS_SHOWN} more`);
    if (problems.length === 0) say('✓ each renewed once: one invoice, one payment, one number, one event of each kind');
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
