import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInputs } from '../../scripts/build/docs/inputs.ts';
import { groupsOf } from '../../scripts/build/docs/openapi.ts';
import { idFinder, samplesOf } from '../../scripts/build/docs/samples.ts';
import { programOf } from '../../scripts/check/programs.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

const { document } = readInputs(REPOSITORY_ROOT);
const samples = groupsOf(document)
  .flatMap((group) => group.operations)
  .map((operation) => ({ id: operation.operationId, ...samplesOf(document, operation, idFinder(document)) }));

/** Operations whose response the Python client reads in chunks, which the transport of `run_samples.py` does not support. */
const STREAMS = ['events.stream', 'tenant.export'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'samples-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the examples of the reference', () => {
  it('are calls of the TypeScript client that compile in strict mode', () => {
    for (const { id, typescript } of samples) writeFileSync(join(folder, `${id}.mts`), typescript);
    const compilerOptions = {
      target: 'ES2023',
      module: 'ESNext',
      moduleResolution: 'bundler',
      lib: ['ES2023', 'DOM', 'DOM.AsyncIterable'],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      paths: { 'billing-service-client': [join(REPOSITORY_ROOT, 'shared/client/index.ts')] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
    const [program, ...args] = programOf('typescript', 'tsc', '-p', folder);
    expect(samples.length).toBeGreaterThan(100);
    expect(spawnSync(program, args, { encoding: 'utf8' }).stdout).toBe('');
  });

  it('are valid calls of the Python client', ({ skip }) => {
    skip(spawnSync('python3', ['-c', 'import typing; typing.Unpack']).status !== 0, 'Python 3.11 is not installed.');
    const input = JSON.stringify(
      Object.fromEntries(samples.filter(({ id }) => !STREAMS.includes(id)).map(({ id, python }) => [id, python])),
    );
    const { stdout, stderr } = spawnSync('python3', ['test/docs/run_samples.py'], { cwd: REPOSITORY_ROOT, input, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([]);
  });

  it('are shell commands with valid syntax and complete paths', () => {
    const script = samples.map(({ curl }) => curl).join('\n');
    expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    expect(samples.filter(({ curl }) => /\/v1\/[^']*\.\.\./.test(curl)).map(({ id }) => id)).toEqual([]);
  });
});
