import * as v from 'valibot';
import { AuditLog } from '../../shared/api/objects/audit-log.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { checkCursor } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema, reference, text } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { clock } from '../../shared/runtime/services.ts';
import { listAudit } from '../../shared/store/audit/read.ts';

const name = text(1, 128);

export const operation = defineOperation({
  id: 'audit_logs.list',
  method: 'GET',
  path: '/v1/audit_logs',
  summary: 'List audit log entries, newest first',
  description: doc(
    'Entries are kept for 400 days. Entries that concern the whole account are listed in both modes. Filters match exactly. ' +
      'With filters, a page can have fewer than `limit` entries although `has_more` is true.',
  ),
  auth: apiKey('audit_logs:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    action: described(v.optional(name), doc('Returns only entries of this action, such as `customer.updated`.')),
    resource_type: described(v.optional(name), doc('Returns only entries about objects of this type, such as `customer`.')),
    resource_id: described(v.optional(reference), doc('Returns only entries about the object with this id.')),
    actor_id: described(v.optional(reference), doc('Returns only entries of the actor with this id, such as an API key.')),
  }),
  response: listSchema(AuditLog),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const { limit, starting_after: startingAfter, ...filter } = query;
  checkCursor(startingAfter, idParams.auditLog.pattern);
  const page = await listAudit(store.table, tenant, { limit, startingAfter: startingAfter ?? null, filter, nowMs: clock.nowMs() });
  return {
    object: 'list' as const,
    data: page.entries,
    has_more: page.hasMore,
  };
});
