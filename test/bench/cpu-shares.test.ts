import { describe, expect, it } from 'vitest';
import { millisecondsByPart } from '../../scripts/bench/cpu/shares.ts';

const NOTHING = { sdk: 0, store: 0, pipeline: 0, rule: 0, host: 0, node: 0 };

const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 0, columnNumber: 0 });

/** A profile in which each sample took 2 ms. `stacks`: for each sample, the callers and the function, with their files. */
const profileOf = (stacks: readonly (readonly (readonly [string, string])[])[]) => {
  const nodes: { id: number; children: number[]; callFrame: ReturnType<typeof frame> }[] = [];
  const add = (name: string, url: string): number => {
    const id = nodes.length + 1;
    nodes.push({ id, children: [], callFrame: frame(name, url) });
    return id;
  };
  const root = add('(root)', '');
  const samples = stacks.map((stack) =>
    stack.reduce((parent, [name, url]) => {
      const id = add(name, url);
      nodes[parent - 1]?.children.push(id);
      return id;
    }, root),
  );
  return { nodes, samples, timeDeltas: samples.map(() => 2000) };
};

describe('the CPU time of a request', () => {
  it('is attributed to the files whose functions ran', () => {
    const profile = profileOf([
      [['sign', 'file:///x/node_modules/@smithy/core/index.js']],
      [['sign', 'file:///x/node_modules/aws4/aws4.js']],
      [['table', 'file:///x/shared/store/core/table.ts']],
      [['settle', 'file:///x/shared/domain/invoice/settle.ts']],
      [['parse', 'file:///x/shared/api/pipeline/admit.ts']],
      [['serve', 'file:///x/.build/local/1/programs/main.mjs']],
      [['handler', 'file:///x/.build/local/1/bundles/create.mjs']],
    ]);
    expect(millisecondsByPart(profile)).toEqual({ sdk: 4, store: 2, rule: 2, pipeline: 4, host: 2, node: 0 });
  });

  it('in the Node runtime is attributed to the code that called it, or to `node` if no code called it; idle time is not counted', () => {
    const profile = profileOf([
      [
        ['settle', 'file:///x/shared/domain/invoice/settle.ts'],
        ['digest', 'node:internal/crypto/hash'],
        ['update', ''],
      ],
      [
        ['onSocket', 'node:_http_client'],
        ['writev', ''],
      ],
      [['(garbage collector)', '']],
      [['(idle)', '']],
    ]);
    expect(millisecondsByPart(profile)).toEqual({ ...NOTHING, rule: 2, node: 4 });
  });
});
