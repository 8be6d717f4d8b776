import { readMethodOfPaidInvoice } from '../../documents/issued.ts';
import { viewDocument } from '../../documents/view.ts';
import type { CreditNote } from '../../domain/credit-note/record.ts';
import type { Invoice } from '../../domain/invoice/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';

/** Fetches the texts that the PDF of an invoice or credit note shows, for `expand=document`. */
export const fetchDocumentTexts = async (store: Store, tenant: Tenant, record: Invoice | CreditNote) =>
  viewDocument({ record, method: await readMethodOfPaidInvoice(store, tenant, record) }, tenant);
