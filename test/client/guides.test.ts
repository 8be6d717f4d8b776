import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '../../scripts/check/programs.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { service } from '../support/service.ts';

const GUIDES = join(REPOSITORY_ROOT, 'functions/docs/guides');
const CLIENT = join(REPOSITORY_ROOT, 'shared/client/index.ts');
const { baseUrl, createAccount } = service();
let folder: string;
let testKey: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
  ({ testKey } = await createAccount());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the code blocks of one language in a guide. The tests run all blocks of a guide in order, in one process. */
const blocksOf = (guide: string, language: string): readonly string[] =>
  [...readFileSync(join(GUIDES, guide), 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );

const run = ([program, ...args]: readonly [string, ...string[]]) => {
  const env = { ...process.env, BASE_URL: baseUrl, TEST_KEY: testKey, BILLING_URL: baseUrl, BILLING_KEY: testKey };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: REPOSITORY_ROOT, env, encoding: 'utf8', timeout: 60_000 });
  return { status, output: `${stdout}${stderr}` };
};

describe('the guides', () => {
  const guides = readdirSync(GUIDES);

  it.each(guides.filter((guide) => blocksOf(guide, 'sh').length > 0))('have working shell commands: %s', (guide) => {
    const script = ['set -euo pipefail', ...blocksOf(guide, 'sh')].join('\n');
    expect(run(['bash', '-c', script])).toMatchObject({ status: 0 });
  });

  it.each(guides.filter((guide) => blocksOf(guide, 'ts').length > 0))('have working TypeScript: %s', (guide) => {
    const file = join(folder, `${guide}.mts`);
    writeFileSync(file, blocksOf(guide, 'ts').join('\n').replaceAll("'billing-service-client'", `'${CLIENT}'`));
    expect(run(programOf('tsx', 'tsx', file))).toMatchObject({ status: 0 });
  });

  // The HTML blocks are fragments of pages; they are not run.
  it('contain only shell, TypeScript and HTML blocks', () => {
    const languages = guides.flatMap((guide) =>
      [...readFileSync(join(GUIDES, guide), 'utf8').matchAll(/^```(\w+)$/gm)].map(([, name = '']) => name),
    );
    expect(languages.filter((language) => !['sh', 'ts', 'html'].includes(language))).toEqual([]);
  });
});
