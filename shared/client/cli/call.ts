import type { RequestOptions, Send } from '../transport.ts';
import { encodedSegment } from '../types.ts';
import type { DescribedOperation } from './description.ts';
import { parseFields } from './fields.ts';
import { type NamedOperation, requireIds } from './operations.ts';
import { positiveIntegerOption } from './usage.ts';

const MAX_PAGE_SIZE = 100;
const DEFAULT_LIMIT = 10;

type Options = ReadonlyMap<string, string>;

interface ListPage {
  readonly object: 'list';
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly has_more: boolean;
}

const isPaged = ({ query }: DescribedOperation): boolean => 'limit' in query && 'starting_after' in query;

const pathOf = ({ operation, ids }: NamedOperation): string => {
  let index = 0;
  return operation.path.replaceAll(/\{[^}]+\}/g, () => encodedSegment(ids[index++] ?? ''));
};

/** Calls an operation; options are its query parameters, or the fields of its body. Throws `UsageError` and `BillingError`. */
export const callOperation = async (
  send: Send,
  named: NamedOperation,
  options: Options,
  requestOptions?: RequestOptions,
): Promise<Response> => {
  requireIds(named);
  const { method, query, body } = named.operation;
  const path = pathOf(named);
  return method === 'GET' || body === null
    ? send({ method, path, query: parseFields({ properties: query }, options) }, requestOptions)
    : send({ method, path, body: parseFields(body, options) }, requestOptions);
};

/** Fetches at most `--limit` entries of a list (10 by default), from as many pages as needed. */
export const callList = async (send: Send, named: NamedOperation, options: Options, requestOptions?: RequestOptions): Promise<ListPage> => {
  const limit = positiveIntegerOption(options, 'limit', DEFAULT_LIMIT);
  const data: ListPage['data'][number][] = [];
  let cursor = options.get('starting_after');
  for (;;) {
    const pageOptions = new Map(options);
    if (isPaged(named.operation)) pageOptions.set('limit', String(Math.min(MAX_PAGE_SIZE, limit - data.length)));
    if (cursor !== undefined) pageOptions.set('starting_after', cursor);
    const received = (await (await callOperation(send, named, pageOptions, requestOptions)).json()) as ListPage;
    data.push(...received.data);
    const last = received.data.at(-1)?.['id'];
    if (!received.has_more || last === undefined || data.length >= limit) return { object: 'list', data, has_more: received.has_more };
    cursor = String(last);
  }
};
