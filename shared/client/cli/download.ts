import { existsSync, writeFileSync } from 'node:fs';
import type { Send } from '../transport.ts';
import { callOperation } from './call.ts';
import type { CommandOptions } from './command.ts';
import type { DescribedOperation } from './description.ts';
import type { NamedOperation } from './operations.ts';
import type { Terminal } from './terminal.ts';
import { CommandLineError } from './usage.ts';

/** Options of operations that can return a file. */
export const DOCUMENT_OPTIONS: CommandOptions = {
  out: { value: 'FILE', meaning: 'file to write; by default, the service names it' },
  force: { value: null, meaning: 'overwrite the file if it exists' },
};

/**
 * Maximum number of retries while the service renders the document, which takes seconds. Until then, it responds 501 with `Retry-After`.
 * All retries together wait about a minute and a half.
 */
const RENDERING_RETRIES = 12;
const NAME_IN_HEADER = /filename="([\w.-]+)"/;

const hasFormats = ({ contentTypes }: DescribedOperation): boolean => contentTypes.some((type) => type.startsWith('text/csv'));

/** True if the operation can return a file. */
export const canReturnFile = (operation: DescribedOperation): boolean =>
  operation.contentTypes.includes('application/pdf') || hasFormats(operation);

/** True if the call downloads a file: it returns a PDF, `--format` selects another format than JSON, or `--out` names a file. */
export const returnsFile = (operation: DescribedOperation, options: ReadonlyMap<string, string>): boolean =>
  operation.contentTypes.includes('application/pdf') ||
  (hasFormats(operation) && (options.has('out') || (options.get('format') ?? 'json') !== 'json'));

const fileExistsError = (file: string): CommandLineError => new CommandLineError(`${file} exists. Add --force to overwrite it.`);

const isFileExistsError = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Downloads a document into a file, and prints the name of the file. Waits until the document is rendered. Throws `CommandLineError` if the file
 * exists, unless `--force` is set.
 */
export const downloadDocument = async (
  send: Send,
  named: NamedOperation,
  options: ReadonlyMap<string, string>,
  terminal: Terminal,
): Promise<void> => {
  const [out, force] = [options.get('out'), options.has('force')];
  if (out !== undefined && !force && existsSync(out)) throw fileExistsError(out);
  const query = new Map([...options].filter(([name]) => !Object.hasOwn(DOCUMENT_OPTIONS, name)));
  terminal.progress('Waiting for the document ...');
  const request = callOperation(send, named, query, { maxRetries: RENDERING_RETRIES, signal: terminal.signal });
  const response = await request.finally(() => terminal.progress(null));
  const file = out ?? NAME_IN_HEADER.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'document.pdf';
  try {
    writeFileSync(file, new Uint8Array(await response.arrayBuffer()), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    throw isFileExistsError(error)
      ? fileExistsError(file)
      : new CommandLineError(`Cannot write ${file}: ${error instanceof Error ? error.message : error}`);
  }
  terminal.print(file);
};
