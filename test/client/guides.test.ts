import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '../../scripts/check/programs.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { service } from '../support/service.ts';
import { PROGRAM_LANGUAGES } from './guide-languages.ts';

const GUIDES = join(REPOSITORY_ROOT, 'functions/docs/guides');
const CLIENT = join(REPOSITORY_ROOT, 'shared/client/index.ts');
const { baseUrl, createAccount } = service();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const guides = readdirSync(GUIDES);
const textOf = (guide: string): string => readFileSync(join(GUIDES, guide), 'utf8');

/** Patterns of the languages that are run, as written after the opening fence. */
const SHELL = 'sh|bash';
const TYPESCRIPT = 'ts|typescript';

/**
 * Returns the code blocks of one language in a guide. The tests run all blocks of a language in order, in one process, so that later blocks
 * can use the variables of earlier ones.
 */
const blocksOf = (guide: string, language: string): readonly string[] =>
  [...textOf(guide).matchAll(new RegExp(`^\`\`\`(?:${language})\\n([^]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block);

const guidesWith = (language: string): readonly string[] => guides.filter((guide) => blocksOf(guide, language).length > 0);

/** Runs a program in the environment that the guides promise, with a new account for each run. Returns status and output. */
const run = async ([program, ...args]: readonly [string, ...string[]]) => {
  const { testKey, liveKey } = await createAccount();
  const keys = { TEST_KEY: testKey, LIVE_KEY: liveKey, BILLING_KEY: testKey };
  const env = { ...process.env, ...keys, BASE_URL: baseUrl, BILLING_URL: baseUrl };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: REPOSITORY_ROOT, env, encoding: 'utf8', timeout: 120_000 });
  return { status, stdout, stderr };
};

/** The output that a guide promises: the texts of the comments that start with an arrow, such as `# → past_due`. */
const promisedOutput = (code: string): readonly string[] => [...code.matchAll(/(?:#|\/\/) → (.+)$/gm)].map(([, text = '']) => text);

/** The promised lines that the output does not contain in this order. */
const missingLines = (promised: readonly string[], stdout: string): readonly string[] => {
  const lines = stdout.split('\n');
  return promised.filter((line) => {
    const found = lines.indexOf(line);
    if (found >= 0) lines.splice(0, found + 1);
    return found < 0;
  });
};

const expectSuccess = async (code: string, command: readonly [string, ...string[]]): Promise<void> => {
  const { status, stdout, stderr } = await run(command);
  expect({ status, missing: missingLines(promisedOutput(code), stdout) }, `${stdout}${stderr}`).toEqual({ status: 0, missing: [] });
};

describe('the guides', () => {
  it.each(guidesWith(SHELL))('have working shell commands: %s', async (guide) => {
    const script = ['set -euo pipefail', ...blocksOf(guide, SHELL)].join('\n');
    await expectSuccess(script, ['bash', '-c', script]);
  });

  it.each(guidesWith(TYPESCRIPT))('have working TypeScript: %s', async (guide) => {
    const code = blocksOf(guide, TYPESCRIPT).join('\n');
    const file = join(folder, `${guide}.mts`);
    writeFileSync(file, code.replaceAll("'billing-service-client'", `'${CLIENT}'`));
    await expectSuccess(code, programOf('tsx', 'tsx', file));
  });

  // The package is not in the npm registry.
  it('link to the client before the first code that imports it', () => {
    const importing = guides.filter((guide) => guide !== 'client.md' && textOf(guide).includes("from 'billing-service-client'"));
    expect(importing.length).toBeGreaterThan(15);
    const unexplained = importing.filter((guide) => {
      const [before = ''] = textOf(guide).split("from 'billing-service-client'");
      return !/\]\(client\.md/.test(before);
    });
    expect(unexplained).toEqual([]);
  });

  // If two runs used the same key, the second run would fail or return the objects of the first run.
  it('contain no literal idempotency key', () => {
    const found = guides.flatMap((guide) =>
      [...textOf(guide).matchAll(/^```[\s\S]*?^```/gm)]
        .flatMap(([block]) => [...block.matchAll(/idempotency[-_]?key['"]?[:=]\s*(\S+)/gi)])
        .map(([, key = '']) => `${guide}: ${key}`),
    );
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((key) => !/[${]|randomUUID/.test(key))).toEqual([]);
  });

  // A block that is not run says why, after its language: "html not run: part of your page".
  it('contain only code blocks that are run or that say why they are not run', () => {
    const fences = guides.flatMap((guide) => [...textOf(guide).matchAll(/^```(\S.*)$/gm)].map(([, fence = '']) => `${guide}: ${fence}`));
    const known = new RegExp(`: (?:${[SHELL, TYPESCRIPT, ...PROGRAM_LANGUAGES].join('|')}|\\w+ receiver|\\w+ not run: \\S.*)$`);
    expect(fences.filter((fence) => !known.test(fence))).toEqual([]);
  });
});
