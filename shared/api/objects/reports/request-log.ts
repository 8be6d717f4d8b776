import * as v from 'valibot';
import { livemode, type Tenant } from '../../../domain/tenant.ts';
import type { LoggedRequest } from '../../../store/requests/request-log.ts';
import { described, doc } from '../../schemas/described.ts';
import { count, objectHead, openEnum } from '../common.ts';

export const RequestLog = v.strictObject({
  ...objectHead('request_log', doc('Id of the entry. Starts with `rql_`.')),
  request_id: described(v.string(), doc('Id of the request, as in its header `Request-Id` and in errors. Starts with `req_`.')),
  method: described(v.string(), doc('HTTP method of the request, such as `POST`.')),
  path: described(v.string(), doc('Path of the request, without its query, such as `/v1/customers`.')),
  operation: described(openEnum(), doc('Name of the operation, such as `customers.create`.')),
  api_key_id: described(v.string(), doc('Id of the API key. Starts with `ak_`.')),
  status: described(count, doc('HTTP status of the response.')),
  error_code: described(v.nullable(openEnum()), doc('Error code of the response; `null` if the request succeeded.')),
  duration_ms: described(count, doc('Time in milliseconds until the response was sent.')),
});

/** Builds the API's `request_log`. */
export const viewRequest = (request: LoggedRequest, tenant: Tenant) => ({
  id: request.id,
  object: 'request_log' as const,
  created: Math.floor(request.atMs / 1000),
  livemode: livemode(tenant),
  request_id: request.requestId,
  method: request.method,
  path: request.path,
  operation: request.operation,
  api_key_id: request.keyId,
  status: request.status,
  error_code: request.errorCode,
  duration_ms: request.durationMs,
});
