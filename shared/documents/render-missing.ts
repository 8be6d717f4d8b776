import { type Account, accountAggregate } from '../domain/account/record.ts';
import { creditNoteAggregate } from '../domain/credit-note/record.ts';
import { invoiceAggregate } from '../domain/invoice/record.ts';
import type { Tenant } from '../domain/tenant.ts';
import { logError, logNotice } from '../platform/log-lines.ts';
import type { DocumentFiles } from '../ports/index.ts';
import type { Store } from '../store/writer/store.ts';
import { creditNoteDocument } from './credit-note-document.ts';
import { invoiceDocument } from './invoice-document.ts';
import type { DocumentModel } from './model.ts';

export interface RenderDeps {
  readonly store: Pick<Store, 'get'>;
  readonly files: DocumentFiles;
  readonly render: (model: DocumentModel, account: Account) => Promise<Uint8Array>;
  /** Whether there is time to render another document. */
  readonly hasTime: () => boolean;
}

/**
 * Renders and stores the documents that are not stored yet, one after another. A stored document is never rendered again. Throws if some
 * documents could not be rendered, or not in time; the documents that were rendered are stored.
 */
export const renderMissingDocuments = async (deps: RenderDeps, tenant: Tenant, ids: readonly string[]): Promise<void> => {
  let missing = 0;
  for (const id of new Set(ids)) if (!deps.hasTime() || !(await tryRender(deps, tenant, id))) missing += 1;
  if (missing > 0) throw new Error(`${missing} documents are not rendered yet`);
};

/** Returns `false` if rendering failed and must be retried. A document without a record counts as done. */
const tryRender = async (deps: RenderDeps, tenant: Tenant, id: string): Promise<boolean> => {
  try {
    await renderMissing(deps, tenant, id);
    return true;
  } catch (error) {
    logError(error, { worker: 'documents', account: tenant.accountId, mode: tenant.mode, document: id });
    return false;
  }
};

const renderMissing = async ({ store, files, render }: RenderDeps, tenant: Tenant, id: string): Promise<void> => {
  if (await files.has(tenant, id)) return;
  const [model, account] = await Promise.all([modelOf(store, tenant, id), store.get(accountAggregate, tenant, tenant.accountId)]);
  if (model === null || account === null) {
    logNotice('document_without_record', { account: tenant.accountId, mode: tenant.mode, document: id });
    return;
  }
  await files.put(tenant, id, await render(model, account.record));
};

const modelOf = async (store: RenderDeps['store'], tenant: Tenant, id: string): Promise<DocumentModel | null> => {
  if (id.startsWith(creditNoteAggregate.prefix)) {
    const note = await store.get(creditNoteAggregate, tenant, id);
    return note === null ? null : creditNoteDocument(note.record, tenant.mode);
  }
  const invoice = await store.get(invoiceAggregate, tenant, id);
  return invoice === null ? null : invoiceDocument(invoice.record, tenant.mode);
};
