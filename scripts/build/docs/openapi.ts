/** A JSON Schema as the OpenAPI document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

/** Bodies by media type. */
export type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown } | undefined>>;

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

/** An operation as the OpenAPI document describes it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, Response>>;
}

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  /** Deliveries by event type. */
  readonly webhooks?: Readonly<Record<string, { readonly $ref?: string; readonly post?: DescribedOperation }>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** An operation with its route. `method`: in upper case; `page`: path of its page in the documentation; `anchor`: its id there. */
export interface Operation extends DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly page: string;
  readonly anchor: string;
}

/** A group of operations: one page. */
export interface Group {
  readonly title: string;
  readonly description: string;
  readonly page: string;
  readonly operations: readonly Operation[];
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** `credit_notes` and `Credit notes` become `credit-notes`. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** `credit_notes` becomes `Credit notes`; a name with spaces or capitals is already a title. */
const titleOf = (name: string): string => {
  if (/[A-Z ]/.test(name)) return name;
  const text = name.replaceAll('_', ' ').replace(/\b(api)\b/g, (word) => word.toUpperCase());
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

/** Returns what a reference points to, with the name of the component; `value` itself if it is no reference. */
export const resolveReference = <T extends { readonly $ref?: string }>(
  document: OpenApiDocument,
  value: T,
): { readonly value: T; readonly name: string | null } => {
  if (value.$ref === undefined) return { value, name: null };
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/(.+)$/.exec(value.$ref) ?? [];
  const target = document.components?.[kind]?.[name] as T | undefined;
  if (target === undefined) throw new Error(`The OpenAPI document has no ${value.$ref}.`);
  // A description next to a reference is about this use of the component, so it replaces the component's description.
  const { $ref: _, ...overrides } = value;
  return { value: { ...resolveReference(document, target).value, ...overrides } as T, name };
};

const operationsOf = (document: OpenApiDocument): readonly (DescribedOperation & { readonly method: string; readonly path: string })[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

/** The operations of a group start with these verbs, in this order. */
const VERBS = ['create', 'retrieve', 'list', 'update'];
const rankOf = ({ operationId }: DescribedOperation): number => {
  const verb = operationId.slice(operationId.lastIndexOf('.') + 1);
  const rank = VERBS.indexOf(verb);
  return rank === -1 ? VERBS.length : rank;
};

/** Returns the groups of operations in the order of the document's tags. Groups without operations are left out. */
export const groupsOf = (document: OpenApiDocument): readonly Group[] => {
  const operations = operationsOf(document);
  const described = document.tags ?? [];
  const names = new Set([...described.map(({ name }) => name), ...operations.map(({ tags }) => tags?.[0] ?? 'other')]);
  return [...names]
    .map((name) => {
      const page = `api/${slugOf(name)}`;
      const members = operations.filter(({ tags }) => (tags?.[0] ?? 'other') === name).sort((one, other) => rankOf(one) - rankOf(other));
      return {
        title: titleOf(name),
        description: described.find((tag) => tag.name === name)?.description ?? '',
        page,
        operations: members.map((operation) => ({ ...operation, page, anchor: operation.operationId })),
      };
    })
    .filter((group) => group.operations.length > 0);
};

/** Returns the schema and the example of a JSON body, or `null` if the request or response has none. */
export const jsonOf = (content: Content | undefined): { readonly schema?: Schema; readonly example?: unknown } | null =>
  content?.['application/json'] ?? null;

/** Returns the parameters of an operation in one location: path, query or header. */
export const parametersIn = (document: OpenApiDocument, operation: DescribedOperation, location: Parameter['in']): readonly Parameter[] =>
  (operation.parameters ?? [])
    .map((parameter) => resolveReference(document, parameter).value)
    .filter((parameter) => parameter.in === location);

/** Returns the successful response of an operation. */
export const successOf = (document: OpenApiDocument, { responses = {} }: DescribedOperation): Response => {
  const [, response = {}] = Object.entries(responses).find(([status]) => /^2/.test(status)) ?? [];
  return resolveReference(document, response).value;
};
