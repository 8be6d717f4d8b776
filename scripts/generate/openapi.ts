import type * as v from 'valibot';
import type { CatalogueEntry } from '../../events-schema/catalogue.ts';
import { acceptedScopes } from '../../shared/api/auth.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '../../shared/api/errors/errors.ts';
import { isBuyerAuth, type Operation } from '../../shared/api/operation.ts';
import { acceptsEmptyBody } from '../../shared/api/pipeline/read.ts';
import { ALL_SCOPES } from '../../shared/api/scopes.ts';
import type { Json, JsonObject } from '../../shared/domain/tenant.ts';
import { type Components, collectComponents, PARAMS_SUFFIX, pascalCase } from './components.ts';
import { jsonSchemaOf, sortedByKey } from './json-schema.ts';
import { operationText } from './operation-text.ts';
import { queryParameter } from './parameters.ts';
import { ERROR_RESPONSE, ERROR_SCHEMAS, SHARED_COMPONENTS } from './shared-components.ts';
import { tagOf, tagsOf, WEBHOOKS } from './tags.ts';
import { webhookSections } from './webhooks.ts';

/** Version of the API, and date of its description. */
export const CONTRACT = { version: '1.0.0', date: '2026-09-13' };

const API_KEY_CODES: readonly ErrorCode[] = [
  'authentication_required',
  'invalid_api_key',
  'revoked_api_key',
  'insufficient_scope',
  'rate_limited',
];

const BUYER_CODES: readonly ErrorCode[] = ['authentication_required', 'invalid_api_key', 'rate_limited'];

/** Whether the operation has a required query parameter. */
const requiresParameter = ({ query }: Operation): boolean =>
  query !== null &&
  'entries' in query &&
  Object.values(query.entries as Readonly<Record<string, object>>).some((entry) => !('wrapped' in entry));

const codesOf = (operation: Operation): ErrorCode[] => {
  const { auth, body, method, params, errors } = operation;
  const hasKey = auth.kind === 'api_key' || auth.kind === 'sandbox_key';
  const isForBuyers = isBuyerAuth(auth);
  const all: ErrorCode[] = [
    'parameter_invalid',
    'parameter_unknown',
    ...(body !== null || requiresParameter(operation) ? (['parameter_missing'] as const) : []),
    ...(hasKey ? API_KEY_CODES : []),
    ...(isForBuyers ? BUYER_CODES : []),
    ...((auth.kind === 'api_key' && auth.only !== null) || auth.kind === 'sandbox_key' ? (['mode_mismatch'] as const) : []),
    ...(auth.kind === 'portal_token' && !auth.acceptsLimited ? (['insufficient_scope'] as const) : []),
    ...(Object.keys(params).length > 0 ? (['resource_missing'] as const) : []),
    ...((hasKey || isForBuyers) && method !== 'GET' ? (['operation_pending', 'provider_unavailable'] as const) : []),
    ...errors,
    'at_capacity',
  ];
  return [...new Set(all)];
};

const errorResponses = (operation: Operation): JsonObject => {
  const codes = codesOf(operation);
  const statuses = [...new Set(codes.map((code) => ERROR_CATALOGUE[code].status))].sort((left, right) => left - right);
  const response = (status: number): JsonObject => ({
    description: codes
      .filter((code) => ERROR_CATALOGUE[code].status === status)
      .map((code) => `\`${code}\``)
      .join(', '),
    headers: {
      ...ERROR_RESPONSE.headers,
      ...(status === 429 ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: ERROR_RESPONSE.content,
  });
  return {
    ...Object.fromEntries(statuses.map((status) => [String(status), response(status)])),
    default: { $ref: '#/components/responses/Error' },
  };
};

const pathParameters = ({ params }: Operation): JsonObject[] =>
  Object.entries(params as Readonly<Record<string, { readonly pattern: RegExp; readonly what: string }>>).map(
    ([name, { pattern, what }]) => ({
      name,
      in: 'path',
      required: true,
      description: `Id of the ${what}.`,
      schema: { type: 'string', pattern: pattern.source },
    }),
  );

const queryParameters = ({ query, expand }: Operation): JsonObject[] => {
  if (query === null || !('entries' in query)) return [];
  const names = Object.keys(expand ?? {}).map((name) => `\`${name}\``);
  return Object.entries(query.entries as Readonly<Record<string, v.GenericSchema>>).map(([name, entry]) =>
    queryParameter(name, entry, name === 'expand' && names.length > 0 ? `Comma list of ${names.join(', ')}.` : undefined),
  );
};

const headerParameters = ({ headers }: Operation): JsonObject[] =>
  Object.entries(headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));

/**
 * Whether the document lists the rate limit headers and the idempotency key of an operation. It lists neither for the operations that
 * control the sandbox, although these have both.
 */
const describesLimits = ({ auth }: Operation): boolean => auth.kind === 'api_key' || isBuyerAuth(auth);

const takesIdempotencyKey = (operation: Operation): boolean => describesLimits(operation) && operation.method !== 'GET';

const securityOf = ({ auth }: Operation): Json[] => {
  if (auth.kind === 'none') return [];
  if (auth.kind === 'optional_key') return [{}, { apiKey: [] }];
  if (auth.kind === 'client_secret') return [{ clientSecret: [] }];
  if (auth.kind === 'portal_token') return [{ portalToken: [] }];
  return auth.kind === 'api_key' ? acceptedScopes(auth).map((scope) => ({ apiKey: [scope] })) : [{ apiKey: [ALL_SCOPES] }];
};

/** Start of the names of an operation's schemas: `CustomerCreate` for `customers.create`. */
const schemaPrefix = (id: string): string => `${tagOf(id).noun}${pascalCase(id.slice(id.lastIndexOf('.') + 1))}`;

/** Recorded requests and responses by operation id. */
export type Examples = Readonly<Record<string, { readonly request?: Json; readonly response: Json } | undefined>>;

/** Schemas and examples for the description of operations. */
interface DocumentInputs {
  readonly components: Components;
  readonly examples: Examples;
}

const exampleOf = (example: Json | undefined): JsonObject => (example === undefined ? {} : { example });

const BINARY: JsonObject = { schema: { type: 'string', format: 'binary' } };

const responseContentOf = ({ id, response, files = {} }: Operation, { components, examples }: DocumentInputs): JsonObject => {
  if (response === 'html') return { 'text/html': { schema: { type: 'string' } } };
  if (response === 'pdf') return { 'application/pdf': BINARY };
  if (response === 'e-invoice') return { 'application/xml': BINARY, 'application/pdf': BINARY };
  if (response === 'http-result') return { '*/*': {} };
  if (response === 'event-stream') return { 'text/event-stream': { schema: { type: 'string' } } };
  const schema = components.lift(jsonSchemaOf(response, 'output'), `${schemaPrefix(id)}Response`);
  return {
    'application/json': { schema, ...exampleOf(examples[id]?.response) },
    ...Object.fromEntries(Object.values(files).map((type) => [type, BINARY])),
  };
};

const RATE_LIMIT_HEADERS: JsonObject = {
  'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};

const ownHeaders = ({ responseHeaders = {} }: Operation): JsonObject =>
  Object.fromEntries(Object.entries(responseHeaders).map(([name, description]) => [name, { description, schema: { type: 'string' } }]));

const successResponse = (operation: Operation, inputs: DocumentInputs): JsonObject => ({
  description: 'Success.',
  ...(describesLimits(operation) ? { headers: { ...RATE_LIMIT_HEADERS, ...ownHeaders(operation) } } : {}),
  content: responseContentOf(operation, inputs),
});

const requestOf = (operation: Operation, { components, examples }: DocumentInputs): JsonObject => {
  const { id, body, bodyFormats = {} } = operation;
  if (body === null) return {};
  const schema = jsonSchemaOf(body, 'input');
  const json = { schema: components.lift(schema, `${schemaPrefix(id)}${PARAMS_SUFFIX}`), ...exampleOf(examples[id]?.request) };
  const required = !acceptsEmptyBody(operation) || (Array.isArray(schema.required) && schema.required.length > 0);
  const formats = Object.entries(bodyFormats).map(([type, format]) => [
    type,
    { schema: components.lift(jsonSchemaOf(format, 'input'), `${schemaPrefix(id)}${PARAMS_SUFFIX}`) },
  ]);
  return { requestBody: { required, content: { 'application/json': json, ...Object.fromEntries(formats) } } };
};

const describe = (operation: Operation, inputs: DocumentInputs): JsonObject => {
  const description = operationText(operation);
  const parameters = [
    ...pathParameters(operation),
    ...queryParameters(operation),
    ...headerParameters(operation),
    ...(takesIdempotencyKey(operation) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: operation.id,
    tags: [tagOf(operation.id).name],
    summary: operation.summary,
    ...(description === undefined ? {} : { description }),
    security: securityOf(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestOf(operation, inputs),
    responses: { '200': successResponse(operation, inputs), ...errorResponses(operation) },
  };
};

/** Whether the OpenAPI document contains the operation: one under `/v1`, one of the portal, or one that controls the sandbox. */
export const isPublished = ({ path, auth }: Operation): boolean =>
  path.startsWith('/v1/') || auth.kind === 'portal_token' || auth.kind === 'sandbox_key';

/**
 * Adds a Go name (`x-go-name`) to request bodies such as `PortalCancelParams`, because oapi-codegen gives the same name to the type of the
 * operation's query and header parameters.
 */
const withGoNames = (schemas: JsonObject, operations: readonly Operation[]): JsonObject => {
  const names = new Map(operations.map(({ id }) => [`${pascalCase(id)}${PARAMS_SUFFIX}`, `${pascalCase(id)}Body`]));
  const entries = Object.entries(schemas).map(([name, schema]) => {
    const goName = names.get(name);
    return [name, goName === undefined ? schema : { ...(schema as JsonObject), 'x-go-name': goName }] as const;
  });
  return sortedByKey(entries);
};

/** Optional sources of the document. */
interface DocumentSources {
  readonly examples?: Examples;
  /** Event types with their schemas, for the webhooks. */
  readonly events?: ReadonlyMap<string, CatalogueEntry>;
}

/** Builds the OpenAPI 3.1 document of the published operations and of the webhooks from their declarations. */
export const openApiDocument = (
  operations: readonly Operation[],
  { examples = {}, events = new Map() }: DocumentSources = {},
): JsonObject => {
  const published = operations.filter(isPublished);
  const components = collectComponents();
  const paths = new Map<string, Map<string, JsonObject>>();
  for (const operation of published) {
    const methods = paths.get(operation.path) ?? new Map<string, JsonObject>();
    methods.set(operation.method.toLowerCase(), describe(operation, { components, examples }));
    paths.set(operation.path, methods);
  }
  const { webhooks, pathItems } = webhookSections(events, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Subscription billing API',
      version: CONTRACT.version,
      'x-date': CONTRACT.date,
      description: 'Products, prices and subscription billing for customers, with events and webhooks for every change.',
    },
    servers: [{ url: '/' }],
    tags: tagsOf([...published.map(({ id }) => id), ...(events.size === 0 ? [] : [WEBHOOKS])]),
    paths: sortedByKey([...paths].map(([path, methods]) => [path, sortedByKey(methods)] as const)),
    ...(events.size === 0 ? {} : { webhooks }),
    components: {
      ...SHARED_COMPONENTS,
      ...(events.size === 0 ? {} : { pathItems }),
      schemas: withGoNames({ ...components.schemas(), ...ERROR_SCHEMAS }, published),
    },
  };
};
