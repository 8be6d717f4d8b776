import type { ApiKey } from './record.ts';

/** The keys that a member created, and those that were created with one of these keys, recursively. In the order of `keys`. */
export const keysOfMember = (memberId: string, keys: readonly ApiKey[]): readonly ApiKey[] => {
  const creatorIds = new Set<string>([memberId]);
  const isMissing = ({ id, createdBy }: ApiKey): boolean => !creatorIds.has(id) && createdBy?.id != null && creatorIds.has(createdBy.id);
  for (let added = keys.filter(isMissing); added.length > 0; added = keys.filter(isMissing)) for (const { id } of added) creatorIds.add(id);
  return keys.filter(({ id }) => creatorIds.has(id));
};
