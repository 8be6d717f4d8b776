import { type Account, accountAggregate } from '../domain/account/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { eInvoiceFileName, embedsXml, formatMailedWithPdf, pdfFileName } from '../domain/document-files.ts';
import { type CurrentParties, completedDocumentFor } from '../domain/e-invoice/complete.ts';
import type { EInvoiceFormat } from '../domain/e-invoice/types.ts';
import { documentParties } from '../domain/parties.ts';
import type { Tenant } from '../domain/tenant.ts';
import { logError, logNotice } from '../platform/log-lines.ts';
import type { DocumentFiles } from '../ports/index.ts';
import type { Store } from '../store/writer/store.ts';
import { eInvoiceXml } from './e-invoice.ts';
import { type IssuedDocument, pdfModel, readIssuedDocument } from './issued.ts';
import type { DocumentModel } from './model.ts';

export interface RenderDeps {
  readonly store: Pick<Store, 'get'>;
  readonly files: DocumentFiles;
  /** Renders a PDF; `eInvoice`: the XML to embed, `null`: none. */
  readonly render: (model: DocumentModel, account: Account, eInvoice: string | null) => Promise<Uint8Array>;
  /** Whether there is time to render another document. */
  readonly hasTime: () => boolean;
}

/** Documents to render. */
interface DocumentsToRender {
  readonly ids: readonly string[];
  /** A format that was requested, in addition to the files that every document has; `null`: none. */
  readonly format: EInvoiceFormat | null;
  /** True if the documents were just issued, so that their files are not looked up before they are rendered. */
  readonly areNew: boolean;
}

/**
 * Renders and stores the files that are not stored yet, one document after another: the PDF, the XML that is mailed with it (`formatMailedWithPdf`),
 * and the requested format. A stored file is never replaced. Throws if rendering a document failed or no time was left for it; the
 * files of the other documents are stored.
 */
export const renderMissingDocuments = async (deps: RenderDeps, tenant: Tenant, { ids, ...request }: DocumentsToRender): Promise<void> => {
  let missing = 0;
  for (const id of new Set(ids)) if (!deps.hasTime() || !(await tryRender(deps, tenant, id, request))) missing += 1;
  if (missing > 0) throw new Error(`${missing} documents are not rendered yet`);
};

/** Returns `false` if rendering failed and must be retried. A document without a record counts as done. */
const tryRender = async (deps: RenderDeps, tenant: Tenant, id: string, request: Omit<DocumentsToRender, 'ids'>): Promise<boolean> => {
  try {
    await renderMissing(deps, tenant, id, request);
    return true;
  } catch (error) {
    logError(error, { worker: 'documents', account: tenant.accountId, mode: tenant.mode, document: id });
    return false;
  }
};

const renderMissing = async (
  { store, files, render }: RenderDeps,
  tenant: Tenant,
  id: string,
  { format, areNew }: Omit<DocumentsToRender, 'ids'>,
): Promise<void> => {
  const putUnlessStored = async (file: string, content: () => Uint8Array | Promise<Uint8Array>): Promise<void> => {
    if (areNew || !(await files.has(tenant, file))) await files.put(tenant, file, await content());
  };
  const [issued, stored] = await Promise.all([
    readIssuedDocument(store, tenant, id),
    store.get(accountAggregate, tenant, tenant.accountId),
  ]);
  if (issued === null || stored === null) {
    logNotice('document_without_record', { account: tenant.accountId, mode: tenant.mode, document: id });
    return;
  }
  const account = stored.record;
  await putUnlessStored(pdfFileName(id), () => render(pdfModel(issued, tenant), account, embeddedXml(issued)));
  const mailedFormat = formatMailedWithPdf(issued.record);
  if (mailedFormat !== null)
    await putUnlessStored(eInvoiceFileName(id, mailedFormat), () => Buffer.from(eInvoiceXml(issued, mailedFormat)));
  if (format === null || format === mailedFormat) return;
  const file = completedDocumentFor(issued.record, format, await fetchCurrentParties(store, tenant, issued, account));
  if (file.kind !== 'complete') {
    logNotice('e_invoice_incomplete', { account: tenant.accountId, mode: tenant.mode, document: id, format });
    return;
  }
  const document = { ...issued, record: file.document };
  await putUnlessStored(eInvoiceFileName(id, format), () => {
    const xml = eInvoiceXml(document, format);
    return format === 'facturx' ? render(pdfModel(document, tenant), account, xml) : Buffer.from(xml);
  });
};

/** Returns the XML to embed in the PDF; `null` if the PDF has none. If the XML cannot be written, logs the error and returns `null`. */
const embeddedXml = (issued: IssuedDocument): string | null => {
  if (!embedsXml(issued.record)) return null;
  try {
    return eInvoiceXml(issued, 'facturx');
  } catch (error) {
    logError(error, { worker: 'documents', document: issued.record.id });
    return null;
  }
};

const fetchCurrentParties = async (
  store: RenderDeps['store'],
  tenant: Tenant,
  { record }: IssuedDocument,
  account: Account,
): Promise<CurrentParties> => {
  const customer = (await store.get(customerAggregate, tenant, record.customerId))?.record ?? null;
  return customer === null ? record : documentParties({ account, customer });
};
