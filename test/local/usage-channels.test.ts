import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBus } from '../../scripts/local/aws/bus.ts';
import { createFunctions, declaredFunctions, type Functions } from '../../scripts/local/aws/functions.ts';
import type { Queues } from '../../scripts/local/aws/queues.ts';
import { createStateMachines } from '../../scripts/local/aws/state-machines.ts';
import { busEventChannel, executionChannel, invocationChannel } from '../../scripts/local/aws/usage-channels.ts';
import type { Resource } from '../../scripts/local/prepare/template.ts';

const resource = (type: string, name: string, properties: Resource['properties'], metadata: Resource['metadata'] = {}): Resource => ({
  stack: 'stack',
  logicalId: name,
  type,
  properties,
  metadata,
  name,
  arn: `arn:aws:lambda:${name}`,
});

/** Three states: `Begin`, a `Map` state that runs two states for each of three items, and `Done`. */
const MACHINE = {
  StartAt: 'Begin',
  States: {
    Begin: { Type: 'Pass', Result: { items: [1, 2, 3] }, Next: 'Each' },
    Each: {
      Type: 'Map',
      ItemsPath: '$.items',
      ItemProcessor: {
        ProcessorConfig: { Mode: 'INLINE' },
        StartAt: 'Work',
        States: { Work: { Type: 'Task', Resource: 'arn:aws:lambda:worker', Next: 'Worked' }, Worked: { Type: 'Pass', End: true } },
      },
      Next: 'Done',
    },
    Done: { Type: 'Succeed' },
  },
};

const log = { problem: vi.fn(), close: async () => undefined };
let directory: string;
let functions: Functions;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'billing-usage-'));
  writeFileSync(
    join(directory, 'worker.mjs'),
    'export const handler = async (event) => { await null; return globalThis.seen?.(event); };\n',
  );
  const metadata = { 'billing:entry': 'functions/worker.ts', 'billing:function': 'worker' };
  functions = createFunctions(declaredFunctions([resource('AWS::Lambda::Function', 'worker', {}, metadata)]), directory, () => undefined);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('what the local host reports for measurements', () => {
  it('includes each invocation; the code of the function can read a description of the invocation from an async context', async () => {
    const store = new AsyncLocalStorage<unknown>();
    const seen: unknown[] = [];
    Object.assign(globalThis, { seen: () => void seen.push(store.getStore()) });
    invocationChannel.start.bindStore(store, (invocation) => invocation);
    try {
      await functions.invoke('arn:aws:lambda:worker', { a: 1 });
    } finally {
      invocationChannel.start.unbindStore(store);
      Object.assign(globalThis, { seen: undefined });
    }
    expect(seen).toMatchObject([{ functionId: 'worker', event: { a: 1 } }]);
    expect(store.getStore()).toBeUndefined();
  });

  it('includes each execution of a state machine with the number of its transitions, also inside maps', async () => {
    const published: unknown[] = [];
    const listener = (message: unknown): void => void published.push(message);
    executionChannel.subscribe(listener);
    const machine = resource('AWS::StepFunctions::StateMachine', 'machine', {
      DefinitionString: JSON.stringify(MACHINE),
      StateMachineType: 'EXPRESS',
    });
    createStateMachines([machine], functions, log).start(machine.arn, undefined, {});
    await expect.poll(() => published).toMatchObject([{ machine: 'machine', isExpress: true, transitions: 3 + 3 * 2 }]);
    executionChannel.unsubscribe(listener);
    expect(log.problem).not.toHaveBeenCalled();
  });

  it('includes each event on the bus with its size and the number of its targets', async () => {
    const published: unknown[] = [];
    const listener = (message: unknown): void => void published.push(message);
    const sent: string[] = [];
    const queues = { send: async (_arn: string, body: string) => void sent.push(body) } as unknown as Queues;
    const targets = ['one', 'two'].map((name) => ({ Arn: `arn:aws:sqs:eu:1:${name}` }));
    const rule = resource('AWS::Events::Rule', 'rule', { EventPattern: { source: ['billing'] }, Targets: targets });
    busEventChannel.subscribe(listener);
    await createBus([rule], queues, functions).put({ Source: 'billing', Detail: '{"n":1}' });
    busEventChannel.unsubscribe(listener);
    expect(published).toEqual([{ bytes: Buffer.byteLength(String(sent[0])), targets: 2 }]);
    expect(sent).toHaveLength(2);
  });
});
