import { existsSync, writeFileSync } from 'node:fs';
import type { Send } from '../transport.ts';
import { callOperation } from './call.ts';
import type { CommandOptions } from './command.ts';
import type { DescribedOperation } from './description.ts';
import type { NamedOperation } from './operations.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

/** Options of operations that return a document. */
export const DOCUMENT_OPTIONS: CommandOptions = {
  out: { value: 'FILE', meaning: 'file to write; by default named after the number of the document' },
  force: { value: null, meaning: 'overwrite the file if it exists' },
};

/**
 * A document that is still being rendered is requested again: 501 with `Retry-After`. These retries wait about a minute and a half.
 * Rendering takes seconds.
 */
const RENDERING_RETRIES = 12;
const NAME_IN_HEADER = /filename="([\w.-]+)"/;

export const returnsDocument = ({ contentTypes }: DescribedOperation): boolean => contentTypes.includes('application/pdf');

const refuseExisting = (file: string): UsageError => new UsageError(`${file} exists. Add --force to overwrite it.`);

const isExists = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Downloads a document into a file, and prints the name of the file. Waits until the document is rendered. Throws `UsageError` if the file
 * exists, unless `--force` is set.
 */
export const downloadDocument = async (
  send: Send,
  named: NamedOperation,
  options: ReadonlyMap<string, string>,
  terminal: Terminal,
): Promise<void> => {
  const [out, force] = [options.get('out'), options.has('force')];
  if (out !== undefined && !force && existsSync(out)) throw refuseExisting(out);
  const query = new Map([...options].filter(([name]) => !Object.hasOwn(DOCUMENT_OPTIONS, name)));
  terminal.progress('Waiting for the document ...');
  const request = callOperation(send, named, query, { maxRetries: RENDERING_RETRIES, signal: terminal.signal });
  const response = await request.finally(() => terminal.progress(null));
  const file = out ?? NAME_IN_HEADER.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'document.pdf';
  try {
    writeFileSync(file, new Uint8Array(await response.arrayBuffer()), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    throw isExists(error)
      ? refuseExisting(file)
      : new UsageError(`Cannot write ${file}: ${error instanceof Error ? error.message : error}`);
  }
  terminal.print(file);
};
