import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** An object as the bucket service holds it. */
interface StoredObject {
  readonly body: Buffer;
  readonly contentLength: number;
}

/** As much of the bucket service's store as is needed to keep its objects in files. */
export interface ObjectStore<Stored extends StoredObject> {
  createBucket(name: string): void;
  putObject(bucket: string, key: string, body: Buffer, contentType?: string, metadata?: Record<string, string>): Stored;
  deleteObject(bucket: string, key: string): void;
}

/**
 * Keeps the objects of a bucket as files below `directory`, those of the last process among them: they outlive the process, and none
 * stays in its memory.
 */
export const keepObjects = <Stored extends StoredObject>(store: ObjectStore<Stored>, bucket: string, directory: string): void => {
  const folder = join(directory, bucket);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  store.createBucket(bucket);
  const put = store.putObject.bind(store);
  const remove = store.deleteObject.bind(store);
  const fileOf = (key: string): string => join(folder, ...key.split('/'));
  const readFrom = (file: string, object: Stored): Stored =>
    Object.defineProperties(object, { body: { get: () => readFileSync(file) }, contentLength: { get: () => statSync(file).size } });
  for (const file of filesIn(folder)) readFrom(file, put(bucket, relative(folder, file).split(sep).join('/'), Buffer.alloc(0)));
  store.putObject = (target, key, body, contentType, metadata) => {
    if (target !== bucket) return put(target, key, body, contentType, metadata);
    const file = fileOf(key);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.draft`, body, { mode: 0o600 });
    renameSync(`${file}.draft`, file);
    return readFrom(file, put(target, key, body, contentType, metadata));
  };
  store.deleteObject = (target, key) => {
    remove(target, key);
    if (target === bucket) rmSync(fileOf(key), { force: true });
  };
};

/** What a process that was killed left half written is no object. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.draft'))
    .map((entry) => join(entry.parentPath, entry.name));
