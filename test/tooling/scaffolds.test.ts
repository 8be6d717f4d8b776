import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '../../scripts/check/programs.ts';
import { ROOT } from '../architecture/sources.ts';

const LEFT_OUT = new Set(['node_modules', '.git', '.build', '.emulator', '.local', 'cdk.out']);
const SAMPLES = join(ROOT, 'test/tooling/scaffold');

/** Four programs are run one after the other, each as slow as the state machine is busy. */
const COPY_MS = 600_000;

/** A copy of the project, in which both scaffolds run as a developer runs them. */
let copy: string;

const run = ([program, ...args]: readonly [string, ...string[]]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};
const script = (...args: readonly string[]) => run(programOf('tsx', 'tsx', ...args));
const ARCHIVE = ['customers.archive', 'POST', '/v1/customers/{customer_id}/archive'];

const copyProject = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'scaffolds-'));
  for (const name of readdirSync(ROOT)) if (!LEFT_OUT.has(name)) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
};

beforeAll(() => {
  copy = copyProject();
  for (const started of [
    script('scripts/new-operation.ts', ...ARCHIVE),
    script('scripts/new-operation.ts', 'products.import', 'POST', '/v1/products/import'),
    script('scripts/new-operation.ts', 'coupons.redeem_once', 'GET', '/v1/coupons/{coupon_id}/uses/{use_id}'),
    script('scripts/new-event.ts', 'coupon.exhausted', 'The last redemption of a coupon was used.'),
  ])
    expect(started).toMatchObject({ status: 0 });
}, COPY_MS);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const samples = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.txt'))
  .map((name) => name.replaceAll('\\', '/').replace(/\.txt$/, ''));

describe('what the scaffolds write', () => {
  it.each(samples)('%s is as it is kept next to these tests', (file) => {
    expect(readFileSync(join(copy, file), 'utf8')).toBe(readFileSync(join(SAMPLES, `${file}.txt`), 'utf8'));
  });

  it.each<[string, readonly [string, ...string[]]]>([
    ['types', programOf('typescript', 'tsc', '--noEmit', '--incremental', 'false', '-p', '.')],
    ['format and lint', programOf('@biomejs/biome', 'biome', 'check')],
    ['unused code', programOf('knip', 'knip', '--no-progress')],
    ['generated files', programOf('tsx', 'tsx', 'scripts/generate.ts', '--check')],
    ['architecture', programOf('vitest', 'vitest', 'run', '--project', 'in-process', '--reporter', 'dot', 'test/architecture')],
  ])('passes the check of %s as it is', (_name, command) => {
    expect(run(command)).toMatchObject({ status: 0 });
  });

  it('fails tests where something is still to be decided, and no others', () => {
    const files = ['customers-archive', 'products-import', 'catalogue'].map((name) => `test/domain/${name}.test.ts`);
    const tests = programOf('vitest', 'vitest', 'run', '--project', 'in-process', '--reporter', 'json', ...files, 'test/events-schema');
    const { output } = run(tests);
    const report: {
      readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[] }[];
    } = JSON.parse(output.slice(output.indexOf('{"'), output.lastIndexOf('}') + 1));
    const failed = report.testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'failed');
    expect(failed.map(({ fullName }) => fullName).sort()).toEqual([
      'event types [EVT-65] are exactly 48 different names',
      'the catalogue of event types has types that a rule records, but for those that still wait for theirs',
      'the rule of customers.archive changes the record, and tells of it',
      'the rule of products.import makes a record, and tells of it',
    ]);
  });

  it('is never written over a file that is there', () => {
    const again = script('scripts/new-operation.ts', ...ARCHIVE);
    expect(again).toMatchObject({ status: 1, output: expect.stringContaining('is there already') });
  });
});
