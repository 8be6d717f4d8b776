import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type GenericSchema, safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { mapObjects } from '../../scripts/generate/json-schema.ts';
import type { Examples } from '../../scripts/generate/openapi.ts';
import { loadOperations } from '../../shared/api/registry.ts';
import { ROUTES } from '../../shared/api/routes.generated.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';
import { ROOT } from '../architecture/sources.ts';

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
const isDescribed = ({ path }: { readonly path: string }): boolean => path.startsWith('/v1/') || path.startsWith('/portal/');
const jsonOperations = loaded.filter((operation) => isDescribed(operation) && typeof operation.response !== 'string');
const examples = JSON.parse(readFileSync(join(ROOT, 'shared/api/examples.json'), 'utf8')) as Examples;

describe('the published OpenAPI document', () => {
  it('passes the OpenAPI linter', async () => {
    // The document needs no license.
    const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } });
    const problems = await lintFromString({ source: JSON.stringify(document), config, absoluteRef: 'openapi.json' });
    expect(problems.map(({ message, location }) => `${message} ${String(location[0]?.pointer)}`)).toEqual([]);
  });

  it.each(jsonOperations.map((operation) => [operation.id, operation] as const))('has a valid example for %s', (id, operation) => {
    const { request, response } = examples[id] ?? {};
    expect(response, 'npm run examples').toBeDefined();
    expect(safeParse(operation.response as GenericSchema, response).issues).toBeUndefined();
    if (operation.body !== null) expect(safeParse(operation.body as GenericSchema, request).issues).toBeUndefined();
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

  it('describes every route under /v1 and of the portal', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routed = ROUTES.filter(isDescribed).map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual(routed.sort());
  });

  it('has no broken reference', () => {
    const references = objects.map((object) => object['$ref']).filter((reference) => typeof reference === 'string');
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((reference) => valueAt(reference) === undefined)).toEqual([]);
  });

  it('requires every field of an object; only the subscription of a payment is optional [VER-05]', () => {
    const optional = new Map([['payment', ['subscription_id']]]);
    for (const name of ['customer', 'product', 'price', 'coupon', 'tax_rate', 'subscription', 'invoice', 'payment', 'event']) {
      const schema = valueAt(`#/components/schemas/${name}`) as { readonly properties: JsonObject; readonly required: readonly string[] };
      const optionalFields = Object.keys(schema.properties).filter((field) => !schema.required.includes(field));
      expect([name, optionalFields]).toEqual([name, optional.get(name) ?? []]);
    }
  });
});
