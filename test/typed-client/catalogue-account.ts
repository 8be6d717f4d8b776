import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { ApiObject, CurrentObjects } from '../../shared/client/cli/apply/change.ts';
import { asStored, type Fields, type Kind, kindSchemas, withDefaults } from '../../shared/client/cli/apply/kinds.ts';
import { type Document, operationsIn } from '../../shared/client/cli/description.ts';
import { ConnectionError, errorOf } from '../../shared/client/errors.ts';
import type { Send } from '../../shared/client/transport.ts';

const DOCUMENT = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as Document;

/** The schemas of the API for the objects of a catalogue. */
export const SCHEMAS = kindSchemas(operationsIn(DOCUMENT));

/** An account in memory, with the rules of the service that a catalogue depends on. */
export interface Account {
  readonly send: Send;
  /** The objects, newest first. */
  readonly current: () => CurrentObjects;
  /** After this number of further writes, the connection breaks once: the last of these writes is executed, but gets no response. */
  readonly failAfter: (writes: number) => void;
  /** Number of created objects. */
  readonly created: () => number;
  readonly remove: (id: string) => void;
}

const PREFIXES: Readonly<Record<Kind, string>> = { products: 'prod_', prices: 'price_', coupons: 'cpn_', webhook_endpoints: 'we_' };

export const newAccount = (): Account => {
  const objects: Record<Kind, ApiObject[]> = { products: [], prices: [], coupons: [], webhook_endpoints: [] };
  const answers = new Map<string, ApiObject>();
  let created = 0;
  let writesLeft = Number.POSITIVE_INFINITY;

  const replace = (kind: Kind, id: string, fields: Fields): ApiObject => {
    const index = objects[kind].findIndex((each) => each.id === id);
    const before = objects[kind][index];
    if (before === undefined) throw errorOf(404, '');
    const after = { ...before, ...asStored(fields) } as ApiObject;
    objects[kind][index] = after;
    return after;
  };
  const create = (kind: Kind, fields: Fields): ApiObject => {
    created += 1;
    const object = { ...asStored(withDefaults(kind, fields)), id: `${PREFIXES[kind]}${String(created).padStart(4, '0')}` } as ApiObject;
    objects[kind].unshift(object);
    const product = kind === 'prices' ? objects.products.find((each) => each.id === object['product_id']) : undefined;
    if (kind === 'prices' && product === undefined) throw errorOf(404, '');
    if (product !== undefined && product['default_price_id'] === undefined)
      replace('products', product.id, { default_price_id: object.id });
    return object;
  };
  const answer = (body: unknown, headers: Record<string, string> = {}): Response => new Response(JSON.stringify(body), { headers });

  return {
    current: () => objects,
    failAfter: (writes) => {
      writesLeft = writes;
    },
    created: () => created,
    remove: (id) => {
      for (const kind of Object.keys(objects) as Kind[]) objects[kind] = objects[kind].filter((each) => each.id !== id);
    },
    send: async ({ method, path, body }, options = {}) => {
      const [, , kind, id] = path.split('/') as [string, string, Kind, string | undefined];
      if (method === 'GET') return answer(replace(kind, id ?? '', {}));
      const key = id === undefined ? (options.idempotencyKey ?? '') : '';
      const replayed = answers.get(key);
      const result = replayed ?? (id === undefined ? create(kind, body as Fields) : replace(kind, id, body as Fields));
      if (key !== '') answers.set(key, result);
      writesLeft -= 1;
      if (writesLeft <= 0) {
        writesLeft = Number.POSITIVE_INFINITY;
        throw new ConnectionError('The connection broke.');
      }
      return answer({ ...result, secret: 'svcwhsec_1' }, replayed === undefined ? {} : { 'idempotent-replayed': 'true' });
    },
  };
};
