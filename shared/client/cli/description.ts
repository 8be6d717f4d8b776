import type { Send } from '../transport.ts';

/** The parts of a JSON schema that are used to parse arguments; other keywords are kept. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly pattern?: string;
  /** Known values; the service can add others. */
  readonly 'x-extensible-enum'?: readonly string[];
  /** Only in `DescribedOperation.response` and `Description.schemas`; resolved everywhere else. */
  readonly $ref?: string;
}

/** An operation of the OpenAPI document. */
export interface DescribedOperation {
  /** `customers.create` */
  readonly id: string;
  readonly summary: string;
  /** What the operation does, with the scope that it requires, its events and errors, in Markdown. */
  readonly description: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Names of the path parameters, in order. */
  readonly pathParams: readonly string[];
  /** Path and query parameters. */
  readonly parameters: readonly Parameter[];
  /** Query parameters. */
  readonly query: Readonly<Record<string, Schema>>;
  /** `null`: no body. */
  readonly body: Schema | null;
  /** Alternative sets of scopes: an API key needs all scopes of one set. `[]`: API keys are not accepted. */
  readonly scopes: readonly (readonly string[])[];
  /** Content types of the successful response. */
  readonly contentTypes: readonly string[];
  /** JSON body of the successful response, with unresolved references; `null` if the response is not JSON. */
  readonly response: Schema | null;
}

/** The operations of a service, and the schemas that they refer to. */
export interface ApiDescription {
  readonly operations: readonly DescribedOperation[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>;
}

export interface Document {
  readonly info?: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

const SCHEMAS = '#/components/schemas/';

/**
 * Replaces references, also nested ones, by the schemas of the document. A keyword next to a reference overrides the same keyword of the
 * schema.
 */
export const resolveReferences = <Value>(value: Value, schemas: Readonly<Record<string, Schema>>): Value => {
  if (Array.isArray(value)) return value.map((each: unknown) => resolveReferences(each, schemas)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value as { readonly $ref?: unknown };
  const named = typeof $ref === 'string' && $ref.startsWith(SCHEMAS) ? schemas[$ref.slice(SCHEMAS.length)] : undefined;
  const entries = Object.entries({ ...named, ...own }).map(([key, each]) => [key, resolveReferences(each, schemas)]);
  return Object.fromEntries(entries) as Value;
};

/** Returns all operations of an OpenAPI document. */
export const operationsIn = ({ paths, components }: Document): readonly DescribedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['get', 'post', 'delete'].includes(method))
      .map(([method, documented]) => {
        const { operationId, summary, description, parameters = [], requestBody, security = [], responses } = documented;
        const resolved = parameters
          .filter((each) => each.in === 'query' || each.in === 'path')
          .map((each) => resolveReferences(each, components?.schemas ?? {}));
        return {
          id: operationId,
          summary,
          description: description ?? summary,
          method: method.toUpperCase() as DescribedOperation['method'],
          path,
          pathParams: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
          parameters: resolved,
          query: Object.fromEntries(resolved.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema])),
          body: resolveReferences(requestBody?.content['application/json'].schema ?? null, components?.schemas ?? {}),
          scopes: security.flatMap(({ apiKey }) => (apiKey === undefined ? [] : [apiKey])),
          contentTypes: Object.keys(responses?.['200']?.content ?? {}),
          response: responses?.['200']?.content?.['application/json']?.schema ?? null,
        };
      }),
  );

/** Fetches the service's OpenAPI document. */
export const fetchDescription = async (send: Send): Promise<ApiDescription> => {
  const document = (await (await send({ method: 'GET', path: '/openapi.json' })).json()) as Document;
  return { operations: operationsIn(document), schemas: document.components?.schemas ?? {} };
};

const dereferenced = (schema: Schema | undefined, schemas: ApiDescription['schemas']): Schema | undefined =>
  schema?.$ref?.startsWith(SCHEMAS) === true ? schemas[schema.$ref.slice(SCHEMAS.length)] : schema;

/** Returns the schema of the entries, with resolved references, if the operation returns a list; otherwise `null`. */
export const listItemSchemaOf = ({ response }: DescribedOperation, { schemas }: ApiDescription): Schema | null => {
  const properties = dereferenced(response ?? undefined, schemas)?.properties ?? {};
  const entry = 'has_more' in properties ? properties['data']?.items : undefined;
  return entry === undefined ? null : resolveReferences(entry, schemas);
};

/** Replaces each `x-extensible-enum` by `enum`: responses can have further values, inputs cannot. */
export const withEnumerations = <Value>(value: Value): Value => {
  if (Array.isArray(value)) return value.map(withEnumerations) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key === 'x-extensible-enum' ? 'enum' : key, withEnumerations(each)]);
  return Object.fromEntries(entries) as Value;
};
