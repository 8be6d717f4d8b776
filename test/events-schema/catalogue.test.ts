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

/** Types of the contract that nothing records yet. A type leaves this list with its rule; none joins it. */
const WAITING_FOR_A_RULE: readonly string[] = [];

const generated = existsSync(join(FOLDER, 'generated')) ? readdirSync(join(FOLDER, 'generated')) : [];
const schemaOf = (name: string): object => JSON.parse(readFileSync(join(FOLDER, 'generated', name), 'utf8'));
/** The generated schemas as their readers load them: all of the folder, so that one may refer to another. */
const ajv = new Ajv2020({ strict: false, allErrors: true, schemas: generated.map(schemaOf) });

describe('the catalogue of event types', () => {
  it('describes the types that the service emits, in their order', () => {
    expect([...CATALOGUE.keys()]).toEqual([...EVENT_TYPES]);
  });

  it('has types that a rule records, but for those that still wait for theirs', () => {
    const rules = readSources().filter(({ path }) => /^(shared|functions)\//.test(path) && !path.endsWith('/event-types.ts'));
    const unrecorded = EVENT_TYPES.filter((type) => !rules.some(({ text }) => text.includes(`'${type}'`)));
    expect(unrecorded).toEqual(WAITING_FOR_A_RULE);
  });

  it('has no example or generated schema of a type that does not exist', () => {
    const known = new Set<string>(EVENT_TYPES);
    const examples = readdirSync(join(FOLDER, 'examples')).map((name) => name.replace(/\.(in)?valid\.json$/, ''));
    const written = generated.map((name) => name.replace(/\.json$/, '')).filter((name) => name !== 'objects');
    expect([...examples, ...written].filter((type) => !known.has(type))).toEqual([]);
  });

  it('describes each object once: an event refers to the object that it carries', () => {
    const described = EVENT_TYPES.map((type) => schemaOf(`${type}.json`) as { readonly properties: { readonly data: unknown } });
    expect(described.filter(({ properties }) => !JSON.stringify(properties.data).startsWith('{"$ref":"objects.json#/$defs/'))).toEqual([]);
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

  it('has a generated schema that accepts the valid example, and none with a field missing', () => {
    const event = exampleOf(type, 'valid') as { readonly data: Readonly<Record<string, unknown>> };
    const problems = (value: unknown) => (ajv.validate(`${type}.json`, value) ? [] : (ajv.errors ?? []).map(({ message }) => message));
    expect(problems(event)).toEqual([]);
    const { object: _, ...data } = event.data;
    expect(problems({ ...event, data })).not.toEqual([]);
  });

  it('refuses its invalid example', () => {
    expect(problemsOf(exampleOf(type, 'invalid'))).not.toEqual([]);
  });

  it('refuses a valid example without previous_attributes, or under another type', () => {
    const { previous_attributes: _, ...without } = exampleOf(type, 'valid') as Record<string, unknown>;
    expect(problemsOf(without)).not.toEqual([]);
    expect(problemsOf({ ...(exampleOf(type, 'valid') as object), type: 'unknown.happened' })).not.toEqual([]);
  });
});
