import { isDeepStrictEqual } from 'node:util';
import type { ApiObject, Change } from './change.ts';
import { asStored, type Fields, isCreatable, isUpdatable, type Kind, type KindSchemas, METADATA_KEY, withDefaults } from './kinds.ts';

/** Notes about changes, shown in the plan. */
export const NOTES = {
  replaced: 'existing subscriptions keep this price',
  reactivated: 'an earlier price with these terms is sold again',
  removed: 'no longer in the file',
} as const;

const ENDPOINT_KEY = / ?\[catalogue: ([\w-]+)\]$/;

const metadataOf = (object: Fields): Fields => (object['metadata'] ?? {}) as Fields;

/** Returns the key of the entry that an object belongs to; `undefined`: it is not managed by a catalogue. */
export const keyOf = (kind: Kind, object: ApiObject): string | undefined => {
  if (kind === 'webhook_endpoints') return ENDPOINT_KEY.exec(String(object['description'] ?? ''))?.[1];
  const key = metadataOf(object)[METADATA_KEY];
  return typeof key === 'string' ? key : undefined;
};

/** The field that contains the key of the entry. Webhook endpoints have no metadata. */
const markedField = (kind: Kind): string => (kind === 'webhook_endpoints' ? 'description' : 'metadata');

/** Returns the fields that an object is stored with: those of its entry, the defaults, and the key of the entry. */
export const withEntryKey = (kind: Kind, key: string, fields: Fields): Fields => {
  const complete = withDefaults(kind, fields);
  if (kind !== 'webhook_endpoints') return { ...complete, metadata: { ...metadataOf(complete), [METADATA_KEY]: key } };
  const note = complete['description'];
  return { ...complete, description: `${note === null || note === '' ? '' : `${note} `}[catalogue: ${key}]` };
};

/** The names of the fields whose stored value differs from the desired one. */
export const differingFields = (desired: Fields, object: Fields): readonly string[] => {
  const [wanted, stored] = [asStored(desired), asStored(object)];
  return Object.keys(wanted).filter((name) => !isDeepStrictEqual(wanted[name], stored[name]));
};

export const pick = <Value>(fields: Readonly<Record<string, Value>>, names: readonly string[]): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/**
 * Plans the creation of an object, and an update with the fields that a creation does not accept. `more`: fields of the request that are
 * not part of the entry.
 */
export const planCreation = (
  kind: Kind,
  key: string,
  schemas: KindSchemas,
  [given, more]: readonly [Fields, Change['fields']],
): readonly Change[] => {
  const desired = withEntryKey(kind, key, given);
  const sent = Object.keys(desired).filter((name) => isCreatable(schemas, name) && (name in given || name === markedField(kind)));
  const later = differingFields(
    pick(
      desired,
      Object.keys(desired).filter((name) => !isCreatable(schemas, name)),
    ),
    withDefaults(kind, {}),
  );
  return [
    { action: 'create', kind, key, id: null, fields: { ...more, ...pick(desired, sent) }, before: {}, note: null },
    ...(later.length === 0
      ? []
      : [{ action: 'update', kind, key, id: null, fields: pick(desired, later), before: {}, note: null } as const]),
  ];
};

/** Plans an update of those fields of an object that differ and can be changed; empty if there are none. */
export const planUpdates = (
  kind: Kind,
  key: string,
  schemas: KindSchemas,
  [desired, object]: readonly [Fields, ApiObject],
): readonly Change[] => {
  const names = differingFields(desired, object).filter((name) => isUpdatable(schemas, name));
  if (names.length === 0) return [];
  return [{ action: 'update', kind, key, id: object.id, fields: pick(desired, names), before: pick(object, names), note: null }];
};

/** Plans the deactivation of an object; a webhook endpoint is disabled. */
export const planArchival = (kind: Kind, key: string, object: ApiObject, note: string): Change => {
  const [name, value] = kind === 'webhook_endpoints' ? (['status', 'disabled'] as const) : (['active', false] as const);
  return { action: 'archive', kind, key, id: object.id, fields: { [name]: value }, before: pick(object, [name]), note };
};

export const isActive = (object: ApiObject): boolean => object['active'] === true || object['status'] === 'enabled';

/** Returns the object that belongs to an entry. If there are several, returns the first and adds a problem to `problems`. */
export const singleObject = (kind: Kind, key: string, objects: readonly ApiObject[], problems: string[]): ApiObject | undefined => {
  if (objects.length > 1) problems.push(`${kind}.${key}: several objects belong to this entry: ${objects.map(({ id }) => id).join(', ')}.`);
  return objects[0];
};
