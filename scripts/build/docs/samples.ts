import { EXAMPLE_KEY, EXAMPLE_URL } from './highlight.ts';
import {
  jsonOf,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  parametersIn,
  resolveReference,
  type Schema,
  successOf,
} from './openapi.ts';

/** The same request in three languages. */
export interface Samples {
  readonly curl: string;
  readonly typescript: string;
  readonly python: string;
}

/** Finds examples of ids: the first text in the examples of the document that matches a pattern. */
export type IdFinder = (pattern: string) => string | undefined;

/** Returns a finder that searches all texts in the examples of the document. */
export const idFinder = (document: OpenApiDocument): IdFinder => {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part);
  };
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      collect(jsonOf(successOf(document, operation).content)?.example);
      collect(jsonOf(operation.requestBody?.content)?.example);
    }
  }
  const all = [...texts];
  return (pattern) => all.find((text) => new RegExp(pattern).test(text));
};

/** Shown for an id without an example: the prefix of the id's pattern and dots, such as `cus_...`. */
const placeholder = (pattern: string | undefined): string => `${/^\^([a-z_]+)/.exec(pattern ?? '')?.[1] ?? ''}...`;

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const sampleOf = (schema: Schema): unknown =>
  schema.example ??
  schema.default ??
  schema.enum?.[0] ??
  schema['x-extensible-enum']?.[0] ??
  (schema.type === 'integer' ? (schema.minimum ?? 1) : 'ada');

/** Query of the example: required parameters and, for a list, the page size. */
const queryOf = (parameters: readonly Parameter[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    parameters
      .filter(({ name, required }) => required === true || name === 'limit')
      .map(({ name, schema = {} }) => [name, name === 'limit' ? 3 : sampleOf(schema)]),
  );

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** Writes a value as TypeScript. */
const typescriptOf = (value: unknown, indent = ''): string => {
  if (Array.isArray(value)) return `[${value.map((item) => typescriptOf(item, indent)).join(', ')}]`;
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${IDENTIFIER.test(name) ? name : `'${name}'`}: ${typescriptOf(field, `${indent}  `)}`,
  );
  if (fields.length === 0) return '{}';
  return `{\n${fields.map((field) => `${indent}  ${field},\n`).join('')}${indent}}`;
};

/** Writes a value as Python. */
const pythonOf = (value: unknown, indent = ''): string => {
  if (Array.isArray(value)) return `[${value.map((item) => pythonOf(item, indent)).join(', ')}]`;
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${pythonOf(field, `${indent}    `)}`);
  if (fields.length === 0) return '{}';
  return `{\n${fields.map((field) => `${indent}    ${field},\n`).join('')}${indent}}`;
};

/** Credential of the example: most calls take an API key. */
const credentialOf = ({ security = [] }: Operation): { readonly key: string; readonly variable: string } => {
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  if (schemes.includes('clientSecret')) return { key: 'cs_..._secret_...', variable: 'client_secret' };
  if (schemes.includes('portalToken')) return { key: 'svc_portal_...', variable: 'portal_token' };
  return { key: EXAMPLE_KEY, variable: 'test_key' };
};

const curlOf = (operation: Operation, url: string, query: Readonly<Record<string, unknown>>, body: unknown, isFile: boolean): string => {
  const { method, security = [] } = operation;
  const isPublic = security.length === 0;
  const pairs = Object.entries(query);
  return [
    `curl ${pairs.length > 0 ? '-G ' : ''}${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `}'${EXAMPLE_URL}${url}'`,
    ...(isPublic ? [] : [`-H 'Authorization: Bearer ${credentialOf(operation).key}'`]),
    ...pairs.map(([name, value]) => `-d '${name}=${String(value)}'`),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
    ...(isFile ? ['-o document.pdf'] : []),
  ].join(' \\\n  ');
};

/** Writes the first lines of an example, which create the client. */
const clientIn = (language: 'typescript' | 'python', operation: Operation): string => {
  const { key } = credentialOf(operation);
  return language === 'typescript'
    ? `import { createBilling } from 'billing-service-client';\n\nconst billing = createBilling({\n  key: '${key}',\n  baseUrl: '${EXAMPLE_URL}',\n});\n\n`
    : `from billing_service import Billing\n\nbilling = Billing(\n    "${key}",\n    "${EXAMPLE_URL}",\n)\n\n`;
};

/** Whether the clients' method for the operation returns an iterator. */
const isListOf = (document: OpenApiDocument, operation: Operation): boolean =>
  parametersIn(document, operation, 'query').some(({ name }) => name === 'starting_after') && operation.operationId !== 'tenant.export';

interface Call {
  readonly operation: Operation;
  readonly ids: readonly string[];
  /** Body or query; `undefined` if the call has neither. */
  readonly parameters: unknown;
  readonly isList: boolean;
  readonly isFile: boolean;
}

/** Names of the parameters in the path of an operation, in order. */
const pathNames = ({ path }: Operation): readonly string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);

const typescriptExpression = ({ operationId }: Operation, values: readonly string[]): string =>
  `billing.${operationId.split('.').map(camel).join('.')}(${values.join(', ')})`;

const pythonExpression = ({ operationId }: Operation, values: readonly string[]): string => `billing.${operationId}(${values.join(', ')})`;

const typescriptStatements = ({ operation, ids, parameters, isList, isFile }: Call): string => {
  const values = [...ids.map((id) => `'${id}'`), ...(parameters === undefined ? [] : [typescriptOf(parameters)])];
  const call = typescriptExpression(operation, values);
  if (isList) return `for await (const item of ${call}) {\n  console.log(item);\n}`;
  return isFile ? `const pdf = await ${call};\nconsole.log(pdf.byteLength);` : `const result = await ${call};\nconsole.log(result);`;
};

const pythonStatements = ({ operation, ids, parameters, isList, isFile }: Call): string => {
  const values = [...ids.map((id) => `"${id}"`), ...(parameters === undefined ? [] : [pythonOf(parameters)])];
  const call = pythonExpression(operation, values);
  if (isList) return `for item in ${call}:\n    print(item)`;
  return isFile ? `pdf = ${call}\nprint(len(pdf))` : `result = ${call}\nprint(result)`;
};

/** Writes an operation's call in each client: `billing.usageRecords.summary(subscriptionId)`. A body or query is written as `{...}`. */
export const clientCallsOf = (document: OpenApiDocument, operation: Operation): Pick<Samples, 'typescript' | 'python'> => {
  const names = pathNames(operation);
  const hasFields = operation.requestBody !== undefined || parametersIn(document, operation, 'query').length > 0;
  const fields = hasFields ? ['{...}'] : [];
  return {
    typescript: typescriptExpression(operation, [...names.map(camel), ...fields]),
    python: pythonExpression(operation, [...names, ...fields]),
  };
};

/** Writes the example request of an operation in three languages. */
export const samplesOf = (document: OpenApiDocument, operation: Operation, findId: IdFinder): Samples => {
  const pathParameters = parametersIn(document, operation, 'path');
  const idOf = (name: string): string => {
    const pattern = pathParameters.find((parameter) => parameter.name === name)?.schema?.pattern;
    return (pattern === undefined ? undefined : findId(pattern)) ?? placeholder(pattern);
  };
  const names = pathNames(operation);
  const url = operation.path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => idOf(name));
  const query = queryOf(parametersIn(document, operation, 'query'));
  const json = jsonOf(operation.requestBody?.content);
  const required = json?.schema === undefined ? [] : (resolveReference(document, json.schema).value.required ?? []);
  const body = json?.example ?? (required.length > 0 ? Object.fromEntries(required.map((name) => [name, '...'])) : undefined);
  const isFile = successOf(document, operation).content?.['application/pdf'] !== undefined;
  const parameters = body ?? (Object.keys(query).length > 0 ? query : undefined);
  const call = { operation, ids: names.map(idOf), parameters, isList: isListOf(document, operation), isFile };
  return {
    curl: curlOf(operation, url, query, body, isFile),
    typescript: `${clientIn('typescript', operation)}${typescriptStatements(call)}`,
    python: `${clientIn('python', operation)}${pythonStatements(call)}`,
  };
};
