import type { components, operations } from './api.generated.d.ts';
import type { List } from './pages.ts';
import type { RequestOptions } from './transport.ts';

/** Every operation of the description, by its id. */
export type OperationId = keyof operations;

type JsonOf<Content> = Content extends { readonly content: { readonly 'application/json': infer Body } } ? Body : never;

/** What an operation answers. */
export type Answer<Id extends OperationId> = JsonOf<operations[Id]['responses'][200]>;

/** An entry of the list that it answers. */
export type Entry<Id extends OperationId> =
  Answer<Id> extends { readonly data: readonly (infer Each extends { readonly id: string })[] } ? Each : never;

/** The JSON body that it takes. */
export type Body<Id extends OperationId> = operations[Id] extends { readonly requestBody?: infer Request }
  ? JsonOf<NonNullable<Request>>
  : never;

/** The query parameters that it knows. */
export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

/** An object of the API by its name: `Model<'customer'>`. */
export type Model<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The ways in which the generated resources call. */
export interface Calls {
  readonly json: <Id extends OperationId>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    given: { readonly query?: Query<Id> | undefined; readonly body?: unknown },
    options: RequestOptions | undefined,
  ) => Promise<Answer<Id>>;
  readonly list: <Id extends OperationId>(
    path: string,
    query: Query<Id> | undefined,
    options: RequestOptions | undefined,
  ) => List<Entry<Id>>;
  readonly bytes: (path: string, options: RequestOptions | undefined) => Promise<Uint8Array>;
}

/** A part of a path. */
export const segment = (id: string): string => {
  if (id === '') throw new TypeError('An id is missing.');
  return encodeURIComponent(id);
};
