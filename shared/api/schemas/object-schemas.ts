import * as v from 'valibot';

/** Makes an object schema reject arrays, which valibot accepts as objects. */
export const notList = <Schema extends v.GenericSchema>(schema: Schema): Schema => ({
  ...schema,
  '~run': (dataset, config) => {
    if (!Array.isArray(dataset.value)) return schema['~run'](dataset, config);
    v._addIssue(schema, 'type', dataset, config);
    // `_addIssue` changed the dataset, which its type does not express.
    return dataset as unknown as v.OutputDataset<unknown, v.BaseIssue<unknown>>;
  },
});

/**
 * Schema of a list whose items the operation checks, so that an invalid item does not make the whole request fail. The documentation shows
 * the item schema of `list`.
 */
export const uncheckedItems = (list: v.ArraySchema<v.GenericSchema, undefined>): v.GenericSchema<unknown[]> => {
  const items = v.array(v.unknown());
  return { ...list, '~run': (dataset, config) => items['~run'](dataset, config) } as v.GenericSchema<unknown[]>;
};

/** Schema of a value that the operation checks, like the items of `uncheckedItems`. The documentation shows `schema`. */
export const unchecked = (schema: v.GenericSchema): v.GenericSchema<unknown> => {
  const anything = v.unknown();
  return { ...schema, '~run': (dataset, config) => anything['~run'](dataset, config) } as v.GenericSchema<unknown>;
};

/** Schema of a nested object: rejects unknown fields and arrays. */
export const nestedObject = <const Entries extends v.ObjectEntries>(entries: Entries) => notList(v.strictObject(entries));

/** Keys that valibot silently drops from records. `__proto__` is refused earlier, by `canonicalJson`. */
const DROPPED_KEYS = ['constructor', 'prototype'];

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Makes a record schema keep all keys in their order: also checks and keeps the keys that valibot drops. */
export const keepingEveryKey = <Schema extends v.RecordSchema<v.GenericSchema<string, string>, v.GenericSchema<unknown>, undefined>>(
  schema: Schema,
): Schema => ({
  ...schema,
  '~run': (dataset, config) => {
    const input = dataset.value;
    const checked = schema['~run'](dataset, config);
    const dropped = isPlainObject(input) ? DROPPED_KEYS.filter((name) => Object.hasOwn(input, name)) : [];
    if (!isPlainObject(input) || dropped.length === 0) return checked;
    const values: Record<string, unknown> = { ...(checked.value as object) };
    const issues = [...(checked.issues ?? [])];
    for (const key of dropped) {
      const value = input[key];
      const path: [v.IssuePathItem] = [{ type: 'object', origin: 'value', input, key, value }];
      const result = schema.value['~run']({ value }, config);
      issues.push(...(result.issues ?? []).map((issue) => ({ ...issue, path })));
      values[key] = result.value;
    }
    const value = Object.fromEntries(Object.keys(input).map((key) => [key, values[key]]));
    const [first, ...others] = issues;
    return first === undefined ? { typed: true, value, issues: undefined } : { typed: false, value, issues: [first, ...others] };
  },
});
