import * as v from 'valibot';
import type { Json, JsonObject } from '../../shared/domain/tenant.ts';
import { jsonSchemaOf } from './json-schema.ts';

/** A query field: its schema, whether it is required, its default. */
interface Field {
  readonly schema: v.GenericSchema;
  readonly required: boolean;
  readonly defaultValue: unknown;
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

const unwrap = (entry: v.GenericSchema): Field => {
  if (!('wrapped' in entry) || !isSchema(entry.wrapped)) return { schema: entry, required: true, defaultValue: undefined };
  return { schema: entry.wrapped, required: false, defaultValue: 'default' in entry ? entry.default : undefined };
};

type PipeItem = { readonly kind: string; readonly type: string; readonly operation?: unknown };
const pipeOf = (schema: v.GenericSchema): readonly PipeItem[] => ('pipe' in schema ? (schema.pipe as PipeItem[]) : [schema]);

const optionsOf = (schema: unknown): readonly string[] | null =>
  isSchema(schema) && schema.type === 'picklist' && 'options' in schema ? (schema.options as string[]) : null;

const isNumberFromText = (item: PipeItem): boolean => item.type === 'transform' && item.operation === Number;

/** Builds the schema of a number from the bounds that apply after its text is converted. */
const numberSchema = (items: readonly PipeItem[]): JsonObject => {
  const bounds = items.slice(items.findIndex(isNumberFromText) + 1) as v.PipeItem<number, number, v.BaseIssue<unknown>>[];
  return jsonSchemaOf(v.pipe(v.number(), v.integer(), ...bounds), 'input');
};

const schemaOf = (schema: v.GenericSchema): { readonly schema: JsonObject; readonly isList: boolean } => {
  const items = pipeOf(schema);
  if (items.some(isNumberFromText)) return { schema: numberSchema(items), isList: false };
  if (optionsOf(items[0])?.join() === 'true,false') return { schema: { type: 'boolean' }, isList: false };
  const array = items.find((item) => item.type === 'array');
  if (array !== undefined && items.some((item) => item.type === 'transform')) {
    const values = 'item' in array ? optionsOf(array.item) : null;
    return { schema: { type: 'array', items: { type: 'string', ...(values ? { 'x-extensible-enum': values } : {}) } }, isList: true };
  }
  return { schema: jsonSchemaOf(schema, 'input'), isList: false };
};

const defaultOf = (defaultValue: unknown, type: Json | undefined): JsonObject => {
  if (typeof defaultValue !== 'string') return {};
  return { default: type === 'integer' ? Number(defaultValue) : defaultValue };
};

/** Builds the OpenAPI parameter of a query field. `note` follows the description of the field. */
export const queryParameter = (name: string, entry: v.GenericSchema, note: string | undefined): JsonObject => {
  const { schema, required, defaultValue } = unwrap(entry);
  const described = schemaOf(schema);
  const description = [v.getDescription(entry), note].filter((text) => text !== undefined).join(' ');
  return {
    name,
    in: 'query',
    required,
    ...(description === '' ? {} : { description }),
    schema: { ...described.schema, ...defaultOf(defaultValue, described.schema['type']) },
    ...(described.isList ? { style: 'form', explode: false } : {}),
  };
};
