import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../events-schema/catalogue.ts';
import { EVENT_TYPES } from '../../shared/domain/event-types.ts';
import { readSources } from '../architecture/sources.ts';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../events-schema');
const exampleOf = (type: string, kind: 'valid' | 'invalid'): unknown =>
  JSON.parse(readFileSync(join(FOLDER, 'examples', `${type}.${kind}.json`), 'utf8'));

/** Event types that the service does not record yet. Remove a type when the service records it; do not add one. */
const UNRECORDED_TYPES: readonly string[] = [];

const generated = existsSync(join(FOLDER, 'generated')) ? readdirSync(join(FOLDER, 'generated')) : [];
const schemaOf = (name: string): object => JSON.parse(readFileSync(join(FOLDER, 'generated', name), 'utf8'));
/** Loads all generated schemas of the folder, because they refer to each other. */
const ajv = new Ajv2020({ strict: false, allErrors: true, schemas: generated.map(schemaOf) });

describe('the catalogue of event types', () => {
  it('contains exactly the event types of the service, in the same order', () => {
    expect([...CATALOGUE.keys()]).toEqual([...EVENT_TYPES]);
  });

  it('contains only types that the code of the service names, except `UNRECORDED_TYPES`', () => {
    const sources = readSources().filter(({ path }) => /^(shared|functions)\//.test(path) && !path.endsWith('/event-types.ts'));
    const unrecorded = EVENT_TYPES.filter((type) => !sources.some(({ text }) => text.includes(`'${type}'`)));
    expect(unrecorded).toEqual(UNRECORDED_TYPES);
  });

  it('has no example or generated schema of an unknown type', () => {
    const knownTypes = new Set<string>(EVENT_TYPES);
    const examples = readdirSync(join(FOLDER, 'examples')).map((name) => name.replace(/\.(in)?valid\.json$/, ''));
    const schemas = generated.map((name) => name.replace(/\.json$/, '')).filter((name) => name !== 'objects');
    expect([...examples, ...schemas].filter((type) => !knownTypes.has(type))).toEqual([]);
  });

  it('has event schemas that refer to the objects defined in `objects.json`', () => {
    const eventSchemas = EVENT_TYPES.map((type) => schemaOf(`${type}.json`) as { readonly properties: { readonly data: unknown } });
    expect(eventSchemas.filter(({ properties }) => !JSON.stringify(properties.data).startsWith('{"$ref":"objects.json#/$defs/'))).toEqual(
      [],
    );
  });
});

describe.each(EVENT_TYPES)('%s', (type) => {
  const schema = CATALOGUE.get(type)?.schema ?? v.never();
  const problemsOf = (event: unknown): string[] => {
    const result = v.safeParse(schema, event);
    return result.success ? [] : result.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
  };

  it('accepts its valid example', () => {
    expect(problemsOf(exampleOf(type, 'valid'))).toEqual([]);
  });

  it('has a generated schema that accepts the valid example, and refuses it if its data has no field `object`', () => {
    const event = exampleOf(type, 'valid') as { readonly data: Readonly<Record<string, unknown>> };
    const problems = (value: unknown) => (ajv.validate(`${type}.json`, value) ? [] : (ajv.errors ?? []).map(({ message }) => message));
    expect(problems(event)).toEqual([]);
    const { object: _, ...data } = event.data;
    expect(problems({ ...event, data })).not.toEqual([]);
  });

  it('refuses its invalid example', () => {
    expect(problemsOf(exampleOf(type, 'invalid'))).not.toEqual([]);
  });

  it('refuses its valid example without previous_attributes or with another type', () => {
    const { previous_attributes: _, ...withoutPrevious } = exampleOf(type, 'valid') as Record<string, unknown>;
    expect(problemsOf(withoutPrevious)).not.toEqual([]);
    expect(problemsOf({ ...(exampleOf(type, 'valid') as object), type: 'unknown.happened' })).not.toEqual([]);
  });
});
