import type { Api } from '../../../scripts/support/api.ts';
import { resolveReferences } from '../../../shared/client/cli/description.ts';

/** A JSON Schema of the OpenAPI document, with `$ref` unresolved. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly multipleOf?: number;
  readonly 'x-extensible-enum'?: readonly string[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content & { readonly description?: string }>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The OpenAPI description of an operation that returns JSON. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pathParams: readonly string[];
  readonly query: ReadonlyMap<string, Schema>;
  /** Names of the required query parameters. */
  readonly requiredQuery: readonly string[];
  /** `null`: the operation has no body. */
  readonly body: Schema | null;
  /** False if an empty body is valid, too. */
  readonly requiresBody: boolean;
  /** The documented error codes by HTTP status. */
  readonly codes: ReadonlyMap<number, readonly string[]>;
  /** The documented reasons of errors. */
  readonly reasons: ReadonlySet<string>;
  /** The schema of the 200 response. */
  readonly answer: Schema;
  /** The JSON pointer of `answer` in the document. */
  readonly answerPointer: string;
  /** Content types of the files that a 200 response can have instead of JSON, such as `text/csv`. */
  readonly fileTypes: readonly string[];
}

const JSON_TYPE = 'application/json';

export const fetchOpenApiDocument = async (api: Api): Promise<Document> => {
  const answer = await api.sendWithRetry({ method: 'GET', path: '/openapi.json' });
  if (answer.status !== 200) throw new Error(`GET /openapi.json answered ${answer.status}`);
  return JSON.parse(answer.text) as Document;
};

/** Escapes a text for a JSON pointer in a URL fragment. */
const escapePointer = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

const codesOf = ({ responses }: RawOperation): ReadonlyMap<number, readonly string[]> =>
  new Map(
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { description = '' }]) => [Number(status), [...description.matchAll(/`(\w+)`/g)].map(([, code]) => String(code))]),
  );

const reasonsOf = ({ description = '' }: RawOperation): ReadonlySet<string> =>
  new Set([...(/Reasons: (.*)\.$/m.exec(description)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, reason]) => String(reason)));

/** Describes an operation. Returns `null` if it returns no JSON. */
const describedOperation = (document: Document, path: string, method: string, operation: RawOperation): DescribedOperation | null => {
  const answer = operation.responses['200']?.content?.[JSON_TYPE]?.schema;
  if (answer === undefined) return null;
  const parameters = operation.parameters ?? [];
  const parametersIn = (location: 'path' | 'query'): Parameter[] => parameters.filter((parameter) => parameter.in === location);
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    pathParams: parametersIn('path').map(({ name }) => name),
    query: new Map(parametersIn('query').map(({ name, schema }) => [name, schema])),
    requiredQuery: parametersIn('query').flatMap(({ name, required }) => (required ? [name] : [])),
    body: resolveReferences(operation.requestBody?.content?.[JSON_TYPE]?.schema ?? null, document.components.schemas),
    requiresBody: operation.requestBody?.required === true,
    codes: codesOf(operation),
    reasons: reasonsOf(operation),
    answer,
    fileTypes: Object.keys(operation.responses['200']?.content ?? {}).filter((type) => type !== JSON_TYPE),
    answerPointer: `#/paths/${escapePointer(path)}/${method}/responses/200/content/${escapePointer(JSON_TYPE)}/schema`,
  };
};

/** All operations under `/v1` that return JSON. */
export const describedOperations = (document: Document): readonly DescribedOperation[] =>
  Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => describedOperation(document, path, method, operation) ?? []),
    );

/** The schema with its top-level `$ref` resolved. Throws if the target is missing. */
export const resolveSchema = (document: Document, schema: Schema): Schema => {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  const target = name === undefined ? schema : document.components.schemas[name];
  if (target === undefined) throw new Error(`The OpenAPI document has no ${schema.$ref}`);
  return target;
};
