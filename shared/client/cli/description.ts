/** The parts of a JSON schema that are used to parse arguments. */
export interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

/** An operation of the OpenAPI document. */
export interface DescribedOperation {
  /** `customers.create` */
  readonly id: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Names of the path parameters, in order. */
  readonly pathParams: readonly string[];
  /** Query parameters. */
  readonly query: Readonly<Record<string, Schema>>;
  /** `null`: no body. */
  readonly body: Schema | null;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

/** Returns all operations of an OpenAPI document. */
export const operationsIn = ({ paths }: Document): readonly DescribedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['get', 'post', 'delete'].includes(method))
      .map(([method, { operationId, summary, parameters = [], requestBody }]) => ({
        id: operationId,
        summary,
        method: method.toUpperCase() as DescribedOperation['method'],
        path,
        pathParams: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
        query: Object.fromEntries(parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema])),
        body: requestBody?.content['application/json'].schema ?? null,
      })),
  );
