import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** An object of the S3 fake. */
interface StoredObject {
  readonly body: Buffer;
  readonly contentLength: number;
}

/** The methods of the S3 fake's store that `storeObjectsInFiles` uses. */
export interface ObjectStore<Stored extends StoredObject> {
  createBucket(name: string): void;
  putObject(bucket: string, key: string, body: Buffer, contentType?: string, metadata?: Record<string, string>): Stored;
  deleteObject(bucket: string, key: string): void;
}

/**
 * Stores the objects of a bucket as files below `directory` instead of in memory, so that they persist across restarts. Loads the objects
 * of earlier processes.
 */
export const storeObjectsInFiles = <Stored extends StoredObject>(store: ObjectStore<Stored>, bucket: string, directory: string): void => {
  const folder = join(directory, bucket);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  store.createBucket(bucket);
  const put = store.putObject.bind(store);
  const remove = store.deleteObject.bind(store);
  const fileOf = (key: string): string => join(folder, ...key.split('/'));
  const withBodyIn = (file: string, object: Stored): Stored =>
    Object.defineProperties(object, { body: { get: () => readFileSync(file) }, contentLength: { get: () => statSync(file).size } });
  for (const file of filesIn(folder)) withBodyIn(file, put(bucket, relative(folder, file).split(sep).join('/'), Buffer.alloc(0)));
  store.putObject = (target, key, body, contentType, metadata) => {
    if (target !== bucket) return put(target, key, body, contentType, metadata);
    const file = fileOf(key);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.draft`, body, { mode: 0o600 });
    renameSync(`${file}.draft`, file);
    return withBodyIn(file, put(target, key, body, contentType, metadata));
  };
  store.deleteObject = (target, key) => {
    remove(target, key);
    if (target === bucket) rmSync(fileOf(key), { force: true });
  };
};

/** Lists object files; ignores partly written files of a killed process. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.draft'))
    .map((entry) => join(entry.parentPath, entry.name));
