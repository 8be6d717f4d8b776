import type { Tenant } from '../../domain/tenant.ts';
import type { Table } from '../core/table.ts';
import { fillHoles } from '../event-log/entries.ts';
import { allocateSequences } from '../limits/sequence.ts';

/**
 * The log numbers of one command, over all its attempts: what an attempt did not use serves the next one. Whatever is left at
 * the end is filled, so that readers of the log need not wait for it.
 */
export class LogNumbers {
  readonly #table: Table;
  readonly #tenant: Tenant;
  #spare: readonly number[] = [];

  constructor(table: Table, tenant: Tenant) {
    this.#table = table;
    this.#tenant = tenant;
  }

  /** Takes charge of numbers that are allocated and not used. */
  keep(numbers: readonly number[]): void {
    this.#spare = [...this.#spare, ...numbers].sort((left, right) => left - right);
  }

  /** `count` numbers above `above`, ascending: those in hand first, the rest newly allocated. */
  async take(count: number, above: number): Promise<readonly number[]> {
    const usable = this.#spare.filter((number) => number > above).slice(0, count);
    this.#spare = this.#spare.filter((number) => !usable.includes(number));
    return [...usable, ...(await allocateSequences(this.#table, this.#tenant, count - usable.length))];
  }

  /** Gives up what is in hand. */
  async giveUp(nowMs: number): Promise<void> {
    const left = this.#spare;
    this.#spare = [];
    await fillHoles(this.#table, this.#tenant, left, nowMs);
  }
}
