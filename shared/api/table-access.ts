import type { Auth } from './auth.ts';

/**
 * Partitions of the table. A name is what follows the account and the mode in a partition key: the `type` of a record kind or another
 * name that `shared/store/core/keys.ts` makes, in both modes. A name that begins with `-#` is a partition that both modes share. One that
 * begins with a capital letter and `#` is a partition of no account. `*` matches any text.
 */
export type Partitions = readonly string[];

/** What an operation does with the table: for each way to reach items, the partitions. What is left out is denied. */
export interface TableAccess {
  /** Single items by their key. */
  readonly get?: Partitions;
  /** Stretches of a partition. */
  readonly query?: Partitions;
  /** Partitions of the indexes. */
  readonly byCustomer?: Partitions;
  readonly byParent?: Partitions;
  readonly byFilter?: Partitions;
  readonly put?: Partitions;
  readonly update?: Partitions;
  readonly delete?: Partitions;
  /** Conditions of a transaction on items that it does not write. */
  readonly check?: Partitions;
}

/** Adds up what several parts of an operation do. */
export const accessOf = (...parts: readonly TableAccess[]): TableAccess => {
  const ways = [...new Set(parts.flatMap((part) => Object.keys(part)))] as (keyof TableAccess)[];
  return Object.fromEntries(ways.map((way) => [way, [...new Set(parts.flatMap((part) => part[way] ?? []))].sort()]));
};

/** True for an operation that anybody can call: it touches only what it declares as `table`. */
export const isOpenToAll = ({ auth }: { readonly auth: Auth }): boolean => auth.kind === 'none' || auth.kind === 'optional_key';
