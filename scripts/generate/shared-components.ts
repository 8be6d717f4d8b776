import { ERROR_CATALOGUE } from '../../shared/api/errors/errors.ts';
import { REASONS } from '../../shared/domain/reasons.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';

const header = (description: string): JsonObject => ({ description, schema: { type: 'integer', format: 'int64' } });

/** The schemas of an error response. */
export const ERROR_SCHEMAS: JsonObject = {
  ApiError: {
    type: 'object',
    description: 'An error response.',
    required: ['error'],
    properties: {
      error: { $ref: '#/components/schemas/ApiErrorDetails', description: 'What is wrong, and with which part of the request.' },
    },
  },
  ApiErrorDetails: {
    type: 'object',
    required: ['type', 'code', 'message', 'request_id'],
    properties: {
      type: {
        type: 'string',
        description: 'Category of the error; several codes share one.',
        'x-extensible-enum': [...new Set(Object.values(ERROR_CATALOGUE).map(({ type }) => type))],
      },
      code: { type: 'string', description: 'Code of the error, for programs.', 'x-extensible-enum': Object.keys(ERROR_CATALOGUE) },
      message: { type: 'string', description: 'Explanation for developers, in English. The wording can change.' },
      request_id: { type: 'string', description: 'Id of the request, for support requests.' },
      param: {
        type: 'string',
        description: 'The invalid field or parameter; empty if the body is not JSON, absent if no single field is at fault.',
      },
      reason: { type: 'string', 'x-extensible-enum': REASONS, description: 'Refines the code; absent if the code says it all.' },
    },
  },
};

/** The response of a refused request. */
export const ERROR_RESPONSE = {
  description: 'An error.',
  headers: { Link: { $ref: '#/components/headers/ErrorHelp' } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
} satisfies JsonObject;

/** The credentials of the API. */
export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A secret key, `svc_live_...` or `svc_test_...`, with the listed scope. While the account is suspended, requests get the reason `account_suspended`.',
  },
  clientSecret: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `client_secret` of an embedded checkout session or one-off payment. It authorizes the element calls of that session or payment for 30 minutes (then reason `client_secret_expired`) and may be passed to the browser.',
  },
  portalToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `token` of a billing portal session, `svc_portal_...`. It authorizes the portal calls of one subscription until the session expires (reason `portal_session_expired`) or is revoked (`portal_session_revoked`), and may be passed to the browser.',
  },
} satisfies JsonObject;

/** Security schemes, parameters, headers and responses that operations share. */
export const SHARED_COMPONENTS: JsonObject = {
  securitySchemes: SECURITY_SCHEMES,
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Repeating the request with the same key within 24 hours returns the response of the first request. Reasons of errors: `idempotency_key_reused` if the key was used for another request, `idempotency_key_blank` if it is blank.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
  headers: {
    RateLimitLimit: header('Sustained requests per minute of the account or, for a client secret or portal token, of its session.'),
    RateLimitRemaining: header('Requests left in the bucket.'),
    RateLimitReset: header('Unix second at which the bucket is full again.'),
    RetryAfter: header('Seconds until a request is allowed.'),
    ErrorHelp: {
      description:
        'The page about the reason of the error or, without a reason, about its code: `<https://.../docs/errors#state_conflict>; rel="help"`.',
      schema: { type: 'string' },
    },
  },
  responses: { Error: ERROR_RESPONSE },
};
