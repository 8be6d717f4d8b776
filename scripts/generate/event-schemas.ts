import { CATALOGUE } from '../../events-schema/catalogue.ts';
import { jsonSchemaOf, stableJson } from './json-schema.ts';

/** One JSON Schema a type of event, by file path. */
export const eventSchemaFiles = (): ReadonlyMap<string, string> =>
  new Map(
    [...CATALOGUE].map(([type, { description, schema }]) => [
      `events-schema/generated/${type}.json`,
      stableJson({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: type,
        description,
        ...jsonSchemaOf(schema, 'output'),
      }),
    ]),
  );
