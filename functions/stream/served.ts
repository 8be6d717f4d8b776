import type { Operation } from '../../shared/api/operation.ts';
import type { StreamingHandler } from '../../shared/api/serve-streaming.ts';
import type { Downloads } from './downloads.ts';
import { operation as eventStream, serveEvents } from './events.ts';
import { serveExport, operation as tenantExport } from './export.ts';
import type { Hub } from './hub.ts';
import type { StreamSource } from './source.ts';

/** Dependencies of the operations of the sidecar, the process for streamed responses. */
export interface SidecarDeps {
  readonly hub: Hub;
  readonly source: StreamSource;
  readonly downloads: Downloads;
}

export interface ServedOperation {
  readonly operation: Operation;
  readonly handlerOf: (deps: SidecarDeps) => StreamingHandler;
}

/** Every operation of the sidecar. Synthesis fails if an operation with `runs: 'sidecar'` is missing. */
export const SERVED_OPERATIONS: readonly ServedOperation[] = [
  { operation: eventStream, handlerOf: ({ hub, source }) => serveEvents(hub, source) },
  { operation: tenantExport, handlerOf: ({ downloads }) => serveExport(downloads) },
];
