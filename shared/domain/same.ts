/** Deep equality of plain objects, arrays and primitive values. */
export const isDeepEqual = (left: unknown, right: unknown): boolean => {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const leftEntries = Object.entries(left);
  return (
    leftEntries.length === Object.keys(right).length &&
    leftEntries.every(([key, value]) => Object.hasOwn(right, key) && isDeepEqual(value, Reflect.get(right, key)))
  );
};

/** Some fields of `R`; `undefined` is the same as a missing field. */
export type Undefinable<R> = { readonly [K in keyof R]?: R[K] | undefined };

/**
 * Returns the record with the fields of `patch` that are not `undefined`. `defaults`: values of fields that the record lacks. Such a field
 * is not set to its default, because this would store a change where nothing changes.
 */
export const patched = <R extends object>(record: R, patch: Undefinable<R>, defaults: Undefinable<R> = {}): R => {
  const isChange = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && !(Reflect.get(record, name) === undefined && isDeepEqual(value, Reflect.get(defaults, name)));
  return { ...record, ...Object.fromEntries(Object.entries(patch).filter(isChange)) };
};

/** Returns the fields `names` of the object. */
export const picked = <T extends object, Name extends keyof T>(object: T, names: readonly Name[]): Pick<T, Name> =>
  Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<T, Name>;
