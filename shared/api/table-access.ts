import type { Auth } from './auth.ts';

/**
 * Names of table partitions. A name is usually the part of the partition key after account and mode: the `type` of a record, or another
 * name from `shared/store/core/keys.ts`. Such a name covers the partitions of both modes. `-#...` is a partition that both modes share. A
 * name that begins with one capital letter and a `#`, such as `P#*`, is a whole partition key. `*` matches any text.
 */
export type Partitions = readonly string[];

/** Table access of an operation: the partitions per action. Everything else is denied. */
export interface TableAccess {
  /** Single items by their key. */
  readonly get?: Partitions;
  /** Ranges of a partition. */
  readonly query?: Partitions;
  /** Partitions of the indexes `by-customer`, `by-parent` and `by-filter`, to query. */
  readonly byCustomer?: Partitions;
  readonly byParent?: Partitions;
  readonly byFilter?: Partitions;
  /** Partitions of the index `due`, to query. */
  readonly byDue?: Partitions;
  /** Writes of single items. */
  readonly put?: Partitions;
  readonly update?: Partitions;
  readonly delete?: Partitions;
  /** Condition checks in transactions. */
  readonly check?: Partitions;
}

/** Merges the access of several parts of an operation. */
export const mergeAccess = (...parts: readonly TableAccess[]): TableAccess => {
  const actions = [...new Set(parts.flatMap((part) => Object.keys(part)))] as (keyof TableAccess)[];
  return Object.fromEntries(actions.map((action) => [action, [...new Set(parts.flatMap((part) => part[action] ?? []))].sort()]));
};

/** True for a public operation. Its declaration contains its table access (`table` in `operation.ts`). */
export const isPublicOperation = ({ auth }: { readonly auth: Auth }): boolean => auth.kind === 'none' || auth.kind === 'optional_key';
