import { type StreamOptions, streamEvents } from './event-stream.ts';
import { exportChunks, exportDocument } from './export.ts';
import { List } from './pages.ts';
import { type Resources, resourcesOf } from './resources.generated.ts';
import { type ClientSettings, type Request, type RequestOptions, type Send, transportOf } from './transport.ts';
import type { Answer, Calls, WebhookEvent } from './types.ts';
import { createUsageTracker, type UsageSettings, type UsageTracker } from './usage-tracker.ts';

export * from './errors.ts';
export type { StreamOptions } from './event-stream.ts';
export type { List, ListPage } from './pages.ts';
export type { ClientSettings, RequestOptions } from './transport.ts';
export type { Answer, Body, Entry, EventOf, EventType, Model, OperationId, Query, WebhookEvent } from './types.ts';
export { type TrackedEvent, UsageQueueFullError, type UsageSettings, type UsageTracker } from './usage-tracker.ts';
export { type VerifyOptions, webhooks } from './webhooks.ts';

const callsOf = (send: Send): Calls => {
  // The response is not validated here; the service's tests check that responses match their schemas.
  const requestJson = async <T>(request: Request, options: RequestOptions | undefined): Promise<T> =>
    (await send(request, options)).json() as Promise<T>;
  return {
    json: (method, path, content, options) => requestJson({ method, path, ...content }, options),
    list: (path, query = {}, options) => {
      const fetchPage = <Page>(startingAfter: string | undefined): Promise<Page> =>
        requestJson({ method: 'GET', path, query: { ...query, starting_after: startingAfter } }, options);
      return new List(fetchPage, 'starting_after' in query ? query.starting_after : undefined);
    },
    bytes: async (path, options, query) => new Uint8Array(await (await send({ method: 'GET', path, query }, options)).arrayBuffer()),
  };
};

/** The client that `createBilling` returns. */
export interface Billing extends Omit<Resources, 'events' | 'tenant'> {
  /** Sends usage events in batches in the background: `billing.usage.track({ event_name: 'tokens', ... })`. */
  readonly usage: UsageTracker;
  readonly events: Resources['events'] & {
    /** Streams events as they are recorded, each once and in order; reconnects automatically. */
    readonly stream: (options?: StreamOptions) => AsyncGenerator<WebhookEvent>;
  };
  readonly tenant: Resources['tenant'] & {
    /**
     * Downloads and parses the catalogue, customers and billing records of the key's mode. Resumes automatically; throws
     * `IncompleteExportError` if that is not possible.
     */
    readonly export: (options?: RequestOptions) => Promise<Answer<'tenant.export'>>;
    /** Like `export`, but streams the document in chunks, for accounts too large for memory. */
    readonly exportChunks: (options?: RequestOptions) => AsyncGenerator<Uint8Array>;
  };
}

/**
 * Creates a client of the service. Resources and methods have the names of the API reference: `billing.customers.create({ name: 'Ada' })`.
 * Requests are retried after temporary errors; writes use an idempotency key, so that a retry does not repeat them.
 */
export const createBilling = (settings: ClientSettings & { readonly usage?: UsageSettings }): Billing => {
  const send = transportOf(settings);
  const { events, tenant, ...resources } = resourcesOf(callsOf(send));
  return {
    ...resources,
    usage: createUsageTracker(resources.usageEvents.create, settings.usage),
    events: { ...events, stream: (options) => streamEvents(send, options) },
    tenant: { ...tenant, export: (options) => exportDocument(send, options), exportChunks: (options) => exportChunks(send, options) },
  };
};
