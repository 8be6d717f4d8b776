import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Document, resolveSchema, type Schema } from './document.ts';

export type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value };

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

/** Turns extensible enumerations into closed ones, because requests accept only known values. */
const withClosedEnums = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withClosedEnums);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { 'x-extensible-enum': enumValues, ...rest } = schema as Record<string, unknown>;
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withClosedEnums(value)]));
  if (!Array.isArray(enumValues)) return inner;
  const nullable = Array.isArray(rest['type']) ? [null] : [];
  return { ...inner, enum: [...enumValues, ...nullable] };
};

/** Whether the value is valid for the schema. Ignores `format`. */
export const isValid = (schema: Schema, value: unknown): boolean => ajv.validate(withClosedEnums(schema) as object, value);

/** The schema without the type `null`, and whether the schema allows `null`. */
export const withoutNull = (schema: Schema): { readonly schema: Schema; readonly nullable: boolean } => {
  if (Array.isArray(schema.type)) {
    const [type] = schema.type.filter((each: string) => each !== 'null');
    return { schema: { ...schema, type }, nullable: true };
  }
  const alternatives = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (schema.anyOf === undefined) return { schema, nullable: schema.type === 'null' };
  const [first] = alternatives;
  const nullable = alternatives.length < schema.anyOf.length;
  return { schema: alternatives.length === 1 && first !== undefined ? first : { anyOf: alternatives }, nullable };
};

/** Validates answers against the schemas of one document. */
export interface Validator {
  /** Validation errors against the schema at this JSON pointer; empty if valid. */
  readonly schemaErrors: (pointer: string, value: unknown) => readonly string[];
  /** Paths of fields that the schema does not list. */
  readonly undocumented: (schema: Schema, value: unknown) => readonly string[];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const validatorOf = (document: Document): Validator => {
  const validator = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  validator.addSchema(document, 'description');

  const schemaErrors: Validator['schemaErrors'] = (pointer, value) => {
    const validate = validator.getSchema(`description${pointer}`) ?? validator.compile({ $ref: `description${pointer}` });
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '(whole)'} ${String(message)}`);
  };

  const fieldsOf = (schema: Schema): Readonly<Record<string, Schema>> | null => {
    const target = resolveSchema(document, schema);
    if (target.anyOf === undefined) return target.properties ?? null;
    const alternatives = target.anyOf.flatMap((each) => fieldsOf(each) ?? []);
    return alternatives.length === 0 ? null : Object.assign({}, ...alternatives);
  };

  const itemsOf = (schema: Schema): Schema | undefined => {
    const target = resolveSchema(document, schema);
    return target.items ?? target.anyOf?.map(itemsOf).find((items) => items !== undefined);
  };

  const undocumented = (schema: Schema, value: unknown, at = ''): readonly string[] => {
    if (Array.isArray(value)) {
      const items = itemsOf(schema);
      return items === undefined ? [] : value.flatMap((each, index) => undocumented(items, each, `${at}/${index}`));
    }
    const fields = isRecord(value) ? fieldsOf(schema) : null;
    if (!isRecord(value) || fields === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return field === undefined ? [`${at}/${name}`] : undocumented(field, inner, `${at}/${name}`);
    });
  };

  return { schemaErrors, undocumented };
};
