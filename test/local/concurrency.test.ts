import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFunctions, declaredFunctions, type Functions } from '../../scripts/local/functions.ts';

let directory: string;
let functions: Functions;

/** As a template declares it. */
const declared = (id: string, bound: Readonly<Record<string, unknown>>) => ({
  stack: 'stack',
  logicalId: id,
  type: 'AWS::Lambda::Function',
  properties: { Timeout: 30, ...bound },
  metadata: { 'billing:entry': `functions/${id}.ts`, 'billing:function': id },
  name: id,
  arn: `arn:${id}`,
});

const BODY = `
let now = 0, most = 0;
export const handler = async () => {
  now += 1;
  most = Math.max(most, now);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((go) => setImmediate(go));
  now -= 1;
  return most;
};
`;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'billing-bounds-'));
  for (const id of ['bounded', 'free']) writeFileSync(join(directory, `${id}.mjs`), BODY);
  const resources = [declared('bounded', { ReservedConcurrentExecutions: 2 }), declared('free', {})];
  functions = createFunctions(declaredFunctions(resources), directory, () => undefined);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const mostAtOnce = async (id: string): Promise<number> => {
  const answers = await Promise.all(Array.from({ length: 7 }, () => functions.invoke(`arn:${id}`, {})));
  return Math.max(...answers.map(Number));
};

it('keeps a function to the executions that its template reserves, and all of them are processed', async () => {
  expect(await mostAtOnce('free')).toBe(7);
  expect(await mostAtOnce('bounded')).toBe(2);
});

it('is idle only when also those are done that waited', async () => {
  const all = Array.from({ length: 7 }, () => functions.invoke('arn:bounded', {}));
  let done = 0;
  for (const each of all) void each.then(() => (done += 1));
  await functions.idle();
  await Promise.resolve();
  expect(done).toBe(7);
});
