import { build } from 'esbuild';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FUNCTION_BUNDLE } from '../../scripts/build/options.ts';
import { undescribed } from '../../scripts/check/undescribed.ts';
import { openApiDocument } from '../../scripts/generate/openapi.ts';
import { operationText } from '../../scripts/generate/operation-text.ts';
import { apiKey, defineOperation, type Operation } from '../../shared/api/operation.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { booleanText } from '../../shared/api/schemas/fields.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';

const Part = v.strictObject({ object: described(v.literal('part'), doc('Always `part`.')) });

/** Removes the body, because the same named schema cannot be in a body and in a response. */
const withoutBody = (each: Operation): Operation => ({ ...each, body: null });

const operation = (fields: v.ObjectEntries, description: string | undefined) =>
  defineOperation({
    id: 'things.create',
    method: 'POST',
    path: '/v1/things',
    summary: 'Create a thing',
    ...(description === undefined ? {} : { description }),
    auth: apiKey('products:write'),
    profile: 'write',
    params: {},
    query: v.strictObject(fields),
    body: v.strictObject(fields),
    response: v.strictObject(fields),
    errors: ['state_conflict'],
  });

const FIELDS = {
  name: described(v.optional(v.string()), doc('Name of the thing.')),
  ready: described(v.optional(booleanText), doc('Only things that are ready.')),
  limit: described(v.optional(v.pipe(v.string(), v.transform(Number), v.minValue(1)), '10'), doc('Number of things.')),
};

describe('the check for missing descriptions', () => {
  it('finds nothing in a document in which everything has a description', () => {
    expect(undescribed(openApiDocument([operation(FIELDS, 'Creates a thing.')]))).toEqual([]);
  });

  it('finds missing and too short descriptions of operations, parameters, fields of bodies and fields of responses, at any depth', () => {
    const fields = { list: v.array(v.strictObject({ plain: v.optional(v.string()), short: described(v.string(), doc('Short.')) })) };
    expect(undescribed(openApiDocument([operation(fields, undefined)]))).toEqual([
      'things.create: no description',
      'things.create query list: no description',
      'schema ThingCreateListParams plain: no description',
      'schema ThingCreateListParams short: no description',
      'schema ThingCreateParams list: no description',
      'schema ThingCreateResponse list: no description',
      'schema ThingCreateResponseList plain: no description',
      'schema ThingCreateResponseList short: no description',
    ]);
  });

  it('finds an undescribed field of a named schema once, even if two fields use the schema', () => {
    const Bare = v.strictObject({ object: described(v.literal('bare'), doc('Always `bare`.')), name: v.string() });
    const parts = {
      first: described(Bare, doc('The first part.')),
      second: described(v.nullable(Bare), doc('The second part; `null`: none.')),
    };
    expect(
      undescribed(openApiDocument([withoutBody(operation(parts, 'Creates a thing.'))])).filter((line) => line.includes('schema')),
    ).toEqual(['schema Bare name: no description']);
  });
});

describe('the check for descriptions of null', () => {
  const fields = {
    explained: described(v.nullable(v.string()), doc('A name; `null` if it has none.')),
    unexplained: described(v.nullable(v.string()), doc('A name of the thing.')),
    box: described(v.strictObject({ inner: described(v.nullable(v.string()), doc('The inner text.')) }), doc('A part of it.')),
  };

  it('finds properties of responses whose description does not say when they are null, and does not require this in bodies', () => {
    expect(undescribed(openApiDocument([operation(fields, 'Creates a thing.')]))).toEqual([
      'schema ThingCreateResponse unexplained: no description of null',
      'schema ThingCreateResponseBox inner: no description of null',
    ]);
  });
});

describe('the OpenAPI document', () => {
  it('keeps the description of a field whose value is a named schema', () => {
    const fields = { part: described(Part, doc('The first part.')), other: described(v.nullable(Part), doc('The other part.')) };
    const { components } = openApiDocument([withoutBody(operation(fields, 'Creates a thing.'))]) as { readonly components: JsonObject };
    expect(components['schemas']).toMatchObject({
      Part: {},
      ThingCreateResponse: {
        properties: {
          part: { $ref: '#/components/schemas/Part', description: 'The first part.' },
          other: { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }], description: 'The other part.' },
        },
      },
    });
  });

  it('keeps the description of a field that is transformed', () => {
    const trimmed = v.pipe(
      v.string(),
      v.description('Any text.'),
      v.trim(),
      v.transform((text) => text.length),
    );
    const fields = { length: described(trimmed, doc('Text whose length counts.')) };
    expect(JSON.stringify(openApiDocument([operation(fields, 'Creates a thing.')])['components'])).toContain(
      '"properties":{"length":{"type":"string","description":"Text whose length counts."}}',
    );
  });

  it('writes the description of a boolean and of a numeric query parameter next to the schema', () => {
    const document = JSON.stringify(openApiDocument([operation(FIELDS, 'Creates a thing.')]));
    expect(document).toContain('"in":"query","required":false,"description":"Only things that are ready.","schema":{"type":"boolean"}');
    expect(document).toContain('"description":"Number of things.","schema":{"type":"integer","minimum":1,"format":"int64","default":10}');
  });
});

describe('the description of an operation', () => {
  it('contains the credential, events, errors and reasons of the declaration', () => {
    const declared = {
      ...operation(FIELDS, 'Creates a thing.'),
      errors: ['operation_pending', 'resource_missing', 'state_conflict'],
      events: ['product.created', 'price.created'],
      reasons: ['plan_not_offered'],
    };
    expect(operationText(declared as Operation)).toBe(
      [
        'Creates a thing.',
        'Requires the scope `products:write`.',
        'Events: `product.created`, `price.created`.',
        'Errors: 404 `resource_missing`; 409 `operation_pending`, `state_conflict`. Reasons: `plan_not_offered`.',
      ].join('\n\n'),
    );
  });

  it('is missing if the declaration has no description', () => {
    expect(operationText(operation(FIELDS, undefined))).toBeUndefined();
  });
});

/** Bundles code with the options with which the Lambda functions are bundled. */
const bundled = async (contents: string): Promise<string> => {
  const stdin = { contents, resolveDir: REPOSITORY_ROOT };
  const { outputFiles } = await build({ ...FUNCTION_BUNDLE, absWorkingDir: REPOSITORY_ROOT, stdin, sourcemap: false, write: false });
  return outputFiles[0]?.text ?? '';
};

describe('descriptions in bundles', () => {
  it('are dropped, with the calls of `described` and `doc`', async () => {
    const code = await bundled(`import { described, doc } from './shared/api/schemas/described.ts';
      export const field = described(globalThis.schema, doc('Name of the thing.'));
      export const description = doc('Creates a thing.');`);
    expect(code).not.toContain('thing');
    // `described` calls `v.pipe`.
    expect(code).not.toContain('pipe');
  });
});
