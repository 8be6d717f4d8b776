import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A CPU profile as the inspector writes it. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** Ids of the nodes that ran, sample by sample. */
  readonly samples: readonly number[];
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly children?: readonly number[];
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number; readonly columnNumber: number };
}

/** Where time is spent. `node`: time of the runtime (HTTP, sockets, memory) that no other part caused. */
export const CODE_PARTS = ['sdk', 'store', 'pipeline', 'rule', 'host', 'node'] as const;
export type CodePart = (typeof CODE_PARTS)[number];

/** Parts by path of the source file; the first match counts. */
const PATHS: readonly { readonly path: RegExp; readonly part: CodePart }[] = [
  { path: /node_modules\/(@aws-sdk|@smithy|@aws|aws4|bowser)\//, part: 'sdk' },
  { path: /(^|\/)shared\/(store|sandbox|ports)\//, part: 'store' },
  { path: /(^|\/)shared\/(domain|flows)\//, part: 'rule' },
  { path: /(^|\/)scripts\//, part: 'host' },
  { path: /(^|\/)(shared|functions|events-schema)\//, part: 'pipeline' },
];

/**
 * Returns the part to which a file without a source map belongs, such as a bundle or the host's program. Returns `null` for files of the
 * runtime.
 */
const partOfBuilt = (url: string): CodePart | null => {
  if (/\/bundles\//.test(url)) return 'pipeline';
  const found = PATHS.find(({ path }) => path.test(url));
  if (found !== undefined) return found.part;
  return url.startsWith('file:') ? 'host' : null;
};

/** Returns a function that finds the part of a stack frame, or `null` for code of the runtime. */
const partFinder = () => {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string): SourceMap | null => {
    const known = maps.get(url);
    if (known !== undefined) return known;
    const file = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
    const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : null;
    maps.set(url, map);
    return map;
  };
  return ({ url, lineNumber, columnNumber }: ProfileNode['callFrame']): CodePart | null => {
    const origin = mapOf(url)?.findEntry(lineNumber, columnNumber);
    if (origin === undefined || !('originalSource' in origin)) return partOfBuilt(url);
    // Packages that the functions contain belong to the pipeline, except the SDK.
    return PATHS.find(({ path }) => path.test(origin.originalSource))?.part ?? 'pipeline';
  };
};

/**
 * Returns the time of each part in milliseconds, including the time in which the thread waits for a processor. Time in the runtime counts
 * for the code that called the runtime. Idle time is left out.
 */
export const millisecondsByPart = ({ nodes, samples, timeDeltas }: CpuProfile): Readonly<Record<CodePart, number>> => {
  const partOf = partFinder();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, CodePart>();
  const resolve = (id: number): CodePart => {
    const known = parts.get(id);
    if (known !== undefined) return known;
    const parent = parents.get(id);
    const node = byId.get(id);
    const part = (node === undefined ? null : partOf(node.callFrame)) ?? (parent === undefined ? 'node' : resolve(parent));
    parts.set(id, part);
    return part;
  };
  const sums: Record<CodePart, number> = { sdk: 0, store: 0, pipeline: 0, rule: 0, host: 0, node: 0 };
  for (const [index, id] of samples.entries()) {
    if (byId.get(id)?.callFrame.functionName === '(idle)') continue;
    sums[resolve(id)] += (timeDeltas[index] ?? 0) / 1000;
  }
  return sums;
};
