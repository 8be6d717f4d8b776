import {
  type DescribedOperation,
  type Group,
  jsonOf,
  type OpenApiDocument,
  resolveReference,
  type Schema,
  slugOf,
  successOf,
} from './openapi.ts';
import { componentsOf, type ObjectSection, objectNameOf } from './schema-view.ts';

/** Schema and example of the object that a response contains; of one entry, if the response is a list. */
interface Returned {
  readonly schema: Schema;
  readonly example: unknown;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Returns the object in the response of an operation, or the objects in a list; `null` if they have no JSON schema. */
export const returnedObjectOf = (document: OpenApiDocument, operation: DescribedOperation): Returned | null => {
  const json = jsonOf(successOf(document, operation).content);
  if (json?.schema === undefined) return null;
  if (objectNameOf(document, json.schema) !== 'list') return { schema: json.schema, example: json.example };
  const items = resolveReference(document, json.schema).value.properties?.data?.items;
  const data = isRecord(json.example) ? json.example['data'] : undefined;
  return items === undefined ? null : { schema: items, example: Array.isArray(data) ? data[0] : undefined };
};

/**
 * Ranks retrievals first, then lists, then other operations. Retrievals and lists return the whole object; some writes return more or less.
 * `>>> 0` turns the index -1 of other operations into the largest number.
 */
const rankOf = ({ operationId }: DescribedOperation): number =>
  ['retrieve', 'list'].findIndex((verb) => operationId.endsWith(`.${verb}`)) >>> 0;

/**
 * Returns the sections of all objects that operations return, by the value of `object`. Each is on the page of the first operation by rank.
 */
export const objectSections = (document: OpenApiDocument, groups: readonly Group[]): ReadonlyMap<string, ObjectSection> => {
  const sections = new Map<string, ObjectSection>();
  const operations = groups.flatMap((group) => group.operations).sort((one, other) => rankOf(one) - rankOf(other));
  for (const operation of operations) {
    const returned = returnedObjectOf(document, operation);
    const name = returned === null ? null : objectNameOf(document, returned.schema);
    if (returned === null || name === null || sections.has(name)) continue;
    sections.set(name, {
      name,
      page: operation.page,
      anchor: `object-${slugOf(name)}`,
      schema: returned.schema,
      components: componentsOf(document, returned.schema),
      example: returned.example,
    });
  }
  return sections;
};
