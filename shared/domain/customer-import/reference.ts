import type { Aggregate, BaseRecord, IdSource } from '../kernel.ts';

/**
 * That something of another system was imported, by a digest of what it is called there: so it is imported once, however often the file
 * is uploaded, also after its customer was deleted or purged. Undoing the import takes it away.
 */
export interface ImportedReference extends BaseRecord {
  readonly of: 'customer' | 'subscription';
  readonly importId: string;
  readonly row: number;
  readonly customerId: string;
  /** The checkout session of a subscription; `null` for a customer. */
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
