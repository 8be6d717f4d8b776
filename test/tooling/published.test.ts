import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mapObjects } from '../../scripts/generate/json-schema.ts';
import { type Examples, isPublished } from '../../scripts/generate/openapi.ts';
import { loadOperations } from '../../shared/api/registry.ts';
import { EVENT_TYPES } from '../../shared/domain/event-types.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';
import { deliveryHeaders } from '../../shared/webhooks/signing.ts';
import { ROOT } from '../architecture/sources.ts';
import { invalidParts } from '../examples/valid.ts';

const document = JSON.parse(readFileSync(join(ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as JsonObject & {
  readonly paths: Readonly<Record<string, JsonObject>>;
};

/** All JSON objects in the document. */
const objects: JsonObject[] = [];
mapObjects(document, (object) => {
  objects.push(object);
  return object;
});

const valueAt = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key.replaceAll('~1', '/')], document);

const loaded = (await loadOperations()).map(({ operation }) => operation);
const jsonOperations = loaded.filter((operation) => isPublished(operation) && typeof operation.response !== 'string');
const DELIVERY = { eventId: 'evt_1', eventType: 'invoice.paid', attempt: 1, body: Buffer.from('{}'), secrets: ['whsec_1'] };
const examples = JSON.parse(readFileSync(join(ROOT, 'shared/api/examples.json'), 'utf8')) as Examples;

describe('the published OpenAPI document', () => {
  it.each(jsonOperations.map((operation) => [operation.id, operation] as const))('has a valid example for %s', (id, operation) => {
    expect(invalidParts(operation, examples[id]), 'npm run examples').toEqual([]);
  });

  it('has no example for an operation that does not exist', () => {
    expect(Object.keys(examples).filter((id) => !jsonOperations.some((operation) => operation.id === id))).toEqual([]);
  });

  it('is of contract version 1.0.0 and dated 2026-09-13 [VER-03]', () => {
    expect(document['info']).toMatchObject({ version: '1.0.0', 'x-date': '2026-09-13' });
  });

  it('has no closed enumeration [VER-04]', () => {
    expect(objects.filter((object) => Array.isArray(object['enum']))).toEqual([]);
  });

  it('describes every route under /v1, of the portal and of the sandbox', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routed = loaded.filter(isPublished).map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual(routed.sort());
  });

  it('describes a delivery for every event type, its schema (checked for invoice.paid), and the headers of deliveries', () => {
    const webhooks = document['webhooks'] as Readonly<Record<string, JsonObject>>;
    expect(Object.keys(webhooks)).toEqual(EVENT_TYPES);
    expect(valueAt(`${webhooks['invoice.paid']?.['$ref']}/post`)).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/InvoicePaidEvent' } } } },
    });
    expect(valueAt('#/components/schemas/InvoicePaidEvent/properties')).toMatchObject({
      type: { const: 'invoice.paid' },
      data: { $ref: '#/components/schemas/Invoice' },
      previous_attributes: { anyOf: [{ $ref: '#/components/schemas/InvoicePreviousAttributes' }, { type: 'null' }] },
    });
    const parameters = objects.filter((object) => object['in'] === 'header').map((object) => String(object['name']).toLowerCase());
    const { 'Content-Type': _, 'Content-Length': __, 'User-Agent': ___, ...sent } = deliveryHeaders(DELIVERY, 1);
    expect(parameters).toEqual(expect.arrayContaining(Object.keys(sent).map((name) => name.toLowerCase())));
  });

  it('describes deliveries so that openapi-generator writes no client class for them', () => {
    for (const item of Object.values(document['webhooks'] as Readonly<Record<string, JsonObject>>))
      expect(item).toEqual({ $ref: expect.stringMatching(/^#\/components\/pathItems\/\w+Delivery$/) });
    const deliveries = Object.values(valueAt('#/components/pathItems') as Readonly<Record<string, { readonly post: JsonObject }>>);
    const parameters = deliveries.flatMap(({ post }) => post['parameters'] as readonly JsonObject[]);
    expect(parameters.length).toBeGreaterThanOrEqual(EVENT_TYPES.length);
    expect(parameters.filter((parameter) => '$ref' in parameter)).toEqual([]);
  });

  it('has types that code generators can read', () => {
    expect(objects.filter((object) => object['type'] === 'integer' && object['format'] !== 'int64')).toEqual([]);
    expect(
      objects.filter((object) => 'const' in object && typeof object['type'] !== 'string' && typeof object['const'] !== 'object'),
    ).toEqual([]);
    expect(objects.filter((object) => typeof object['const'] === 'boolean')).toEqual([]);
    const alternatives = objects.flatMap((object) => (Array.isArray(object['anyOf']) ? [object['anyOf'] as readonly JsonObject[]] : []));
    const withNull = alternatives.filter((each) => each.some(({ type }) => type === 'null'));
    expect(withNull.filter((each) => !each.some(({ $ref }) => typeof $ref === 'string'))).toEqual([]);
  });

  it('names every object', () => {
    const schemas = Object.entries((document['components'] as JsonObject)['schemas'] as JsonObject);
    expect(schemas.filter(([name]) => !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([]);
    const named = new Set(schemas.map(([, schema]) => JSON.stringify(schema)));
    const unnamed = objects.filter((object) => object['type'] === 'object' && typeof object['properties'] === 'object');
    expect(unnamed.filter((object) => !named.has(JSON.stringify(object)))).toEqual([]);
  });

  it('has an `x-go-name` for a body if Go generators use the name of its schema for the parameters of an operation', () => {
    expect(valueAt('#/components/schemas/PortalCancelParams')).toMatchObject({ 'x-go-name': 'PortalCancelBody' });
    expect(valueAt('#/components/schemas/CustomerCreateParams')).not.toHaveProperty('x-go-name');
  });

  it('has no broken reference', () => {
    const references = objects.map((object) => object['$ref']).filter((reference) => typeof reference === 'string');
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((reference) => valueAt(reference) === undefined)).toEqual([]);
  });

  it('requires every field of the main objects, except `subscription_id` of payments and four fields of subscriptions [VER-05]', () => {
    const optional = new Map([
      ['Payment', ['subscription_id']],
      ['Subscription', ['max_amount_cents', 'max_amount_exceeded_at', 'withdrawal', 'reached_usage_alerts']],
    ]);
    for (const name of ['Customer', 'Product', 'Price', 'Coupon', 'TaxRate', 'Subscription', 'Invoice', 'Payment', 'Event']) {
      const schema = valueAt(`#/components/schemas/${name}`) as { readonly properties: JsonObject; readonly required: readonly string[] };
      const optionalFields = Object.keys(schema.properties).filter((field) => !schema.required.includes(field));
      expect([name, optionalFields]).toEqual([name, optional.get(name) ?? []]);
    }
  });
});

describe('the published AsyncAPI document', () => {
  const { asyncapi, channels, components } = JSON.parse(readFileSync(join(ROOT, 'shared/api/asyncapi.generated.json'), 'utf8'));

  it('has a message for every event type, in the API’s event stream and in the webhooks', () => {
    expect(asyncapi).toBe('3.0.0');
    expect([channels.stream.address, channels.webhooks.address]).toEqual(['/v1/events/stream', null]);
    for (const { messages } of [channels.stream, channels.webhooks]) {
      expect(Object.keys(messages)).toEqual(EVENT_TYPES);
      const names = Object.values(messages as Readonly<Record<string, { readonly $ref: string }>>).map(({ $ref }) =>
        $ref.split('/').at(-1),
      );
      expect(names.map((name) => components.messages[String(name)].name)).toEqual(EVENT_TYPES);
    }
    expect(components.messages.InvoicePaidDelivery.traits).toEqual([{ $ref: '#/components/messageTraits/Delivery' }]);
    expect(Object.keys(components.messageTraits.Delivery.headers.properties)).toContain('webhook-signature');
  });

  it('has the same schemas as the OpenAPI document', () => {
    for (const [name, schema] of Object.entries(components.schemas))
      expect([name, valueAt(`#/components/schemas/${name}`)]).toEqual([name, schema]);
  });
});
