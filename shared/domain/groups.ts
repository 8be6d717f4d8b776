/** Groups values by a text, in the order in which the texts first occur. No group is empty. */
export const groupsBy = <T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly [T, ...T[]]> => {
  const groups = new Map<string, [T, ...T[]]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
};
