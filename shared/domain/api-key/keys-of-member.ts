import type { ApiKey } from './record.ts';

/** The keys that a member created, the keys that were created with these keys, and so on. In the order of `keys`. */
export const keysOfMember = (memberId: string, keys: readonly ApiKey[]): readonly ApiKey[] => {
  const creatorIds = new Set<string>([memberId]);
  /** True for a key that is not found yet, but whose creator is. */
  const isNext = ({ id, createdBy }: ApiKey): boolean => !creatorIds.has(id) && createdBy?.id != null && creatorIds.has(createdBy.id);
  for (let found = keys.filter(isNext); found.length > 0; found = keys.filter(isNext)) for (const { id } of found) creatorIds.add(id);
  return keys.filter(({ id }) => creatorIds.has(id));
};
