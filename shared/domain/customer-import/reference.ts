import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { IdSource } from '../decision.ts';

/**
 * That something of another system was imported, by a digest of what it is called there: so it is imported once, however often the file
 * is uploaded, also after its customer was deleted or purged. Undoing the import takes it away.
 */
export interface ImportedReference extends BaseRecord {
  /** `unnamed_subscription`: by its customer, who has one alone or several that have names. */
  readonly of: 'customer' | 'subscription' | 'unnamed_subscription';
  readonly importId: string;
  readonly row: number;
  readonly customerId: string;
  /** The checkout session of a subscription; `null` for a customer, and for one without a name where the customer's have names. */
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
