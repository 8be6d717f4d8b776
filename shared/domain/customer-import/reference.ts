import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { IdSource } from '../decision.ts';

/**
 * Record of an imported customer or subscription; its id is a digest of the reference in the other system. Prevents a second import when a
 * file is uploaded again, also after the customer is deleted or purged. Removed when the import is undone.
 */
export interface ImportedReference extends BaseRecord {
  /** `unnamed_subscription`: the customer's subscription without a reference, or the marker that all the customer's have one. */
  readonly of: 'customer' | 'subscription' | 'unnamed_subscription';
  readonly importId: string;
  readonly row: number;
  readonly customerId: string;
  /** The checkout session of the subscription; `null`: the record of a customer, or the marker. */
  readonly sessionId: string | null;
}

export const importedReferenceAggregate: Aggregate<ImportedReference> = {
  type: 'imported_reference',
  prefix: 'imx_',
  view: ({ id }) => ({ id }),
  unlogged: true,
  customerIdOf: ({ customerId }) => customerId,
};

export const referenceIdOf = (ids: Pick<IdSource, 'derived'>, of: ImportedReference['of'], reference: string): string =>
  ids.derived(importedReferenceAggregate.prefix, `${of}#${reference}`);
