import * as v from 'valibot';
import { createdQuery, createdRange, olderCursor } from '../../shared/api/created-range.ts';
import { RequestLog, viewRequest } from '../../shared/api/objects/reports/request-log.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { checkCursor } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema, reference } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { RECORDED_PER_MINUTE, SAMPLE_INTERVAL } from '../../shared/domain/request-log/sampling.ts';
import { lowestIdAt } from '../../shared/platform/ids.ts';
import { clock } from '../../shared/runtime/services.ts';
import { listRequests, REQUEST_LOG_PREFIX } from '../../shared/store/requests/request-log.ts';

export const operation = defineOperation({
  id: 'request_logs.list',
  method: 'GET',
  path: '/v1/request_logs',
  summary: 'List API requests, newest first',
  description: doc(
    'Lists the requests of the last 30 days that were made with an API key, without their contents. A request appears some seconds after its response. ' +
      `After the first ${RECORDED_PER_MINUTE} requests of a minute, only one in ${SAMPLE_INTERVAL} requests and most of the failed requests ` +
      'are recorded. Event streams and exports are not recorded. This endpoint is an extension of the specification.',
  ),
  auth: apiKey('audit_logs:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...createdQuery,
    status: described(v.optional(v.picklist(['failed'], 'must be failed.')), doc('`failed`: only requests with an error (4xx or 5xx).')),
    api_key_id: described(v.optional(reference), doc('Returns only requests with this API key.')),
  }),
  response: listSchema(RequestLog),
});

/** The lowest id of a request in this second; `undefined` if `seconds` is infinite, which means no limit. */
const idAtSecond = (seconds: number): string | undefined =>
  Number.isFinite(seconds) ? lowestIdAt(REQUEST_LOG_PREFIX, seconds * 1000) : undefined;

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const { limit, starting_after: startingAfter, status, api_key_id: keyId } = query;
  checkCursor(startingAfter, idParams.requestLog.pattern);
  const range = createdRange(query);
  const { requests, hasMore } = await listRequests(store.table, tenant, {
    limit,
    before: olderCursor(startingAfter, idAtSecond(range.end)),
    first: idAtSecond(range.first),
    keyId,
    failed: status === 'failed',
    nowMs: clock.nowMs(),
  });
  return { object: 'list' as const, data: requests.map((request) => viewRequest(request, tenant)), has_more: hasMore };
});
