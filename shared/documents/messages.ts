import type { EInvoiceFormat } from '../domain/e-invoice/types.ts';
import type { Mode, Tenant } from '../domain/tenant.ts';
import { parseEnvelope } from '../ports/envelopes.ts';
import type { EventRef } from '../ports/index.ts';

/** Asks the worker to render documents, by the ids of their records. Sent when a requested file does not exist. */
export interface DocumentsMessage {
  readonly accountId: string;
  readonly mode: Mode;
  readonly documents: readonly string[];
  /** A format of e-invoices that was requested, in addition to the files that every document has. Missing: none. */
  readonly format?: EInvoiceFormat;
}

/** The content of a queue message: ids of documents, or events about documents. */
export interface RequestedDocuments {
  readonly tenant: Tenant;
  readonly ids: readonly string[];
  readonly events: readonly EventRef[];
  /** The requested format of e-invoices; `null`: no format was requested. */
  readonly format: EInvoiceFormat | null;
  /** True if the message reports documents that were just issued, and was not received before. */
  readonly areNew: boolean;
}

const isDocumentsMessage = (message: unknown): message is DocumentsMessage =>
  Array.isArray((message as Partial<DocumentsMessage>).documents);

/** Parses a `DocumentsMessage` or a message of the event bus. Throws for any other message. `receiveCount`: 1 for the first time. */
export const parseDocumentsMessage = (message: unknown, receiveCount: number): RequestedDocuments => {
  if (isDocumentsMessage(message)) {
    const { accountId, mode, documents, format = null } = message;
    return { tenant: { accountId, mode }, ids: documents, events: [], format, areNew: false };
  }
  const { accountId, mode, events } = parseEnvelope(message);
  const documentEvents = events.filter(({ type }) => DOCUMENT_EVENTS.includes(type));
  return { tenant: { accountId, mode }, ids: [], events: documentEvents, format: null, areNew: receiveCount === 1 };
};

/** The events after which a document is rendered. */
export const DOCUMENT_EVENTS: readonly string[] = ['invoice.created', 'credit_note.created'];
