/**
 * What a purge does with the text of stored records. Each kind declares every text field as kept or erased (`STORED_TEXT`); redaction
 * follows from that declaration, and the compiler refuses a text field that is not declared.
 */

/** Fields that name an object, a currency or a provider, and tell nothing of a person on their own. */
type IdKey = 'id' | `${string}Id` | `${string}Ids` | 'lockedBy' | 'currency' | 'provider';

/** `true` where a value may hold text of any content; `never` for numbers, flags and literals. */
type HoldsText<V> = V extends string
  ? string extends V
    ? true
    : never
  : V extends readonly (infer Entry)[]
    ? HoldsText<Entry>
    : V extends object
      ? string extends keyof V
        ? true
        : { [K in keyof V]-?: K extends IdKey ? never : HoldsText<V[K]> }[keyof V]
      : never;

type TextKey<R> = { [K in keyof R]-?: K extends IdKey ? never : [HoldsText<R[K]>] extends [never] ? never : K }[keyof R];

/** What an erased value becomes. */
export class Erased<V> {
  readonly blank: V;
  constructor(blank: V) {
    this.blank = blank;
  }
}

export const erased = <V>(blank: V): Erased<V> => new Erased(blank);

/** Text, texts, or a map of texts: there is nothing inside to tell apart. */
type IsLeaf<V> = V extends string ? true : V extends readonly string[] ? true : string extends keyof V ? true : false;

type Inner<V> = V extends readonly (infer Entry)[] ? Entry : V;

type Fate<V> = true extends IsLeaf<NonNullable<V>> ? 'kept' | Erased<V> : Fates<Inner<NonNullable<V>>> | Erased<V>;

/** For each field that may hold text, also inside of objects and lists, whether a purge keeps it or what it becomes. */
export type Fates<R> = { readonly [K in TextKey<R>]: Fate<R[K]> };

const applied = (fate: unknown, value: unknown): unknown => {
  if (fate instanceof Erased) return fate.blank;
  if (typeof fate !== 'object' || fate === null || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => applied(fate, each));
  const entries = Object.entries(fate).filter(([name]) => name in value);
  return {
    ...value,
    ...Object.fromEntries(entries.map(([name, each]) => [name, applied(each, (value as Record<string, unknown>)[name])])),
  };
};

/** The record as it is kept once its customer was purged. Redacting twice changes nothing more. */
export const redactedBy = <R extends object>(fates: Fates<R>, record: R): R => applied(fates, record) as R;
