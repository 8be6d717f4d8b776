import type { Operation } from '../../shared/api/operation.ts';
import type { Json, JsonObject } from '../../shared/domain/tenant.ts';
import { hasGeneratedMethod, isFileResponse } from './client-resources.ts';
import { isJsonObject } from './json-schema.ts';
import { className, docstring, importsOf, KEYWORDS, type PythonTypes, pythonTypes } from './python-types.ts';

/** Follows a path of property names; `undefined` if there is nothing. */
const at = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, name) => (isJsonObject(inner) ? inner[name] : undefined), value);

/** Replaces a reference to a component by the component. */
const resolve = (document: JsonObject, schema: Json | undefined): Json | undefined => {
  const reference = at(schema, '$ref');
  return typeof reference === 'string' ? at(document, ...reference.replace('#/', '').split('/')) : schema;
};

const isRequired = (parameter: Json): boolean => at(parameter, 'required') === true;

/** Declares the class of an operation's query parameters and returns its name; `null` if there are no query parameters. */
const queryType = (types: PythonTypes, id: string, described: Json | undefined): string | null => {
  const parameters = at(described, 'parameters');
  const query = (Array.isArray(parameters) ? parameters : []).filter((parameter) => at(parameter, 'in') === 'query');
  if (query.length === 0) return null;
  const properties = query.map((parameter): [string, Json] => {
    const schema = at(parameter, 'schema');
    return [String(at(parameter, 'name')), { ...(isJsonObject(schema) ? schema : {}), description: at(parameter, 'description') ?? '' }];
  });
  const required = query.filter(isRequired).map((parameter) => String(at(parameter, 'name')));
  return types.declare(`${className(id)}Query`, { type: 'object', properties: Object.fromEntries(properties), required }, 'sent');
};

const namesIn = (value: Json | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

interface Parts {
  readonly bodyType: string | null;
  readonly isBodyOptional: boolean;
  readonly query: string | null;
  readonly answerType: string;
  /** Type of an entry, if the operation returns a list. */
  readonly entryType: string | null;
}

const partsOf = (document: JsonObject, types: PythonTypes, { id, method, path, body }: Operation): Parts => {
  const described = at(document, 'paths', path, method.toLowerCase());
  const bodySchema = at(described, 'requestBody', 'content', 'application/json', 'schema');
  const answer = at(described, 'responses', '200', 'content', 'application/json', 'schema');
  const resolved = resolve(document, answer);
  const query = queryType(types, id, described);
  const isList = query !== null && at(resolved, 'properties', 'has_more') !== undefined;
  const entries = at(resolved, 'properties', 'data', 'items');
  return {
    bodyType: body === null ? null : types.expression(bodySchema, `${className(id)}Params`, 'sent'),
    isBodyOptional: namesIn(at(resolve(document, bodySchema), 'required')).length === 0,
    query,
    answerType: types.expression(answer, `${className(id)}Response`, 'received'),
    entryType: isList ? types.expression(entries, `${className(id)}Entry`, 'received') : null,
  };
};

/** Names of the classes of event types. */
const eventClasses = (document: JsonObject): readonly string[] => {
  const webhooks = at(document, 'webhooks');
  return Object.values(isJsonObject(webhooks) ? webhooks : {}).map((item) => {
    const reference = at(resolve(document, item), 'post', 'requestBody', 'content', 'application/json', 'schema', '$ref');
    return className(String(reference).split('/').at(-1) ?? '');
  });
};

const EVENT_TEXT =
  'An event of any type of this version; `type` determines the type of `data`. A later version of the service can record further types, so ignore a type that is not known.';

const methodOf = (operation: Operation, parts: Parts): string => {
  const { id, method: verb, path, response, summary } = operation;
  const name = id.slice(id.indexOf('.') + 1);
  const ids = [...path.matchAll(/\{([^}]+)\}/g)].map(([, each = '']) => each);
  const pathExpression =
    ids.length === 0 ? `"${path}"` : `f"${path.replaceAll(/\{([^}]+)\}/g, (_all, each: string) => `{segment(${each})}`)}"`;
  const parameters = [
    'self',
    ...ids.map((each) => `${each}: str`),
    ...(parts.bodyType === null
      ? []
      : [parts.isBodyOptional ? `params: ${qualified(parts.bodyType)} | None = None` : `params: ${qualified(parts.bodyType)}`]),
    ...(parts.query === null ? [] : [`query: ${qualified(parts.query)} | None = None`]),
    '**options: Unpack[RequestOptions]',
  ];
  const callArguments = [
    ...(parts.query === null ? [] : ['query=query']),
    ...(parts.bodyType === null ? [] : ['body=params']),
    '**options',
  ].join(', ');
  const [type, expression] = ((): readonly [string, string] => {
    if (isFileResponse(response)) return ['bytes', `self._transport.content("${verb}", ${pathExpression}, ${callArguments})`];
    if (parts.entryType !== null) {
      const list = `List[${qualified(parts.entryType)}]`;
      return [list, `List(self._transport, ${pathExpression}, query, options)`];
    }
    const answer = qualified(parts.answerType);
    return [answer, `cast("${answer}", self._transport.json("${verb}", ${pathExpression}, ${callArguments}))`];
  })();
  return [
    `    def ${KEYWORDS.has(name) ? `${name}_` : name}(${parameters.join(', ')}) -> ${type}:`,
    docstring(`${summary}.`, '        '),
    `        return ${expression}`,
    '',
  ].join('\n');
};

/** Builds the method that fetches a list as a file; an empty array if the operation has no file formats. */
const fileMethodOf = ({ id, path, files, summary }: Operation, { query }: Parts): readonly string[] =>
  files === undefined || query === null
    ? []
    : [
        [
          `    def ${id.slice(id.indexOf('.') + 1)}_file(self, query: ${qualified(query)}, **options: Unpack[RequestOptions]) -> bytes:`,
          docstring(`${summary}, as a file in the format of the query: ${Object.keys(files).join(' or ')}.`, '        '),
          `        return self._transport.content("GET", "${path}", query=query, **options)`,
          '',
        ].join('\n'),
      ];

/** Prefixes names of generated classes with their module, `types`. */
const qualified = (type: string): string =>
  type.replaceAll(/"[^"]*"|\b[A-Z]\w*/g, (name) => (name.startsWith('"') || BUILT_IN.has(name) ? name : `types.${name}`));

const BUILT_IN: ReadonlySet<string> = new Set(['None', 'Any', 'Literal', 'Sequence', 'Mapping', 'True', 'False', 'NotRequired']);

const resourceOf = (name: string, methods: readonly string[]): string =>
  [`class ${className(name)}Resource(Resource):`, docstring(`Operations of \`\`${name}\`\`.`, '    '), '', ...methods].join('\n');

/** Builds the generated modules of the Python client, by file name: the resources with a method per operation, and their types. */
export const pythonClient = (operations: readonly Operation[], document: JsonObject): ReadonlyMap<string, string> => {
  const types = pythonTypes();
  const schemas = at(document, 'components', 'schemas');
  for (const [name, schema] of Object.entries(isJsonObject(schemas) ? schemas : {}))
    if (isJsonObject(schema)) types.declare(className(name), schema, name.endsWith('Params') ? 'sent' : 'received');
  types.declareUnion('WebhookEvent', eventClasses(document), EVENT_TEXT);
  const groups = new Map<string, string[]>();
  for (const operation of operations.filter(hasGeneratedMethod)) {
    const group = operation.id.split('.')[0] ?? '';
    const parts = partsOf(document, types, operation);
    groups.set(group, [...(groups.get(group) ?? []), methodOf(operation, parts), ...fileMethodOf(operation, parts)]);
  }
  const classes = [
    'class Resource:',
    docstring('Operations of one resource.', '    '),
    '',
    '    def __init__(self, transport: Transport) -> None:',
    '        self._transport = transport',
    '',
    '',
    ...[...groups].map(([name, methods]) => `${resourceOf(name, methods)}\n`),
    'class Resources:',
    docstring('Every operation without a streaming response, by resource and method.', '    '),
    '',
    '    def __init__(self, transport: Transport) -> None:',
    ...[...groups.keys()].map((name) => `        self.${name} = ${className(name)}Resource(transport)`),
    '',
  ].join('\n');
  const resources = [
    '"""Written by `npm run generate` from the declarations of the operations."""',
    '',
    'from __future__ import annotations',
    '',
    ...importsOf(classes),
    '',
    'from . import types',
    'from ._pages import List',
    'from ._transport import RequestOptions, Transport, segment',
    '',
    '',
    classes,
  ].join('\n');
  return new Map([
    ['resources.py', resources],
    ['types.py', types.module()],
  ]);
};
