import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clientOf } from '../support/api.ts';
import { ensure } from '../support/waiting.ts';
import type { Target } from './deployment.ts';
import { clientEnvironment } from './emulator.ts';
import type { Service } from './smoke.ts';

/** More nested stacks than the default, so that functions move between them. */
export const MORE_STACKS = '8';

const EXCLUDED = new Set(['node_modules', '.git', '.build', '.emulator', '.local', 'cdk.out']);
const ADDED = { id: 'deployment.retrieve', path: '/v1/deployment', file: 'functions/deployment/retrieve.ts' };
const MOVED = { from: 'functions/products/retrieve.ts', to: 'functions/catalogue/product.ts' };
const SCRIPT_TIMEOUT_MS = 300_000;

const HANDLER = "export const handler = serve(operation, async () => ({ object: 'deployment' as const }));\n";

/**
 * Copies the project, scaffolds a new operation in the copy and moves the file of another operation. Returns the folder of the copy.
 */
export const makeChangedProject = async (target: Target): Promise<string> => {
  const root = join(target.directory, 'changed');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  for (const name of readdirSync(target.repository))
    if (!EXCLUDED.has(name)) cpSync(join(target.repository, name), join(root, name), { recursive: true });
  symlinkSync(join(target.repository, 'node_modules'), join(root, 'node_modules'), 'junction');
  const run = (script: string, ...args: readonly string[]): Promise<string> => {
    const command = ['--import', 'tsx', join(root, 'scripts', script), ...args];
    return target.processes.run(
      { program: process.execPath, args: command, cwd: root, env: clientEnvironment(target.endpoint) },
      SCRIPT_TIMEOUT_MS,
    );
  };
  await run('new-operation.ts', ADDED.id, 'GET', ADDED.path, '--scope', 'tenant:read');
  const source = readFileSync(join(root, ADDED.file), 'utf8');
  writeFileSync(join(root, ADDED.file), source.slice(0, source.indexOf('export const handler')) + HANDLER);
  mkdirSync(dirname(join(root, MOVED.to)), { recursive: true });
  renameSync(join(root, MOVED.from), join(root, MOVED.to));
  await run('generate.ts');
  return root;
};

/** Checks that the added and the moved operation respond. */
export const checkChanged = async ({ baseUrl, testKey }: Service): Promise<void> => {
  const client = clientOf(baseUrl, testKey);
  const added = await client.get(ADDED.path);
  ensure(added.object === 'deployment', `the added operation returned ${JSON.stringify(added)}`);
  const product = await client.post('/v1/products', { name: 'Still there' });
  const retrieved = await client.get(`/v1/products/${product.id}`);
  ensure(retrieved.name === 'Still there', `the moved operation returned ${JSON.stringify(retrieved)}`);
};
