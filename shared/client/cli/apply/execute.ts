import { NotFoundError } from '../../errors.ts';
import type { Send } from '../../transport.ts';
import { encodedSegment } from '../../types.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { type Change, type PlannedValue, Reference } from './change.ts';

type Ids = Map<string, string>;

type Named = Pick<Reference, 'kind' | 'key'>;

const nameOf = ({ kind, key }: Named): string => `${kind}.${key}`;

const idOf = (ids: Ids, reference: Named): string => {
  const id = ids.get(nameOf(reference));
  if (id === undefined) throw new Error(`${nameOf(reference)} has not been created.`);
  return id;
};

/** Replaces references by the ids of the objects that were created. */
const replaceReferences = (value: PlannedValue, ids: Ids): unknown => {
  if (value instanceof Reference) return idOf(ids, value);
  return Array.isArray(value) ? value.map((each: PlannedValue) => replaceReferences(each, ids)) : value;
};

/** What a creation returned; webhook endpoints have a secret. */
interface Created {
  readonly id: string;
  readonly secret?: string;
}

const exists = async (send: Send, path: string): Promise<boolean> => {
  try {
    await send({ method: 'GET', path });
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
};

/**
 * Creates an object. The idempotency key derives from the content, so that an interrupted command can be repeated. If the response is a
 * replay and its object was deleted since, the object is created again, with another idempotency key.
 */
const create = async (send: Send, { kind, body }: { readonly kind: string; readonly body: object }): Promise<Created> => {
  const path = `/v1/${kind}`;
  for (let attempt = 0; ; attempt += 1) {
    const idempotencyKey = idempotencyKeyOf('apply', `${kind}.create`, attempt === 0 ? body : [body, attempt]);
    const response = await send({ method: 'POST', path, body }, { idempotencyKey });
    const created = (await response.json()) as Created;
    if (response.headers.get('idempotent-replayed') === null || (await exists(send, `${path}/${encodedSegment(created.id)}`)))
      return created;
  }
};

/**
 * Executes the changes of a plan in order. `report` is called after each, with the secret of a new webhook endpoint. Stops after the
 * current change when `signal` aborts. Throws `BillingError` if a request is refused.
 */
export const executeChanges = async (
  send: Send,
  changes: readonly Change[],
  { report, signal }: { readonly report: (change: Change, secret: string | null) => void; readonly signal: AbortSignal },
): Promise<void> => {
  const ids: Ids = new Map();
  for (const change of changes) {
    if (signal.aborted) return;
    const body = Object.fromEntries(Object.entries(change.fields).map(([name, value]) => [name, replaceReferences(value, ids)]));
    if (change.action === 'create') {
      const { id, secret = null } = await create(send, { kind: change.kind, body });
      ids.set(nameOf(change), id);
      report(change, secret);
    } else {
      await send({ method: 'POST', path: `/v1/${change.kind}/${encodedSegment(change.id ?? idOf(ids, change))}`, body });
      report(change, null);
    }
  }
};
