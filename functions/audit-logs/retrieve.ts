import { resourceMissing } from '../../shared/api/errors/errors.ts';
import { AuditLog } from '../../shared/api/objects/audit-log.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { clock } from '../../shared/runtime/services.ts';
import { findAuditEntry } from '../../shared/store/audit/read.ts';

export const operation = defineOperation({
  id: 'audit_logs.retrieve',
  method: 'GET',
  path: '/v1/audit_logs/{audit_log_id}',
  summary: 'Retrieve an audit log entry',
  description: doc(
    'Returns an entry of the mode of the key, or one that concerns the whole account. Entries older than 400 days return 404.',
  ),
  auth: apiKey('audit_logs:read'),
  profile: 'read',
  params: { audit_log_id: idParams.auditLog },
  response: AuditLog,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const entry = await findAuditEntry(store.table, tenant, params.audit_log_id, clock.nowMs());
  if (entry === null) throw resourceMissing('audit log entry');
  return entry;
});
