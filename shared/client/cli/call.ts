import type { Send } from '../transport.ts';
import { segment } from '../types.ts';
import { type Described, type Document, operationsIn } from './description.ts';
import { fieldsOf } from './fields.ts';
import { UsageError } from './usage.ts';

const VERBS: Readonly<Record<string, string>> = { get: 'retrieve', list: 'list', create: 'create' };

const spelled = (name: string): string => name.replaceAll('-', '_');

/** The service's description of itself. */
const describe = async (send: Send): Promise<readonly Described[]> =>
  operationsIn((await (await send({ method: 'GET', path: '/openapi.json' })).json()) as Document);

const known = (operations: readonly Described[], resource: string): string => {
  const methods = operations.filter(({ id }) => id.startsWith(`${resource}.`)).map(({ id }) => id.slice(resource.length + 1));
  if (methods.length > 0) return `${resource} has: ${methods.join(', ')}.`;
  return `Resources: ${[...new Set(operations.map(({ id }) => id.split('.')[0]))].join(', ')}.`;
};

/** The operation that texts name, `get customers cus_1` or `customers retrieve cus_1`, and the ids behind it. */
const chosen = (
  operations: readonly Described[],
  strings: readonly string[],
): { readonly operation: Described; readonly ids: readonly string[] } => {
  const [first = '', second = '', ...ids] = strings;
  const verb = VERBS[first];
  const [resource, method] = verb === undefined ? [spelled(first), spelled(second)] : [spelled(second), verb];
  const operation = operations.find(({ id }) => id === `${resource}.${method}`);
  if (operation === undefined) throw new UsageError(`There is no ${resource}.${method}. ${known(operations, resource)}`);
  if (ids.length !== operation.ids.length) {
    throw new UsageError(`${operation.id} takes ${operation.ids.length === 0 ? 'no id' : operation.ids.join(' and ')}.`);
  }
  return { operation, ids };
};

/** Calls whatever operation the texts name; options are its query parameters, or the fields of its body. */
export const callByName = async (send: Send, strings: readonly string[], options: ReadonlyMap<string, string>): Promise<unknown> => {
  const { operation, ids } = chosen(await describe(send), strings);
  let index = 0;
  const path = operation.path.replaceAll(/\{[^}]+\}/g, () => segment(ids[index++] ?? ''));
  const { method, query, body } = operation;
  const answer =
    method === 'GET' || body === null
      ? await send({ method, path, query: fieldsOf({ properties: query }, options) })
      : await send({ method, path, body: fieldsOf(body, options) });
  return answer.headers.get('content-type')?.includes('json') === true ? answer.json() : { bytes: (await answer.arrayBuffer()).byteLength };
};
