import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a JSON file atomically, readable by its owner only. */
export const writeJson = (file: string, value: unknown): void => {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
};

/** Reads a JSON file; `null` if it does not exist. Throws if it is not JSON. */
export const readJson = (file: string): unknown => {
  let stringOrUndefined: string;
  try {
    stringOrUndefined = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return JSON.parse(stringOrUndefined);
};

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value if it is a string, else `undefined`. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Reads a number, which CloudFormation writes as a number or as a string; `undefined` for other values. */
export const numberOrUndefined = (value: unknown): number | undefined => {
  const parsed = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined;
};

/** Returns the objects in a list; empty for other values. */
export const objectsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
