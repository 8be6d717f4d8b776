import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { IdSource } from '../decision.ts';

/**
 * Record of an imported customer or subscription; its id is a digest of the reference in the other system. Prevents a second import when a
 * file is uploaded again, also after the customer is deleted or purged. Removed when the import is undone.
 */
export interface ImportEntry extends BaseRecord {
  /**
   * `unnamed_subscription`: the customer's only imported subscription, which has no reference. With `sessionId: null`, a marker that all
   * imported subscriptions of the customer have references. The id is a digest of the customer's reference.
   */
  readonly of: 'customer' | 'subscription' | 'unnamed_subscription';
  readonly importId: string;
  readonly row: number;
  readonly customerId: string;
  /** The checkout session of the subscription; `null` for a customer or a marker. */
  readonly sessionId: string | null;
}

export const importEntryAggregate: Aggregate<ImportEntry> = {
  type: 'imported_reference',
  prefix: 'imx_',
  view: ({ id }) => ({ id }),
  unlogged: true,
  customerIdOf: ({ customerId }) => customerId,
};

export const importEntryIdOf = (ids: Pick<IdSource, 'derived'>, of: ImportEntry['of'], reference: string): string =>
  ids.derived(importEntryAggregate.prefix, `${of}#${reference}`);
