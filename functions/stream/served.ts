import type { Operation } from '../../shared/api/operation.ts';
import type { HeldHandler } from '../../shared/api/serve-held.ts';
import { operation as eventStream, serveEvents } from './events.ts';
import type { Hub, StreamSource } from './hub.ts';

/** What the process gives the operations that it serves. */
export interface SidecarParts {
  readonly hub: Hub;
  readonly source: StreamSource;
}

export interface Served {
  readonly operation: Operation;
  readonly handlerOf: (parts: SidecarParts) => HeldHandler;
}

/** Every operation of this process. One that runs here and is not in the list fails the synthesis. */
export const SERVED: readonly Served[] = [{ operation: eventStream, handlerOf: ({ hub, source }) => serveEvents(hub, source) }];
