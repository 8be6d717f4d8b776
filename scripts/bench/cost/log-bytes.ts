import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, objectsIn, text } from '../../local/files.ts';
import type { Usage } from './usage.ts';

const parse = (line: string): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(line);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
};

/** Returns the source of a line: the function for a request line, `host` for a line of the local host, the kind for any other line. */
const sourceOf = (line: string, functionIds: ReadonlyMap<string, string>): string => {
  const { host, kind, operation } = parse(line);
  if (host !== undefined) return 'host';
  return functionIds.get(text(operation) ?? '') ?? `lines ${text(kind) ?? 'of another kind'}`;
};

/** Computes the log bytes by source. `functionIds`: the ids of functions by operation. */
export const logBytesIn = (lines: readonly string[], functionIds: ReadonlyMap<string, string>): Usage => {
  const bytes = new Map<string, number>();
  for (const line of lines) {
    const source = sourceOf(line, functionIds);
    bytes.set(source, (bytes.get(source) ?? 0) + Buffer.byteLength(line) + 1);
  }
  return Object.fromEntries([...bytes].map(([source, logBytes]) => [source, { logBytes }]));
};

/** Lists the metrics that CloudWatch reads from these lines. It bills a metric name once for each value of its dimension, `kind`. */
export const metricsIn = (lines: readonly string[]): readonly string[] => {
  const names = lines.map(parse).flatMap(({ _aws, kind }) => {
    const definitions = isObject(_aws) ? objectsIn(_aws['CloudWatchMetrics']) : [];
    return definitions.flatMap(({ Metrics }) => objectsIn(Metrics).map(({ Name }) => `${text(kind)} ${text(Name)}`));
  });
  return [...new Set(names)].sort();
};

/** Reads the lines that the functions of a host have logged. */
export const readLogLines = (dataDirectory: string): readonly string[] =>
  readFileSync(join(dataDirectory, 'log', 'function.log'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
