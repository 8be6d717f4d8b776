import { type StreamOptions, streamEvents } from './event-stream.ts';
import { exportChunks, exportDocument } from './export.ts';
import { List } from './pages.ts';
import { type Resources, resourcesOf } from './resources.generated.ts';
import { type ClientSettings, type Request, type RequestOptions, type Send, transportOf } from './transport.ts';
import type { Answer, Calls } from './types.ts';
import type { WebhookEvent } from './webhooks.ts';

export * from './errors.ts';
export type { StreamOptions } from './event-stream.ts';
export type { List, ListPage } from './pages.ts';
export type { ClientSettings, RequestOptions } from './transport.ts';
export type { Answer, Body, Entry, Model, OperationId, Query } from './types.ts';
export { type VerifyOptions, type WebhookEvent, webhooks } from './webhooks.ts';

const callsOf = (send: Send): Calls => {
  // That an answer has the form of its description is checked where the service is tested.
  const read = async <T>(request: Request, options: RequestOptions | undefined): Promise<T> =>
    (await send(request, options)).json() as Promise<T>;
  return {
    json: (method, path, given, options) => read({ method, path, ...given }, options),
    list: (path, query = {}, options) => {
      const page = <Page>(startingAfter: string | undefined): Promise<Page> =>
        read({ method: 'GET', path, query: { ...query, starting_after: startingAfter } }, options);
      return new List(page, 'starting_after' in query ? query.starting_after : undefined);
    },
    bytes: async (path, options) => new Uint8Array(await (await send({ method: 'GET', path }, options)).arrayBuffer()),
  };
};

/** What `createBilling` gives. */
export interface Billing extends Omit<Resources, 'events' | 'tenant'> {
  readonly events: Resources['events'] & {
    /** Events as they are recorded, each once and in order, over as many connections as it takes. */
    readonly stream: (options?: StreamOptions) => AsyncGenerator<WebhookEvent>;
  };
  readonly tenant: Resources['tenant'] & {
    /** Everything that the account has stored in the key's mode. Throws `IncompleteExportError`. */
    readonly export: (options?: RequestOptions) => Promise<Answer<'tenant.export'>>;
    /** The same as it comes, for accounts that do not fit into memory. Throws `IncompleteExportError` at its end, which only then is known. */
    readonly exportChunks: (options?: RequestOptions) => AsyncGenerator<Uint8Array>;
  };
}

/**
 * A client of the service. Resources and their methods are named as in the description: `billing.customers.create({ name: 'Ada' })`. Requests are
 * tried again where that may help, writes under an idempotency key, so that none is done twice.
 */
export const createBilling = (settings: ClientSettings): Billing => {
  const send = transportOf(settings);
  const { events, tenant, ...resources } = resourcesOf(callsOf(send));
  return {
    ...resources,
    events: { ...events, stream: (options) => streamEvents(send, options) },
    tenant: { ...tenant, export: (options) => exportDocument(send, options), exportChunks: (options) => exportChunks(send, options) },
  };
};
