import type { ApiKey } from './record.ts';

/** The keys that a member created, the keys that were created with these keys, and so on. In the order of `keys`. */
export const keysOfMember = (memberId: string, keys: readonly ApiKey[]): readonly ApiKey[] => {
  const creatorIds = new Set<string>([memberId]);
  const isNew = ({ id, createdBy }: ApiKey): boolean => !creatorIds.has(id) && createdBy?.id != null && creatorIds.has(createdBy.id);
  for (let added = keys.filter(isNew); added.length > 0; added = keys.filter(isNew)) for (const { id } of added) creatorIds.add(id);
  return keys.filter(({ id }) => creatorIds.has(id));
};
