import { readIssued } from '../../documents/issued.ts';
import { viewDocument } from '../../documents/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';
import { resourceMissing } from '../errors/errors.ts';

/** The texts of the PDF of an invoice or credit note, for `expand=document`. */
export const fetchDocument = async (store: Store, tenant: Tenant, id: string) => {
  const issued = await readIssued(store, tenant, id);
  if (issued === null) throw resourceMissing('document');
  return viewDocument(issued, tenant);
};
