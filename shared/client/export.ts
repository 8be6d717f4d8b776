import { IncompleteExportError } from './errors.ts';
import type { RequestOptions, Send } from './transport.ts';

const PATH = '/v1/tenant/export';
/** The end of every document, and of no part of one: its records stand on a line each, and no text has a line break in it. */
const END = /\]\n+\}\n*$/;
/** As much of the end as tells. */
const TAIL = 64;

/**
 * The body of an export as it comes. Throws `IncompleteExportError` when it ends before the document does, which is the only sign of an export that
 * failed: what was read until then is of no use.
 */
export async function* exportChunks(send: Send, options: RequestOptions = {}): AsyncGenerator<Uint8Array> {
  const answer = await send({ method: 'GET', path: PATH }, options);
  const reader = answer.body?.getReader();
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
    throw new IncompleteExportError('The export was cut off.', { cause: error });
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
  if (!END.test(tail)) throw new IncompleteExportError('The export ended before its end.');
}

/** The whole document, parsed: for accounts that fit into memory. */
export const exportDocument = async <Document>(send: Send, options?: RequestOptions): Promise<Document> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of exportChunks(send, options)) text += decoder.decode(chunk, { stream: true });
  try {
    return JSON.parse(text + decoder.decode()) as Document;
  } catch (error) {
    throw new IncompleteExportError('The export is no document.', { cause: error });
  }
};
