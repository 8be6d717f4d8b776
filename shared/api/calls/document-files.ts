import type { DocumentsMessage } from '../../documents/messages.ts';
import { accountAggregate } from '../../domain/account/record.ts';
import type { CreditNote } from '../../domain/credit-note/record.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import { eInvoiceFileName, embedsXml, extensionOf, pdfFileName } from '../../domain/document-files.ts';
import { type CurrentParties, completedDocumentFor } from '../../domain/e-invoice/complete.ts';
import { automaticFormat, formatFor } from '../../domain/e-invoice/formats.ts';
import type { EInvoiceFormat } from '../../domain/e-invoice/types.ts';
import { eInvoiceFactsOf } from '../../domain/e-invoice/view.ts';
import type { Invoice } from '../../domain/invoice/record.ts';
import { documentParties } from '../../domain/parties.ts';
import { invalidParam, Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { documentFiles, queue } from '../../runtime/services.ts';
import type { Store } from '../../store/writer/store.ts';
import { ApiError } from '../errors/errors.ts';
import { FileContent } from './file-content.ts';

const RETRY_SECONDS = 2;

const fileContentOf = (name: string, extension: 'pdf' | 'xml', content: Uint8Array): FileContent =>
  new FileContent(`${name}.${extension}`, `application/${extension}`, content);

/** Queues the rendering, and returns the error 501 `rendering_pending`. */
const queueRendering = async (tenant: Tenant, id: string, format?: EInvoiceFormat): Promise<ApiError> => {
  const { accountId, mode } = tenant;
  const message: DocumentsMessage = { accountId, mode, documents: [id], ...(format === undefined ? {} : { format }) };
  await (await queue()).send('documents', { ...message });
  return new ApiError('rendering_pending', {
    message: 'The document is being rendered. Try again shortly.',
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });
};

/**
 * Fetches the rendered PDF of a document; the document's number is the file name. If there is no PDF yet, throws 501 `rendering_pending`
 * and queues the rendering, because the event that normally starts it may have been lost [INV-13, CN-04].
 */
export const fetchPdf = async (tenant: Tenant, { id, number }: { readonly id: string; readonly number: string }): Promise<FileContent> => {
  const pdf = await (await documentFiles()).get(tenant, pdfFileName(id));
  if (pdf === null) throw await queueRendering(tenant, id);
  return fileContentOf(number, 'pdf', pdf);
};

/** True for a PDF with an embedded e-invoice, recognized by the name of the XML file, which no other PDF contains. */
const isFacturX = (pdf: Uint8Array): boolean => Buffer.from(pdf).includes('factur-x.xml');

type IssuedDocument = Invoice | CreditNote;

const fetchCurrentParties = async (store: Store, tenant: Tenant, record: IssuedDocument): Promise<CurrentParties> => {
  const [account, customer] = await Promise.all([
    store.get(accountAggregate, tenant, tenant.accountId),
    store.get(customerAggregate, tenant, record.customerId),
  ]);
  return account === null || customer === null ? record : documentParties({ account: account.record, customer: customer.record });
};

/**
 * Throws 400 if `format` does not apply to the document, and 409 `e_invoice_incomplete` if the document lacks fields. Otherwise queues the
 * rendering and throws 501.
 */
const refuseOrRender = async (store: Store, tenant: Tenant, record: IssuedDocument, format: EInvoiceFormat): Promise<never> => {
  const file = completedDocumentFor(record, format, await fetchCurrentParties(store, tenant, record));
  if (file.kind === 'not_applicable') {
    const formats = file.formats.map((each) => `\`${each}\``).join(', ');
    throw ApiError.from(invalidParam('format', `\`format\` does not apply to this document; choose ${formats}.`));
  }
  if (file.kind === 'incomplete') {
    const fields = file.missing.map(({ field, rule }) => `\`${field}\` (${rule})`).join(', ');
    throw ApiError.from(
      new Refusal('state_conflict', `The document lacks fields that \`${format}\` requires: ${fields}.`, {
        reason: 'e_invoice_incomplete',
      }),
    );
  }
  throw await queueRendering(tenant, record.id, format);
};

/** Fetches Factur-X: the PDF of the document, or a second file if that PDF was rendered without XML. */
const fetchFacturX = async (store: Store, tenant: Tenant, record: IssuedDocument): Promise<FileContent> => {
  const files = await documentFiles();
  const pdf = await files.get(tenant, pdfFileName(record.id));
  if (pdf !== null && isFacturX(pdf)) return fileContentOf(record.number, 'pdf', pdf);
  const second = await files.get(tenant, eInvoiceFileName(record.id, 'facturx'));
  if (second !== null) return fileContentOf(record.number, 'pdf', second);
  if (pdf === null && embedsXml(record)) throw await queueRendering(tenant, record.id);
  return refuseOrRender(store, tenant, record, 'facturx');
};

/**
 * Fetches the e-invoice of a document in the format `requested`, by default in the customer's format. If the customer gets no e-invoices,
 * the default is the automatic format. The document's number is the file name. Throws 400 for a format that does not apply, 409 if the
 * document lacks fields, and 501 until the e-invoice is rendered.
 */
export const fetchEInvoice = async (
  store: Store,
  tenant: Tenant,
  record: IssuedDocument,
  requested: EInvoiceFormat | undefined,
): Promise<FileContent> => {
  const facts = eInvoiceFactsOf(record);
  const format = requested ?? formatFor(facts) ?? automaticFormat(facts);
  if (format === 'facturx') return fetchFacturX(store, tenant, record);
  const content = await (await documentFiles()).get(tenant, eInvoiceFileName(record.id, format));
  return content === null ? refuseOrRender(store, tenant, record, format) : fileContentOf(record.number, extensionOf(format), content);
};
