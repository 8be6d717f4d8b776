import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '../../scripts/check/programs.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { service } from '../support/service.ts';
import { GUIDE_NAMES, runnableBlocks } from './guide-blocks.ts';

const CLIENT = join(REPOSITORY_ROOT, 'shared/client/index.ts');
const { baseUrl, createAccount } = service();
let folder: string;
let keys: { readonly TEST_KEY: string; readonly LIVE_KEY: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
  const { testKey, liveKey } = await createAccount();
  keys = { TEST_KEY: testKey, LIVE_KEY: liveKey };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = ([program, ...args]: readonly [string, ...string[]]) => {
  const env = { ...process.env, ...keys, BASE_URL: baseUrl, BILLING_URL: baseUrl, BILLING_KEY: keys.TEST_KEY };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: REPOSITORY_ROOT, env, encoding: 'utf8', timeout: 60_000 });
  return { status, output: `${stdout}${stderr}` };
};

describe('the guides', () => {
  it.each(GUIDE_NAMES.filter((guide) => runnableBlocks(guide, 'sh').length > 0))('have working shell commands: %s', (guide) => {
    const script = ['set -euo pipefail', ...runnableBlocks(guide, 'sh')].join('\n');
    expect(run(['bash', '-c', script])).toMatchObject({ status: 0 });
  });

  it.each(GUIDE_NAMES.filter((guide) => runnableBlocks(guide, 'ts').length > 0))('have working TypeScript: %s', (guide) => {
    const file = join(folder, `${guide}.mts`);
    writeFileSync(file, runnableBlocks(guide, 'ts').join('\n').replaceAll("'billing-service-client'", `'${CLIENT}'`));
    expect(run(programOf('tsx', 'tsx', file))).toMatchObject({ status: 0 });
  });
});
