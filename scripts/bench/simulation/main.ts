import { parseArgs } from 'node:util';
import { formatOutcome } from './report.ts';
import { DEPLOYED, type Settings, SHAPES } from './settings.ts';
import { simulate } from './simulate.ts';

/**
 * `npx tsx scripts/bench/simulation/main.ts SHAPE [--set JSON] [--seed 1]`: simulates renewals on AWS and prints the
 * results. SHAPE: `one-tenant` or `many-tenants`. `--set` overrides settings: `{"chargesAtOnce":30}`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string', default: '{}' },
    seed: { type: 'string', default: '1' },
  },
});

const shape = Object.entries(SHAPES).find(([name]) => name === positionals[0])?.[1];
if (shape === undefined) throw new Error(`Unknown shape. Use ${Object.keys(SHAPES).join(' or ')}.`);
const settings = { ...DEPLOYED, ...(JSON.parse(values.set) as Partial<Settings>) };
for (const line of formatOutcome(simulate(shape, settings, 'aws', Number(values.seed)))) process.stdout.write(`${line}\n`);
