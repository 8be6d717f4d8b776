import type { DocumentsMessage } from '../documents/messages.ts';
import type { Tenant } from '../domain/tenant.ts';
import { documentFiles, queue } from '../runtime/services.ts';
import { ApiError } from './errors.ts';
import type { PdfFile } from './pipeline/respond.ts';

const RETRY_SECONDS = 2;

/**
 * Fetches the rendered PDF of a document; the document's number is the file name. If there is no PDF yet, queues the rendering again, in
 * case the event that normally starts it was lost, and throws 501 `rendering_pending` [INV-13, CN-04].
 */
export const fetchPdf = async (tenant: Tenant, { id, number }: { readonly id: string; readonly number: string }): Promise<PdfFile> => {
  const pdf = await (await documentFiles()).get(tenant, id);
  if (pdf !== null) return { name: number, base64: Buffer.from(pdf).toString('base64') };
  const message: DocumentsMessage = { accountId: tenant.accountId, mode: tenant.mode, documents: [id] };
  await (await queue()).send('documents', { ...message });
  throw new ApiError('rendering_pending', {
    message: 'The document is being rendered. Try again shortly.',
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });
};
