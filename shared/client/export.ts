import { ApiError, IncompleteExportError, ServerError } from './errors.ts';
import { type ExportDocument, openExportDocument } from './export-document.ts';
import { requestRetryDelayMs } from './retries.ts';
import { type RequestOptions, type Send, sleep } from './transport.ts';
import { watchdog } from './watchdog.ts';

const PATH = '/v1/tenant/export';
/** Response header with the token that resumes the export. */
const RESUME = 'export-resume';
/** The export fails after this many connections in a row without a further object. */
const MAX_FAILURES = 5;

/** Yields the complete lines of a body, as they arrive. */
async function* linesIn(body: ReadableStream<Uint8Array>, onChunk: () => void): AsyncGenerator<readonly string[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk();
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** An export that continues over several connections. `resume`: token that resumes it; `null` before the first response. */
interface Progress {
  readonly document: ExportDocument;
  resume: string | null;
  /** The service has refused to resume the export. */
  isRefused: boolean;
}

/** Yields what one connection adds to the document. */
async function* connection(send: Send, progress: Progress, options: RequestOptions): AsyncGenerator<string> {
  const { document, resume } = progress;
  const watch = watchdog(options.signal);
  const query = resume === null ? {} : { resume, starting_after: document.lastId() ?? undefined };
  try {
    const response = await send({ method: 'GET', path: PATH, query, isStream: true }, { ...options, signal: watch.signal });
    progress.resume = response.headers.get(RESUME) ?? resume;
    if (response.body === null) return;
    watch.alive();
    for await (const lines of linesIn(response.body, watch.alive)) yield lines.map(document.add).join('');
  } finally {
    watch.stop();
  }
}

/** True for an error that a retry would not resolve. */
const isFinal = (error: unknown): boolean => error instanceof SyntaxError || (error instanceof ApiError && !(error instanceof ServerError));

/** Yields the parts of the document that are still missing. Resumes after the last complete object when a connection ends early. */
async function* remainingTexts(send: Send, progress: Progress, options: RequestOptions): AsyncGenerator<string> {
  const { document } = progress;
  let failures = 0;
  for (;;) {
    const isResumed = progress.resume !== null;
    const lastIdBefore = document.lastId();
    let cause: unknown;
    try {
      for await (const text of connection(send, progress, options)) if (text !== '') yield text;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof ApiError && !isResumed) throw error;
      if (isFinal(error)) progress.isRefused = true;
      cause = error;
    }
    if (document.isComplete()) return;
    failures = document.lastId() === lastIdBefore ? failures + 1 : 0;
    if (progress.resume === null || progress.isRefused || failures >= MAX_FAILURES)
      throw new IncompleteExportError('The export is incomplete.', { cause });
    // The 0 is never used, because `requestRetryDelayMs` never returns `null` for a missing response.
    await sleep(requestRetryDelayMs('no response', failures, Math.random) ?? 0, options.signal);
  }
}

/** An export that the caller can continue after it failed. */
export interface OpenExport {
  /** Yields the chunks of the document that earlier calls have not yielded. Throws `IncompleteExportError`. */
  readonly chunks: (options?: RequestOptions) => AsyncGenerator<Uint8Array>;
  /** False if a further call of `chunks` would fail, too: the export has not begun, or the service refuses to resume it. */
  readonly canContinue: () => boolean;
}

/** Opens an export without sending a request. */
export const openExport = (send: Send): OpenExport => {
  const progress: Progress = { document: openExportDocument(), resume: null, isRefused: false };
  return {
    chunks: async function* (options = {}) {
      const encoder = new TextEncoder();
      for await (const text of remainingTexts(send, progress, options)) yield encoder.encode(text);
    },
    canContinue: () => progress.resume !== null && !progress.isRefused,
  };
};

/**
 * Yields the document of an export in chunks. When a connection ends early, resumes the export, which still shows the same point in time.
 * Throws `IncompleteExportError` if the document stays incomplete: discard the chunks in this case.
 */
export const exportChunks = (send: Send, options: RequestOptions = {}): AsyncGenerator<Uint8Array> => openExport(send).chunks(options);

/** Downloads and parses the whole export, for accounts that fit into memory. */
export const exportDocument = async <Document>(send: Send, options: RequestOptions = {}): Promise<Document> => {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  for await (const chunk of exportChunks(send, options)) texts.push(decoder.decode(chunk));
  return JSON.parse(texts.join('')) as Document;
};
