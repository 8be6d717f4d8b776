import type { ApiKey } from './record.ts';

/** Returns, in the order of `keys`, the keys that the member created, and all keys that were created with one of the returned keys. */
export const keysOfMember = (memberId: string, keys: readonly ApiKey[]): readonly ApiKey[] => {
  const foundIds = new Set<string>([memberId]);
  /** True for a key that is not found yet, and whose creator is found. */
  const isNext = ({ id, createdBy }: ApiKey): boolean => !foundIds.has(id) && createdBy?.id != null && foundIds.has(createdBy.id);
  for (let found = keys.filter(isNext); found.length > 0; found = keys.filter(isNext)) for (const { id } of found) foundIds.add(id);
  return keys.filter(({ id }) => foundIds.has(id));
};
