import { IncompleteExportError } from './errors.ts';
import type { RequestOptions, Send } from './transport.ts';

const PATH = '/v1/tenant/export';
/** Matches only the end of a complete document: each record is on one line, and strings contain no line breaks. */
const END = /\]\n+\}\n*$/;
/** Number of characters at the end of the document that are compared with `END`. */
const TAIL = 64;

/**
 * Yields the body of an export in chunks. Throws `IncompleteExportError` if the document is incomplete, which is the only sign of a failed
 * export: discard the chunks in this case.
 */
export async function* exportChunks(send: Send, options: RequestOptions = {}): AsyncGenerator<Uint8Array> {
  const response = await send({ method: 'GET', path: PATH }, options);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let tail = '';
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done || value === undefined) break;
      tail = (tail + decoder.decode(value, { stream: true })).slice(-TAIL);
      yield value;
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new IncompleteExportError('The connection was lost during the export.', { cause: error });
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
  if (!END.test(tail)) throw new IncompleteExportError('The export is incomplete.');
}

/** Downloads and parses the whole export, for accounts that fit into memory. */
export const exportDocument = async <Document>(send: Send, options?: RequestOptions): Promise<Document> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of exportChunks(send, options)) text += decoder.decode(chunk, { stream: true });
  try {
    return JSON.parse(text + decoder.decode()) as Document;
  } catch (error) {
    throw new IncompleteExportError('The export is not valid JSON.', { cause: error });
  }
};
