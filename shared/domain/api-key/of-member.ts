import type { ApiKey } from './record.ts';

/** The keys that a member created, and those that were created with one of these, however far. They keep their order. */
export const keysOfMember = (memberId: string, keys: readonly ApiKey[]): readonly ApiKey[] => {
  const found = new Set<string>([memberId]);
  const isTheirs = ({ id, createdBy }: ApiKey): boolean => !found.has(id) && createdBy?.id != null && found.has(createdBy.id);
  for (let more = keys.filter(isTheirs); more.length > 0; more = keys.filter(isTheirs)) for (const { id } of more) found.add(id);
  return keys.filter(({ id }) => found.has(id));
};
