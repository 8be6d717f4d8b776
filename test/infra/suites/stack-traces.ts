import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { FUNCTION_BUNDLE } from '../../../scripts/build/options.ts';
import { sampleResources } from '../deployment.ts';
import { ofType, textOf } from '../templates.ts';

describe('the stack trace of a minified bundle', () => {
  it('contains the source file and line when source maps are enabled', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'source-maps-'));
    writeFileSync(join(folder, 'thrower.ts'), "const fail = (): never => {\n  throw new Error('thrown');\n};\n\nfail();\n");
    await build({
      ...FUNCTION_BUNDLE,
      absWorkingDir: folder,
      entryPoints: ['thrower.ts'],
      outdir: '.',
      outExtension: { '.js': '.mjs' },
      target: 'node20',
    });
    const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', join(folder, 'thrower.mjs')], { encoding: 'utf8' });
    rmSync(folder, { recursive: true, force: true });
    // The `throw` of the source above: line 2, column 9.
    expect(stderr).toContain('thrower.ts:2:9');
  });

  it('uses source maps in deployed functions: the environment of each function enables them', () => {
    const functions = ofType(sampleResources(), 'AWS::Lambda::Function').filter(({ metadata }) => 'billing:function' in metadata);
    expect(functions.length).toBeGreaterThan(0);
    for (const { properties } of functions) expect(textOf(properties.Environment)).toContain('--enable-source-maps');
  });
});
