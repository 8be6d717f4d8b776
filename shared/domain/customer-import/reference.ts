import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { IdSource } from '../decision.ts';

/**
 * Record of an imported customer or subscription; its id is a digest of the reference in the other system. Prevents a second import when a
 * file is uploaded again, also after the customer is deleted or purged. Removed when the import is undone.
 */
export interface ImportEntry extends BaseRecord {
  /**
   * `unnamed_subscription`: the customer's subscription without a reference, of which there is at most one. If the customer has imported
   * subscriptions that all have references, `sessionId` is `null`.
   */
  readonly of: 'customer' | 'subscription' | 'unnamed_subscription';
  readonly importId: string;
  readonly row: number;
  readonly customerId: string;
  /** The checkout session of the subscription; `null` for a customer, and see `of`. */
  readonly sessionId: string | null;
}

export const importEntryAggregate: Aggregate<ImportEntry> = {
  type: 'imported_reference',
  prefix: 'imx_',
  view: ({ id }) => ({ id }),
  unlogged: true,
  customerIdOf: ({ customerId }) => customerId,
};

export const entryIdOf = (ids: Pick<IdSource, 'derived'>, of: ImportEntry['of'], reference: string): string =>
  ids.derived(importEntryAggregate.prefix, `${of}#${reference}`);
