import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes JSON so that a reader, or a crash, sees the old file or the new one, never a half. Readable by its owner only. */
export const writeJson = (file: string, value: unknown): void => {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
};

/** `null` when there is no such file. Throws when it is not JSON. */
export const readJson = (file: string): unknown => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return JSON.parse(text);
};

/** True for JSON objects, which is what templates, messages and requests are made of. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member as a string, or `undefined`. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** CloudFormation writes numbers as numbers or as digits. */
export const number = (value: unknown): number | undefined => {
  const parsed = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined;
};

/** The objects of a list; nothing when it is no list. */
export const objects = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
