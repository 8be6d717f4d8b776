import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureBundles } from '../../../scripts/build/sizes.ts';
import { buildFunctions } from '../../../scripts/build.ts';
import { listEntryPoints } from '../../../shared/api/registry.ts';

describe('the build', () => {
  let root: string;
  const write = (file: string, text: string): void => writeFileSync(join(root, file), text);
  const build = () => buildFunctions({ root, outDir: join(root, 'out') });

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'billing-build-'));
    mkdirSync(join(root, 'functions', 'widgets'), { recursive: true });
    mkdirSync(join(root, 'functions', 'stream'));
    write('functions/widgets/create.ts', "import { name } from './names.ts';\nexport const handler = async (): Promise<string> => name;\n");
    write('functions/widgets/names.ts', "export const name: string = 'first';\n");
    write('functions/stream/main.ts', 'export const handler = (): void => {};\n');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('makes one bundle of each file outside `functions/stream` that exports a handler, and none if nothing changed', async () => {
    expect(listEntryPoints(root)).toEqual([{ file: 'functions/widgets/create.ts', functionId: 'widgets-create' }]);
    expect(await build()).toMatchObject({ functionIds: ['widgets-create'], built: true });
    const bundle = join(root, 'out', 'widgets-create', 'index.mjs');
    const { handler }: { handler: () => Promise<string> } = await import(pathToFileURL(bundle).href);
    expect(await handler()).toBe('first');
    expect(existsSync(join(root, 'out', 'meta.json'))).toBe(true);
    expect(await build()).toMatchObject({ built: false });
  });

  it('builds again after a source changed', async () => {
    await build();
    write('functions/widgets/names.ts', "export const name: string = 'second';\n");
    expect(await build()).toMatchObject({ built: true });
    expect(readFileSync(join(root, 'out', 'widgets-create', 'index.mjs'), 'utf8')).toContain('second');
    expect(await build()).toMatchObject({ built: false });
  });

  it('keeps the last complete bundles when a build fails', async () => {
    await build();
    const good = readFileSync(join(root, 'functions/widgets/names.ts'), 'utf8');
    write('functions/widgets/names.ts', 'export const nothing = 1;\n');
    await expect(build()).rejects.toThrow(/name/);
    expect(measureBundles(join(root, 'out'), ['widgets-create'])[0]?.zippedBytes).toBeGreaterThan(100);
    write('functions/widgets/names.ts', good);
  });
});
