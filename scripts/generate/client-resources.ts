import type { AnySchema, Operation } from '../../shared/api/operation.ts';
import { jsonSchemaOf } from './json-schema.ts';

/** Streaming operations, which are implemented by hand in `shared/client/index.ts`. */
const HANDWRITTEN: ReadonlySet<string> = new Set(['events.stream', 'tenant.export']);

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Whether the operation returns a file. */
export const isFileResponse = (response: Operation['response']): boolean => response === 'pdf' || response === 'e-invoice';

/** Whether the clients have a generated method for the operation. */
export const hasGeneratedMethod = ({ id, response }: Operation): boolean =>
  !HANDWRITTEN.has(id) && (typeof response !== 'string' || isFileResponse(response));

const schemaOf = (schema: AnySchema, side: 'input' | 'output') =>
  jsonSchemaOf(schema, side) as { readonly required?: readonly string[]; readonly properties?: Readonly<Record<string, unknown>> };

const isList = ({ response, query }: Operation): boolean =>
  typeof response !== 'string' && query !== null && 'starting_after' in (schemaOf(query, 'input').properties ?? {});

/** Builds the method that fetches a response in a format other than JSON; empty if the operation has no such format. */
const fileMethodOf = ({ id, path, files, summary }: Operation): readonly string[] => {
  if (files === undefined) return [];
  const head = `    ${camel(id.split('.')[1] ?? '')}File: (query: Query<'${id}'>, options?: RequestOptions): Promise<Uint8Array> =>`;
  return [
    `    /** ${summary}, as a file in the format of the query: ${Object.keys(files).join(' or ')}. */\n${head}\n      calls.bytes('${path}', options, query),`,
  ];
};

/** Builds a method of a resource. Its parameters: the ids in the path, the body or the query, the request options. */
const methodOf = (operation: Operation): string => {
  const { id, method, path, query, body, response, summary } = operation;
  const ids = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => camel(name));
  const pathExpression =
    ids.length === 0 ? `'${path}'` : `\`${path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => `\${encodedSegment(${camel(name)})}`)}\``;
  const isOptional = body !== null && (schemaOf(body, 'input').required ?? []).length === 0;
  const parameters = [
    ...ids.map((name) => `${name}: string`),
    ...(body === null ? [] : [`body: Body<'${id}'>${isOptional ? ' = {}' : ''}`]),
    ...(query === null ? [] : [`query?: Query<'${id}'>`]),
    'options?: RequestOptions',
  ];
  const requestParts = [...(query === null ? [] : ['query']), ...(body === null ? [] : ['body'])];
  const [returnType, call] = ((): readonly [string, string] => {
    if (isFileResponse(response)) return ['Promise<Uint8Array>', `bytes(${pathExpression}, options${query === null ? '' : ', query'})`];
    if (isList(operation)) return [`List<Entry<'${id}'>>`, `list<'${id}'>(${pathExpression}, query, options)`];
    return [
      `Promise<Answer<'${id}'>>`,
      `json<'${id}'>('${method}', ${pathExpression}, {${requestParts.length === 0 ? '' : ` ${requestParts.join(', ')} `}}, options)`,
    ];
  })();
  const head = `    ${camel(id.split('.')[1] ?? '')}: (${parameters.join(', ')}): ${returnType} =>`;
  return `    /** ${summary}. */\n${head}\n      calls.${call},`;
};

/** Builds the module of the client's resources, with a method per operation. */
export const clientResources = (operations: readonly Operation[]): string => {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations.filter(hasGeneratedMethod)) {
    const group = camel(operation.id.split('.')[0] ?? '');
    groups.set(group, [...(groups.get(group) ?? []), operation]);
  }
  const resources = [...groups].map(
    ([group, members]) => `  ${group}: {\n${members.flatMap((member) => [methodOf(member), ...fileMethodOf(member)]).join('\n')}\n  },`,
  );
  return [
    '/** Written by `npm run generate` from the declarations of the operations. */',
    '',
    "import type { List } from './pages.ts';",
    "import type { RequestOptions } from './transport.ts';",
    "import { type Answer, type Body, type Calls, type Entry, encodedSegment, type Query } from './types.ts';",
    '',
    '/** Every operation that returns JSON or a file, by resource and method; the streams are in `index.ts`. */',
    'export const resourcesOf = (calls: Calls) => ({',
    ...resources,
    '});',
    '',
    'export type Resources = ReturnType<typeof resourcesOf>;',
    '',
  ].join('\n');
};
