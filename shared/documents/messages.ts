import type { Mode, Tenant } from '../domain/tenant.ts';
import { parseEnvelope } from '../ports/envelopes.ts';
import type { EventName } from '../ports/index.ts';

/** Requests documents by the ids of their records. Sent when a requested PDF does not exist. */
export interface DocumentsMessage {
  readonly accountId: string;
  readonly mode: Mode;
  readonly documents: readonly string[];
}

/** The content of a queue message: ids of documents, or events about documents. */
export interface RequestedDocuments {
  readonly tenant: Tenant;
  readonly ids: readonly string[];
  readonly events: readonly EventName[];
}

const isDocumentsMessage = (message: unknown): message is DocumentsMessage =>
  Array.isArray((message as Partial<DocumentsMessage>).documents);

/** Parses a `DocumentsMessage` or a message of the event bus. Throws for any other message. */
export const parseDocumentsMessage = (message: unknown): RequestedDocuments => {
  if (isDocumentsMessage(message)) {
    const { accountId, mode, documents } = message;
    return { tenant: { accountId, mode }, ids: documents, events: [] };
  }
  const { accountId, mode, events } = parseEnvelope(message);
  return { tenant: { accountId, mode }, ids: [], events: events.filter(({ type }) => DOCUMENT_EVENTS.includes(type)) };
};

/** The events that create a document. */
export const DOCUMENT_EVENTS: readonly string[] = ['invoice.created', 'credit_note.created'];
