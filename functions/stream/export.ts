import * as v from 'valibot';
import { wakeMailWorker } from '../../shared/api/calls/ordered-mail.ts';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { TenantExport } from '../../shared/api/objects/reports/tenant-export.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { mintExportResume, readExportResume } from '../../shared/api/reports/export-resume.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { text } from '../../shared/api/schemas/fields.ts';
import { EXPORT_RESUME } from '../../shared/api/serve/http.ts';
import { type StreamingHandler, serveStreaming } from '../../shared/api/serve/serve-streaming.ts';
import { StreamingResponse } from '../../shared/api/serve/streaming-response.ts';
import { CURSOR_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { type ExportPosition, exportDocument, exportMoment, positionAfter, recordExport } from '../../shared/flows/accounts/export.ts';
import { clock, ids, secrets } from '../../shared/runtime/services.ts';
import type { Downloads } from './downloads.ts';

export const operation = defineOperation({
  id: 'tenant.export',
  method: 'GET',
  path: '/v1/tenant/export',
  summary: 'Export the catalogue, customers and billing records of this mode',
  description: doc(
    'Returns the objects of each kind that the response names, as their GET returns them, all at one point in time, and the events of the last 90 days, ' +
      'oldest first. Other objects, such as usage events, checkout sessions, payment links and webhook endpoints, are not exported. The body is streamed ' +
      'after status 200: incomplete JSON means that the export failed. Each object is on a separate line. To resume a broken export within 24 hours ' +
      `after \`generated_at\`, send the header \`${EXPORT_RESUME}\` of its response as \`resume\`, and the id of the last complete object as ` +
      '`starting_after`: the response has the same `generated_at` and only the objects after that object; arrays that were already complete are empty. ' +
      'The owners are notified by email, at most once a day per API key.',
  ),
  auth: apiKey('data:export'),
  profile: 'read',
  uses: ['log-gaps', 'mail', 'mail-orders'],
  runs: 'stream-process',
  params: {},
  query: v.strictObject({
    resume: described(
      v.optional(text(1, CURSOR_MAX_LENGTH)),
      doc('Value of the response header of the export to resume. Default: a new export.'),
    ),
    starting_after: described(
      v.optional(text(1, CURSOR_MAX_LENGTH)),
      doc('Id of the last complete object of the export to resume; only with `resume`.'),
    ),
  }),
  response: TenantExport,
  responseHeaders: { [EXPORT_RESUME]: 'Resumes this export if the connection breaks; send it as `resume`.' },
  errors: ['at_capacity'],
});

type Query = v.InferOutput<typeof operation.query>;

/** Position to resume at; `null`: from the beginning. Throws 400 if the id is not that of an exported object, or `resume` is missing. */
const positionOf = ({ resume, starting_after: id }: Query): ExportPosition | null => {
  if (id === undefined) return null;
  const position = resume === undefined ? null : positionAfter(id);
  if (position !== null) return position;
  const message =
    resume === undefined ? '`starting_after` requires `resume`.' : '`starting_after` must be the id of an object of the export to resume.';
  throw new ApiError('parameter_invalid', { message, param: 'starting_after' });
};

/**
 * Serves an export. Before it sends the response headers, it chooses the point in time (now, or that of the export to resume) and records
 * the export in the audit log [XPT-08, XPT-13]. HEAD exports nothing, so it is not recorded.
 */
export const serveExport = (downloads: Downloads): StreamingHandler =>
  serveStreaming(operation, async ({ query }, { tenant, caller, actor, requestId, isHead, store: { table } }) => {
    const peppers = await (await secrets()).apiKeyPeppers();
    const nowMs = clock.nowMs();
    const position = positionOf(query);
    const resumed = query.resume === undefined ? null : readExportResume(peppers, tenant, query.resume, nowMs);
    downloads.checkCapacity(tenant);
    const moment = resumed ?? (await exportMoment(table, tenant, nowMs));
    if (!isHead) await wakeMailWorker(tenant, await recordExport(table, tenant, actor, ids, nowMs), operation.id);
    const headers = { 'content-type': 'application/json', [EXPORT_RESUME]: mintExportResume(peppers, moment) };
    return new StreamingResponse(headers, (response) =>
      downloads.start({ requestId, caller, chunks: exportDocument(table, moment, position, clock.nowMs) }, response),
    );
  });
