import { type Html, html } from '../../../shared/platform/html.ts';
import { internalUrl } from './links.ts';
import { type Linking, renderInline } from './markdown.ts';
import { type OpenApiDocument, resolveReference, type Schema } from './openapi.ts';

/** A section of the reference that shows the fields of an object. */
export interface ObjectSection {
  /** Value of the field `object`, such as `invoice`. */
  readonly name: string;
  readonly page: string;
  readonly anchor: string;
  readonly schema: Schema;
  /** Names of the components that the section describes. */
  readonly components: readonly string[];
  readonly example: unknown;
}

/** What the rows of a schema need: the document, links, and the pages of the objects. */
export interface SchemaContext {
  readonly document: OpenApiDocument;
  readonly linking: Linking;
  /** The sections of objects, by their `object`, such as `invoice`. */
  readonly objects: ReadonlyMap<string, ObjectSection>;
}

/** A schema in which `$ref`, unions with `null` and `allOf` are resolved. */
interface FlatSchema {
  readonly schema: Schema;
  /** Schemas of a union; empty if the schema is not a union. */
  readonly variants: readonly Schema[];
  readonly nullable: boolean;
  /** References that were followed, to stop at recursive schemas. */
  readonly names: readonly string[];
}

/** First element of the path of a request body. */
const BODY = '(body)';

/** Maximum length of the path around a field. Fields further inside are not shown. */
const MAX_DEPTH = 6;

const isNull = ({ type }: Schema): boolean => type === 'null';

/** Merges the schemas of `allOf`; the fields of the schema itself come last. */
const merged = (document: OpenApiDocument, schema: Schema): Schema => {
  if (schema.allOf === undefined) return schema;
  const parts = [...schema.allOf.map((part) => resolveReference(document, part).value), schema];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
};

const flatten = (document: OpenApiDocument, given: Schema): FlatSchema => {
  const { value, name } = resolveReference(document, given);
  const schema = merged(document, value);
  const names = name === null ? [] : [name];
  const union = schema.anyOf ?? schema.oneOf;
  if (union === undefined) {
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    const [type] = types.filter((each) => each !== 'null');
    return { schema: { ...schema, ...(type === undefined ? {} : { type }) }, variants: [], nullable: types.includes('null'), names };
  }
  const variants = union.filter((variant) => !isNull(variant));
  const nullable = variants.length < union.length;
  const [only] = variants;
  if (variants.length > 1 || only === undefined) return { schema, variants, nullable, names };
  const inner = flatten(document, only);
  const { anyOf: _any, oneOf: _one, ...outer } = schema;
  return { ...inner, schema: { ...inner.schema, ...outer }, nullable: nullable || inner.nullable, names: [...names, ...inner.names] };
};

/** The `object` of a schema, such as `invoice`, or `null` if it has none. */
export const objectNameOf = (document: OpenApiDocument, schema: Schema): string | null => {
  const { properties } = flatten(document, schema).schema;
  const name = properties?.object === undefined ? undefined : flatten(document, properties.object).schema.const;
  return typeof name === 'string' ? name : null;
};

const FORMATS: Readonly<Record<string, string>> = { email: 'email address', uri: 'URL', date: 'date', binary: 'file' };

/** Names the type for readers, for example `array of string`. */
const typeOf = (document: OpenApiDocument, { schema, variants, nullable }: FlatSchema): string => {
  const name = ((): string => {
    if (variants.length > 0) return [...new Set(variants.map((variant) => typeOf(document, flatten(document, variant))))].join(' or ');
    if (schema.type === 'array')
      return schema.items === undefined ? 'array' : `array of ${typeOf(document, flatten(document, schema.items))}`;
    if (typeof schema.additionalProperties === 'object' && schema.properties === undefined) {
      return `map of ${typeOf(document, flatten(document, schema.additionalProperties))}`;
    }
    return (
      (schema.format === undefined ? undefined : FORMATS[schema.format]) ??
      String(schema.type ?? (schema.const === undefined ? 'any' : typeof schema.const))
    );
  })();
  return nullable ? `${name} or null` : name;
};

const valuesOf = (schema: Schema): readonly unknown[] =>
  schema.const === undefined ? (schema.enum ?? schema['x-extensible-enum'] ?? []) : [schema.const];

/** Maximum number of values shown. Longer vocabularies, such as event types, have a separate page. */
const VALUES_SHOWN = 30;

const valueText = (document: OpenApiDocument, schema: Schema): Html | null => {
  const own = valuesOf(schema);
  const values = own.length > 0 || schema.items === undefined ? own : valuesOf(flatten(document, schema.items).schema);
  if (values.length === 0 || values.length > VALUES_SHOWN) return null;
  return html` <span class="values">${values.length === 1 ? 'Always' : 'Values:'} ${values.map((value, index) => [index === 0 ? null : ', ', html`<code>${JSON.stringify(value).replaceAll('"', '')}</code>`])}.</span>`;
};

const nestedIn = (document: OpenApiDocument, flat: FlatSchema): readonly Schema[] => {
  if (flat.variants.length > 0) return flat.variants.flatMap((variant) => nestedIn(document, flatten(document, variant)));
  const { schema } = flat;
  if (schema.properties !== undefined) return [schema];
  const inner = schema.items ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
  return inner === undefined ? [] : nestedIn(document, flatten(document, inner));
};

/** Link to the section of the object that a schema describes, or `null` if no section describes this schema. */
export const objectLink = ({ document, objects }: SchemaContext, schema: Schema): Html | null => {
  const { names } = flatten(document, schema);
  const name = objectNameOf(document, schema);
  const section = name === null ? undefined : objects.get(name);
  if (section === undefined || !names.every((each) => section.components.includes(each))) return null;
  return html`<a href="${internalUrl(section.page, section.anchor)}"><code>${section.name}</code> object</a>`;
};

/** Names of the components that a schema refers to directly. */
export const componentsOf = (document: OpenApiDocument, schema: Schema): readonly string[] => flatten(document, schema).names;

/** The fields of the objects inside a field, or links to their sections. */
const nestedFields = (context: SchemaContext, name: string, flat: FlatSchema, path: readonly string[]): (Html | null)[] =>
  nestedIn(context.document, flat).map((schema) => {
    const link = objectLink(context, schema);
    if (link !== null) return html`<p>See the ${link}.</p>`;
    if (path.length > MAX_DEPTH) return null;
    return html`<details><summary>Fields of <code>${name}</code></summary>${fieldList(context, schema, path)}</details>`;
  });

const fieldRow = (context: SchemaContext, name: string, given: Schema, required: boolean, path: readonly string[]): Html => {
  const flat = flatten(context.document, given);
  const recursive = flat.names.some((each) => path.includes(each));
  const { description } = flat.schema;
  return html`<div><dt><code>${name}</code> <span class="type">${typeOf(context.document, flat)}</span>${required ? html` <span class="required">required</span>` : null}</dt><dd>${
    description === undefined ? null : renderInline(description, context.linking)
  }${valueText(context.document, flat.schema)}${recursive ? null : nestedFields(context, name, flat, [...path, ...flat.names, name])}</dd></div>
`;
};

/** The fields of an object schema. `path`: names of the fields and components around it. Only bodies mark required fields. */
export const fieldList = (context: SchemaContext, given: Schema, path: readonly string[] = []): Html => {
  const { schema } = flatten(context.document, given);
  const required = new Set(path.includes(BODY) ? (schema.required ?? []) : []);
  return html`<dl class="fields">${Object.entries(schema.properties ?? {}).map(([name, field]) => fieldRow(context, name, field, required.has(name), path))}</dl>`;
};

/** The fields of a request body. */
export const bodyFields = (context: SchemaContext, schema: Schema): Html => fieldList(context, schema, [BODY]);

/** The row of one parameter, with the fields inside it. */
export const parameterRow = (context: SchemaContext, name: string, schema: Schema, required: boolean): Html =>
  fieldRow(context, name, schema, required, []);

/** The names and descriptions of all fields, for the search. */
export const fieldText = (document: OpenApiDocument, given: Schema, depth = 0): string => {
  const flat = flatten(document, given);
  if (depth > 2) return '';
  return nestedIn(document, flat)
    .flatMap((schema) => Object.entries(schema.properties ?? {}))
    .map(([name, field]) => `${name}: ${flatten(document, field).schema.description ?? ''} ${fieldText(document, field, depth + 1)}`)
    .join(' ');
};
