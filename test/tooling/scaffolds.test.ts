import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { programOf } from '../../scripts/check/programs.ts';
import { ROOT } from '../architecture/sources.ts';

const EXCLUDED = new Set(['node_modules', '.git', '.build', '.emulator', '.local', 'cdk.out']);
const SAMPLES = join(ROOT, 'test/tooling/scaffold');

/** The scripts and checks of a whole copy of the project are slow on a busy machine. */
vi.setConfig({ testTimeout: 400_000, hookTimeout: 600_000 });

/** Path of a copy of the project in which the scaffold scripts run. */
let copy: string;

const run = ([program, ...args]: readonly [string, ...string[]]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};
const script = (...args: readonly string[]) => run(programOf('tsx', 'tsx', ...args));
const EXTEND_TRIAL = ['subscriptions.extend_trial', 'POST', '/v1/subscriptions/{subscription_id}/extend_trial'];
const ARCHIVE = ['customers.archive', 'POST', '/v1/customers/{customer_id}/archive'];

const copyProject = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'scaffolds-'));
  for (const name of readdirSync(ROOT)) if (!EXCLUDED.has(name)) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
};

beforeAll(() => {
  copy = copyProject();
  for (const result of [
    script('scripts/new-operation.ts', ...ARCHIVE),
    script('scripts/new-operation.ts', ...EXTEND_TRIAL, '--about', 'subscription/lifecycle'),
    script('scripts/new-operation.ts', 'products.import', 'POST', '/v1/products/import'),
    script('scripts/new-operation.ts', 'coupons.redeem_once', 'GET', '/v1/coupons/{coupon_id}/uses/{use_id}'),
    script('scripts/new-event.ts', 'coupon.exhausted', 'The last redemption of a coupon was used.'),
  ])
    expect(result).toMatchObject({ status: 0 });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const samples = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.txt'))
  .map((name) => name.replaceAll('\\', '/').replace(/\.txt$/, ''));

describe('scaffolded files', () => {
  it.each(samples)('%s equals its sample in test/tooling/scaffold', (file) => {
    expect(readFileSync(join(copy, file), 'utf8')).toBe(readFileSync(join(SAMPLES, `${file}.txt`), 'utf8'));
  });

  it.each<[string, readonly [string, ...string[]]]>([
    ['types', programOf('typescript', 'tsc', '--noEmit', '--incremental', 'false', '-p', '.')],
    ['format and lint', programOf('@biomejs/biome', 'biome', 'check')],
    ['unused code', programOf('knip', 'knip', '--no-progress')],
    ['generated files', programOf('tsx', 'tsx', 'scripts/generate.ts', '--check')],
    ['architecture', programOf('vitest', 'vitest', 'run', '--project', 'in-process', '--reporter', 'dot', 'test/architecture')],
  ])('pass the check of %s', (_name, command) => {
    expect(run(command)).toMatchObject({ status: 0 });
  });

  it('fail only the tests that require code which the developer must add', () => {
    const files = ['customers-archive', 'products-import', 'catalogue/catalogue'].map((name) => `test/domain/${name}.test.ts`);
    const tests = programOf('vitest', 'vitest', 'run', '--project', 'in-process', '--reporter', 'json', ...files, 'test/events-schema');
    const { output } = run(tests);
    const report: {
      readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[] }[];
    } = JSON.parse(output.slice(output.indexOf('{"'), output.lastIndexOf('}') + 1));
    const failed = report.testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'failed');
    expect(failed.map(({ fullName }) => fullName).sort()).toEqual([
      'event types [EVT-65] are 48 distinct names',
      'the catalogue of event types contains only types that the code of the service names, except `UNRECORDED_TYPES`',
      'the rule of customers.archive changes the record and emits an event',
      'the rule of products.import creates a record and emits an event',
    ]);
  });

  it('are not written if one of them exists already', () => {
    const secondRun = script('scripts/new-operation.ts', ...ARCHIVE);
    expect(secondRun).toMatchObject({ status: 1, output: expect.stringContaining('already exists') });
  });
});
