import type { Operation } from '../../shared/api/operation.ts';
import type { StreamingHandler } from '../../shared/api/serve/serve-streaming.ts';
import type { Downloads } from './downloads.ts';
import { operation as eventStream, serveEvents } from './events.ts';
import { serveExport, operation as tenantExport } from './export.ts';
import type { Hub } from './hub.ts';
import type { StreamSource } from './source.ts';

/** Dependencies of the operations of the stream process. */
export interface StreamingDeps {
  readonly hub: Hub;
  readonly source: StreamSource;
  readonly downloads: Downloads;
}

export interface ServedOperation {
  readonly operation: Operation;
  readonly handlerOf: (deps: StreamingDeps) => StreamingHandler;
}

/** Every operation of the stream process. Synthesis fails if an operation with `runs: 'stream-process'` is missing. */
export const SERVED_OPERATIONS: readonly ServedOperation[] = [
  { operation: eventStream, handlerOf: ({ hub, source }) => serveEvents(hub, source) },
  { operation: tenantExport, handlerOf: ({ downloads }) => serveExport(downloads) },
];
