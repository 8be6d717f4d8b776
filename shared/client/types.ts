import type { components, operations } from './api.generated.d.ts';
import type { List } from './pages.ts';
import type { RequestOptions } from './transport.ts';

/** Id of an operation: `customers.create`. */
export type OperationId = Exclude<keyof operations, `webhooks.${string}`>;

type JsonOf<Content> = Content extends { readonly content: { readonly 'application/json': infer Body } } ? Body : never;

/** Response of an operation. */
export type Answer<Id extends OperationId> = JsonOf<operations[Id]['responses'][200]>;

/** Entry of a list operation's response. */
export type Entry<Id extends OperationId> =
  Answer<Id> extends { readonly data: readonly (infer Each extends { readonly id: string })[] } ? Each : never;

/** JSON body of an operation. */
export type Body<Id extends OperationId> = operations[Id] extends { readonly requestBody?: infer Request }
  ? JsonOf<NonNullable<Request>>
  : never;

/** Query parameters of an operation. */
export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

/** An object of the API by its name: `Model<'Customer'>`. */
export type Model<Name extends keyof components['schemas']> = components['schemas'][Name];

type Schemas = components['schemas'];
/** The schema if it describes the events of one type; otherwise `never`. */
type EventIn<Schema> = Schema extends { readonly object: 'event'; readonly type: infer Type extends string }
  ? string extends Type
    ? never
    : Schema
  : never;

/**
 * An event of any type of this version; `type` determines the type of `data`. A later version of the service can record further types, so
 * ignore a type that is not known.
 */
export type WebhookEvent = { readonly [Name in keyof Schemas]: EventIn<Schemas[Name]> }[keyof Schemas];

/** Type of an event: `invoice.paid`. */
export type EventType = WebhookEvent['type'];

/** Event of one type: `EventOf<'invoice.paid'>`. */
export type EventOf<Type extends EventType> = Extract<WebhookEvent, { readonly type: Type }>;

/** Functions with which the generated resources send requests. */
export interface Calls {
  readonly json: <Id extends OperationId>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    content: { readonly query?: Query<Id> | undefined; readonly body?: unknown },
    options: RequestOptions | undefined,
  ) => Promise<Answer<Id>>;
  readonly list: <Id extends OperationId>(
    path: string,
    query: Query<Id> | undefined,
    options: RequestOptions | undefined,
  ) => List<Entry<Id>>;
  readonly bytes: (path: string, options: RequestOptions | undefined, query?: Query<OperationId>) => Promise<Uint8Array>;
}

/** Encodes an id for a path; throws `TypeError` if it is empty, or missing (in a program that is not type-checked). */
export const encodedSegment = (id: string | null | undefined): string => {
  if (id === undefined || id === null || id === '') throw new TypeError('The id must not be empty.');
  return encodeURIComponent(id);
};
