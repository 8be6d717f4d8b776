import { TenantExport } from '../../shared/api/objects/tenant-export.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { wakeMail } from '../../shared/api/ordered-mail.ts';
import { type StreamingHandler, serveStreaming } from '../../shared/api/serve-streaming.ts';
import { StreamingResponse } from '../../shared/api/streaming-response.ts';
import { exportDocument, exportMoment, recordExport } from '../../shared/flows/accounts/export.ts';
import { clock, ids } from '../../shared/runtime/services.ts';
import type { Downloads } from './downloads.ts';

export const operation = defineOperation({
  id: 'tenant.export',
  method: 'GET',
  path: '/v1/tenant/export',
  summary: 'Export everything that the account has stored in this mode',
  description:
    'Every object as its GET returns it, all at one point in time, and the events of the last 90 days, oldest first. The body is streamed after ' +
    'status 200: incomplete JSON means that the export failed. The owners are notified by email, at most once a day per API key.',
  auth: apiKey('data:export'),
  profile: 'read',
  uses: ['log-holes', 'mail', 'mail-orders'],
  runs: 'sidecar',
  params: {},
  response: TenantExport,
  errors: ['at_capacity'],
});

/** Fixes the point in time and records the export in the audit log before it sends the response headers [XPT-08, XPT-13]. */
export const serveExport = (downloads: Downloads): StreamingHandler =>
  serveStreaming(operation, async (_input, { tenant, caller, actor, requestId, store: { table } }) => {
    downloads.checkCapacity(tenant);
    const moment = await exportMoment(table, tenant, clock.nowMs());
    await wakeMail(tenant, await recordExport(table, moment, actor, ids), operation.id);
    return new StreamingResponse('application/json', (response) =>
      downloads.start({ requestId, caller, pieces: exportDocument(table, moment, clock.nowMs) }, response),
    );
  });
