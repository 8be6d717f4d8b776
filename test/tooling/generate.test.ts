import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { jsonSchemaOf } from '../../scripts/generate/json-schema.ts';
import { openApiDocument } from '../../scripts/generate/openapi.ts';
import { replaceSection, routesModule, routeTable } from '../../scripts/generate/routes.ts';
import { openEnum } from '../../shared/api/objects/common.ts';
import { apiKey, defineOperation, type Operation } from '../../shared/api/operation.ts';
import { named } from '../../shared/api/schemas/described.ts';
import { booleanText, commaSeparated, expandQuery, idParams, integer, listQuery, metadata, text } from '../../shared/api/schemas/fields.ts';

const Thing = v.strictObject({
  id: v.string(),
  object: v.literal('thing'),
  price: v.nullable(v.strictObject({ object: v.literal('price.summary') })),
  nothing: v.null(),
  status: openEnum(['open', 'paid']),
});

const create = defineOperation({
  id: 'things.create',
  method: 'POST',
  path: '/v1/things',
  summary: 'Create a thing',
  auth: apiKey('products:write'),
  profile: 'write',
  params: {},
  query: null,
  body: v.strictObject({
    name: text(1, 255),
    kind: v.nullish(v.picklist(['a', 'b'])),
    parts: v.array(v.strictObject({ size: v.nullable(integer(1, 9)) })),
  }),
  response: named(v.strictObject({ ...Thing.entries, secret: v.string() }), 'ThingWithSecret'),
  errors: ['state_conflict'],
});
const list = defineOperation({
  id: 'things.list',
  method: 'GET',
  path: '/v1/things',
  summary: 'List things',
  auth: apiKey('products:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...expandQuery,
    active: v.optional(booleanText),
    status: v.optional(commaSeparated(['open', 'paid'], 128)),
  }),
  body: null,
  response: v.strictObject({ object: v.literal('list'), data: v.array(Thing), has_more: v.boolean() }),
  expand: { price: 'prices:read' },
  errors: [],
});
const retrieve = defineOperation({
  id: 'things.retrieve',
  method: 'GET',
  path: '/v1/things/{thing_id}',
  summary: 'Retrieve a thing',
  auth: apiKey('products:read', 'live'),
  profile: 'read',
  params: { thing_id: idParams.product },
  query: null,
  body: null,
  response: Thing,
  errors: ['resource_missing'],
});
const page = defineOperation({
  id: 'pages.show',
  method: 'GET',
  path: '/pay/{checkout_id}',
  summary: 'Show a page',
  auth: { kind: 'none' },
  profile: 'read',
  params: { checkout_id: idParams.checkout },
  query: null,
  body: null,
  response: 'html',
  errors: [],
});
const operations: readonly Operation[] = [create, list, retrieve, page];

// biome-ignore lint/suspicious/noExplicitAny: the tests read single values of the document
const document = openApiDocument(operations) as any;

describe('the OpenAPI document', () => {
  it('is of contract version 1.0.0 and dated 2026-09-13', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ version: '1.0.0', 'x-date': '2026-09-13' });
  });

  it('describes only the operations under /v1', () => {
    expect(Object.keys(document.paths)).toEqual(['/v1/things', '/v1/things/{thing_id}']);
    expect(Object.keys(document.paths['/v1/things'])).toEqual(['get', 'post']);
    expect(document.paths['/v1/things'].post.security).toEqual([{ apiKey: ['products:write'] }]);
  });

  it('has a named schema for each object, body and list', () => {
    expect(Object.keys(document.components.schemas)).toEqual([
      'ApiError',
      'ApiErrorDetails',
      'PriceSummary',
      'Thing',
      'ThingCreateParams',
      'ThingCreatePartParams',
      'ThingList',
      'ThingWithSecret',
    ]);
    expect(document.paths['/v1/things/{thing_id}'].get.responses['200'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Thing',
    });
  });

  it('has extensible enumerations, and allows additional properties in responses but not in bodies', () => {
    const body = document.components.schemas.ThingCreateParams;
    expect(body.properties.kind).toEqual({ type: ['string', 'null'], 'x-extensible-enum': ['a', 'b'] });
    expect(body.additionalProperties).toBe(false);
    expect(document.components.schemas.Thing.additionalProperties).toBeUndefined();
    expect(JSON.stringify(document)).not.toContain('"enum"');
  });

  it('has types that code generators can read', () => {
    const { Thing: thing, ThingCreateParams: body, ThingCreatePartParams: part } = document.components.schemas;
    expect(thing.properties.object).toEqual({ type: 'string', const: 'thing' });
    expect(thing.properties.price).toEqual({ anyOf: [{ $ref: '#/components/schemas/PriceSummary' }, { type: 'null' }] });
    expect(thing.properties.nothing).toEqual({ type: ['object', 'null'] });
    expect(thing.properties.status).toEqual({ type: 'string', 'x-extensible-enum': ['open', 'paid'] });
    expect(body.properties.parts).toEqual({ type: 'array', items: { $ref: '#/components/schemas/ThingCreatePartParams' } });
    expect(part.properties.size).toEqual({ type: ['integer', 'null'], format: 'int64', minimum: 1, maximum: 9 });
  });

  it('cannot be built if two objects have the same name', () => {
    const other = { ...create, id: 'things.copy', path: '/v1/copies', response: v.strictObject({ ...Thing.entries, extra: v.string() }) };
    expect(() => openApiDocument([...operations, other])).toThrow('Two schemas have the name Thing');
  });

  it('describes parameters with their parsed types', () => {
    const parameters = document.paths['/v1/things'].get.parameters;
    const named = (name: string) => parameters.find((parameter: { name: string }) => parameter.name === name);
    expect(named('limit').schema).toEqual({ type: 'integer', format: 'int64', minimum: 1, maximum: 100, default: 10 });
    expect(named('starting_after').schema).toEqual({ type: 'string', minLength: 1, maxLength: 128 });
    expect(named('active').schema).toEqual({ type: 'boolean' });
    expect(named('status')).toMatchObject({ explode: false, schema: { type: 'array', items: { 'x-extensible-enum': ['open', 'paid'] } } });
    expect(named('expand').description).toBe('Objects to include in the response; none by default. Comma list of `price`.');
    expect(document.paths['/v1/things/{thing_id}'].get.parameters[0]).toMatchObject({ in: 'path', name: 'thing_id', required: true });
  });

  it('lists the errors of an operation by status', () => {
    const { responses } = document.paths['/v1/things'].post;
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '409', '429', '502', '503', 'default']);
    expect(responses['409'].description).toBe('`operation_pending`, `state_conflict`');
    expect(document.paths['/v1/things/{thing_id}'].get.responses['403'].description).toContain('mode_mismatch');
  });
});

describe('generated text', () => {
  it('lists every route, sorted by path with /v1 first', () => {
    expect([...routesModule(operations).matchAll(/id: '([^']+)'/g)].map((match) => match[1])).toEqual([
      'things.list',
      'things.create',
      'things.retrieve',
      'pages.show',
    ]);
    expect(routeTable(operations)).toContain('| GET | `/v1/things/{thing_id}` | `products:read`, live key | Retrieve a thing |');
  });

  it('replaces only its section of a document', () => {
    const replaced = replaceSection('a\n<!-- x -->\nold\n<!-- /x -->\nb\n', 'x', 'new');
    expect(replaced).toBe('a\n<!-- x -->\nnew\n<!-- /x -->\nb\n');
    expect(replaceSection(replaced, 'x', 'new')).toBe(replaced);
    expect(() => replaceSection('a', 'x', 'new')).toThrow(/no section/);
  });
});

describe('the JSON Schema of a text or of metadata', () => {
  it('contains the minimum and maximum lengths', () => {
    expect(jsonSchemaOf(text(0, 40), 'input')).toEqual({ type: 'string', minLength: 0, maxLength: 40 });
    expect(jsonSchemaOf(metadata, 'input')).toMatchObject({ propertyNames: { minLength: 1, maxLength: 40 }, maxProperties: 50 });
  });
});
