/**
 * Redaction of stored records by a purge. Every text field of every kind of record is declared as kept or erased (`STORED_TEXT`). A text
 * field without a declaration is a compile error.
 */

/** Names of fields that contain an id, a currency or a provider; these need no declaration. */
type IdKey = 'id' | `${string}Id` | `${string}Ids` | 'lockedBy' | 'currency' | 'provider';

/** `true` for a type whose values can contain free text; `never` for numbers, booleans and literals. */
type ContainsText<V> = V extends string
  ? string extends V
    ? true
    : never
  : V extends readonly (infer Entry)[]
    ? ContainsText<Entry>
    : V extends object
      ? string extends keyof V
        ? true
        : { [K in keyof V]-?: K extends IdKey ? never : ContainsText<V[K]> }[keyof V]
      : never;

/** Names of the fields of `R` that can contain free text. */
type TextKey<R> = { [K in keyof R]-?: K extends IdKey ? never : [ContainsText<R[K]>] extends [never] ? never : K }[keyof R];

/** Declares a field as erased: its value is replaced by `blank`. */
export class Erased<V> {
  readonly blank: V;
  constructor(blank: V) {
    this.blank = blank;
  }
}

export const erased = <V>(blank: V): Erased<V> => new Erased(blank);

/** `true` for a text, a list of texts and a map of texts: one declaration applies to the whole field. */
type IsLeaf<V> = V extends string ? true : V extends readonly string[] ? true : string extends keyof V ? true : false;

/** The type of the entries if `V` is a list, otherwise `V`. */
type Inner<V> = V extends readonly (infer Entry)[] ? Entry : V;

/** The declaration of one field: kept or erased as a whole or, for an object or a list of objects, the rules of the nested fields. */
type RedactionRule<V> = true extends IsLeaf<NonNullable<V>> ? 'kept' | Erased<V> : RedactionRules<Inner<NonNullable<V>>> | Erased<V>;

/** Declares each text field, also in nested objects and lists, as kept or erased. */
export type RedactionRules<R> = { readonly [K in TextKey<R>]: RedactionRule<R[K]> };

const applyRule = (rule: unknown, value: unknown): unknown => {
  if (rule instanceof Erased) return rule.blank;
  if (typeof rule !== 'object' || rule === null || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => applyRule(rule, entry));
  const entries = Object.entries(rule).filter(([name]) => name in value);
  return {
    ...value,
    ...Object.fromEntries(entries.map(([name, fieldRule]) => [name, applyRule(fieldRule, (value as Record<string, unknown>)[name])])),
  };
};

/** Redacts a record of a purged customer by the rules of its kind. Idempotent. */
export const redactedBy = <R extends object>(rules: RedactionRules<R>, record: R): R => applyRule(rules, record) as R;
