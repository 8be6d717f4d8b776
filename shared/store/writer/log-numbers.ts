import type { Tenant } from '../../domain/tenant.ts';
import type { Table } from '../core/table.ts';
import { fillGaps } from '../event-log/entries.ts';
import { allocateSequences } from '../event-log/sequence.ts';

/**
 * Log numbers of one command over all its attempts. Unused numbers are kept for the next attempt. At the end the command fills them with
 * tombstones (entries without an event), so that readers need not wait.
 */
export class LogNumbers {
  readonly #table: Table;
  readonly #tenant: Tenant;
  #spare: readonly number[] = [];

  constructor(table: Table, tenant: Tenant) {
    this.#table = table;
    this.#tenant = tenant;
  }

  /** Keeps allocated numbers for the next attempt. */
  keep(numbers: readonly number[]): void {
    this.#spare = [...this.#spare, ...numbers].sort((left, right) => left - right);
  }

  /** Returns `count` ascending numbers above `lastUsed`: first kept numbers, then newly allocated numbers. */
  async take(count: number, lastUsed: number): Promise<readonly number[]> {
    const usable = this.#spare.filter((number) => number > lastUsed).slice(0, count);
    this.#spare = this.#spare.filter((number) => !usable.includes(number));
    return [...usable, ...(await allocateSequences(this.#table, this.#tenant, count - usable.length))];
  }

  /** Fills the kept numbers with tombstones. */
  async fillUnused(nowMs: number): Promise<void> {
    const unused = this.#spare;
    this.#spare = [];
    await fillGaps(this.#table, this.#tenant, unused, nowMs);
  }
}
