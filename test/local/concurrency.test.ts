import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFunctions, declaredFunctions, type Functions } from '../../scripts/local/aws/functions.ts';

let directory: string;
let functions: Functions;

/** Builds a function resource of a template. `limit`: properties that limit its concurrency. */
const declared = (id: string, limit: Readonly<Record<string, unknown>>) => ({
  stack: 'stack',
  logicalId: id,
  type: 'AWS::Lambda::Function',
  properties: { Timeout: 30, ...limit },
  metadata: { 'billing:entry': `functions/${id}.ts`, 'billing:function': id },
  name: id,
  arn: `arn:${id}`,
});

/** Source of a function that returns the highest number of concurrent calls that it has had so far. */
const SOURCE = `
let running = 0, peak = 0;
export const handler = async () => {
  running += 1;
  peak = Math.max(peak, running);
  for (let tick = 0; tick < 5; tick += 1) await new Promise((resolve) => setImmediate(resolve));
  running -= 1;
  return peak;
};
`;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'billing-concurrency-'));
  for (const id of ['bounded', 'unlimited']) writeFileSync(join(directory, `${id}.mjs`), SOURCE);
  const resources = [declared('bounded', { ReservedConcurrentExecutions: 2 }), declared('unlimited', {})];
  functions = createFunctions(declaredFunctions(resources), directory, () => undefined);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const peakConcurrency = async (id: string): Promise<number> => {
  const answers = await Promise.all(Array.from({ length: 7 }, () => functions.invoke(`arn:${id}`, {})));
  return Math.max(...answers.map(Number));
};

it('the local host limits a function to its reserved concurrency and runs all calls', async () => {
  expect(await peakConcurrency('unlimited')).toBe(7);
  expect(await peakConcurrency('bounded')).toBe(2);
});

it('idle() resolves after all calls are complete, including calls that had to wait', async () => {
  const calls = Array.from({ length: 7 }, () => functions.invoke('arn:bounded', {}));
  let completed = 0;
  for (const call of calls) void call.then(() => (completed += 1));
  await functions.idle();
  await Promise.resolve();
  expect(completed).toBe(7);
});
