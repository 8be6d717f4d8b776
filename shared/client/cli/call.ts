import type { Send } from '../transport.ts';
import { segment } from '../types.ts';
import { type DescribedOperation, type Document, operationsIn } from './description.ts';
import { fieldsOf } from './fields.ts';
import { UsageError } from './usage.ts';

const VERBS: Readonly<Record<string, string>> = { get: 'retrieve', list: 'list', create: 'create' };

const snakeCase = (name: string): string => name.replaceAll('-', '_');

/** Fetches the operations of the service's OpenAPI document. */
const fetchOperations = async (send: Send): Promise<readonly DescribedOperation[]> =>
  operationsIn((await (await send({ method: 'GET', path: '/openapi.json' })).json()) as Document);

/** Lists the methods of a resource; if the resource does not exist, lists all resources. */
const availableNames = (operations: readonly DescribedOperation[], resource: string): string => {
  const methods = operations.filter(({ id }) => id.startsWith(`${resource}.`)).map(({ id }) => id.slice(resource.length + 1));
  if (methods.length > 0) return `${resource} has: ${methods.join(', ')}.`;
  return `Resources: ${[...new Set(operations.map(({ id }) => id.split('.')[0]))].join(', ')}.`;
};

/** Finds the operation that `get customers cus_1` or `customers retrieve cus_1` names, and the ids for its path. Throws `UsageError`. */
const findOperation = (
  operations: readonly DescribedOperation[],
  positionals: readonly string[],
): { readonly operation: DescribedOperation; readonly ids: readonly string[] } => {
  const [first = '', second = '', ...ids] = positionals;
  const verb = VERBS[first];
  const [resource, method] = verb === undefined ? [snakeCase(first), snakeCase(second)] : [snakeCase(second), verb];
  const operation = operations.find(({ id }) => id === `${resource}.${method}`);
  if (operation === undefined) throw new UsageError(`Unknown operation ${resource}.${method}. ${availableNames(operations, resource)}`);
  if (ids.length !== operation.pathParams.length) {
    throw new UsageError(`${operation.id} requires ${operation.pathParams.length === 0 ? 'no id' : operation.pathParams.join(' and ')}.`);
  }
  return { operation, ids };
};

/** Calls the operation named by the arguments; options are its query parameters, or the fields of its body. */
export const callByName = async (send: Send, positionals: readonly string[], options: ReadonlyMap<string, string>): Promise<unknown> => {
  const { operation, ids } = findOperation(await fetchOperations(send), positionals);
  let index = 0;
  const path = operation.path.replaceAll(/\{[^}]+\}/g, () => segment(ids[index++] ?? ''));
  const { method, query, body } = operation;
  const response =
    method === 'GET' || body === null
      ? await send({ method, path, query: fieldsOf({ properties: query }, options) })
      : await send({ method, path, body: fieldsOf(body, options) });
  return response.headers.get('content-type')?.includes('json') === true
    ? response.json()
    : { bytes: (await response.arrayBuffer()).byteLength };
};
