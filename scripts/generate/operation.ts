import type { Method, PathParam } from '../../shared/api/operation.ts';
import type { Scope } from '../../shared/api/scopes.ts';
import { isScope } from '../../shared/api/scopes.ts';

/** What a new operation is to be. */
export interface NewOperation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly scope: Scope;
}

/** What the project has that a new operation can use. */
export interface Surroundings {
  /** The known kinds of ids in paths, by their name in `ids`. */
  readonly ids: Readonly<Record<string, PathParam>>;
  /** File names of the described objects: `customer.ts`. */
  readonly objects: ReadonlySet<string>;
}

const METHODS: readonly string[] = ['GET', 'POST', 'DELETE'] satisfies Method[];
const ID = /^[a-z][a-z_]*\.[a-z][a-z_]*$/;
const PATH = /^\/v1(\/([a-z][a-z_-]*|\{[a-z][a-z_]*\}))+$/;

/** Reads `customers.archive POST /v1/customers/{customer_id}/archive`; throws a message for whoever typed it. */
export const readNewOperation = ([id = '', method = '', path = '']: readonly string[], scope: string | undefined): NewOperation => {
  if (!ID.test(id)) throw new Error(`"${id}" is not an operation's id such as customers.archive`);
  if (!METHODS.includes(method)) throw new Error(`"${method}" is none of ${METHODS.join(', ')}`);
  if (!PATH.test(path)) throw new Error(`"${path}" is not a path such as /v1/customers/{customer_id}/archive`);
  const needed = scope ?? `${groupOf(id)}:${method === 'GET' ? 'read' : 'write'}`;
  if (!isScope(needed)) throw new Error(`There is no scope "${needed}": name the one it needs with --scope`);
  return { id, method: method as Method, path, scope: needed };
};

const groupOf = (id: string): string => id.slice(0, id.indexOf('.'));
const verbOf = (id: string): string => id.slice(id.indexOf('.') + 1);
const dashed = (name: string): string => name.replaceAll('_', '-');
const spaced = (name: string): string => name.replaceAll('_', ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const singular = (group: string): string => group.replace(/s$/, '');
const paramsOf = (path: string): string[] => [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] ?? '');

const paramSource = (name: string, { ids }: Surroundings): string => {
  const kind = name.replace(/_id$/, '');
  if (camel(kind) in ids) return `${name}: ids.${camel(kind)}`;
  return `${name}: { pattern: /^${kind}_[0-9A-HJKMNP-TV-Z]{26}$/, what: '${spaced(kind)}' }`;
};

const LINE_WIDTH = 140;

const paramLines = (params: readonly string[]): string[] => {
  const line = params.length === 0 ? '  params: {},' : `  params: { ${params.join(', ')} },`;
  return line.length <= LINE_WIDTH ? [line] : ['  params: {', ...params.map((param) => `    ${param},`), '  },'];
};

const functionSource = ({ id, method, path, scope }: NewOperation, surroundings: Surroundings): string => {
  const object = singular(groupOf(id));
  const described = surroundings.objects.has(`${dashed(object)}.ts`);
  const params = paramsOf(path).map((name) => paramSource(name, surroundings));
  const body = method === 'POST' ? 'v.strictObject({})' : 'null';
  const response = described ? capital(camel(object)) : `v.strictObject({ object: v.literal('${object}') })`;
  return [
    ...(method === 'POST' || !described ? ["import * as v from 'valibot';"] : []),
    ...(params.some((param) => param.includes('ids.')) ? ["import { ids } from '../../shared/api/fields.ts';"] : []),
    ...(described ? [`import { ${capital(camel(object))} } from '../../shared/api/objects/${dashed(object)}.ts';`] : []),
    "import { apiKey, defineOperation } from '../../shared/api/operation.ts';",
    "import { serve } from '../../shared/api/serve.ts';",
    '',
    'export const operation = defineOperation({',
    `  id: '${id}',`,
    `  method: '${method}',`,
    `  path: '${path}',`,
    `  summary: '${capital(spaced(verbOf(id)))} a ${spaced(object)}',`,
    `  auth: apiKey('${scope}'),`,
    `  profile: '${method === 'GET' ? 'read' : 'write'}',`,
    ...paramLines(params),
    '  query: null,',
    `  body: ${body},`,
    `  response: ${response},`,
    params.length === 0 ? '  errors: [],' : "  errors: ['resource_missing'],",
    '});',
    '',
    'export const handler = serve(operation, async () => {',
    `  throw new Error('${id} does nothing yet');`,
    '});',
    '',
  ].join('\n');
};

/** An id of the right form that no object has. */
const absentId = (name: string, { ids }: Surroundings): string => {
  const kind = name.replace(/_id$/, '');
  const form = ids[camel(kind)]?.pattern.source ?? `^${kind}_[0-9A-Z]{26}$`;
  const [, prefix = '', length = '26'] = /^\^([a-z]+_).*\{(\d+)\}\$$/.exec(form) ?? [];
  return `${prefix}${'0'.repeat(Number(length))}`;
};

const testSource = ({ id, method, path }: NewOperation, surroundings: Surroundings): string => {
  const params = paramsOf(path);
  const address = params.reduce((text, name) => text.replace(`{${name}}`, absentId(name, surroundings)), path);
  const status = params.length === 0 ? 200 : 404;
  return [
    "import { beforeAll, describe, expect, it } from 'vitest';",
    "import { service } from '../support/service.ts';",
    '',
    `describe('${id}', () => {`,
    '  const { baseUrl, createAccount } = service();',
    "  let testKey = '';",
    '  beforeAll(async () => {',
    '    ({ testKey } = await createAccount());',
    '  });',
    '',
    `  it('${params.length === 0 ? 'answers 200' : 'answers 404 for an id that is not there'}', async () => {`,
    `    const response = await fetch(\`\${baseUrl}${address}\`, {`,
    `      method: '${method}',`,
    ...(method === 'POST'
      ? ["      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },", "      body: '{}',"]
      : ['      headers: { authorization: `Bearer ${testKey}` },']),
    '    });',
    `    expect(response.status).toBe(${status});`,
    '  });',
    '});',
    '',
  ].join('\n');
};

/** The files of a new operation by path: its function, which fails until it is written, and its contract test. */
export const scaffold = (operation: NewOperation, surroundings: Surroundings): ReadonlyMap<string, string> => {
  const [group, verb] = [dashed(groupOf(operation.id)), dashed(verbOf(operation.id))];
  return new Map([
    [`functions/${group}/${verb}.ts`, functionSource(operation, surroundings)],
    [`test/contract/${group}-${verb}.test.ts`, testSource(operation, surroundings)],
  ]);
};
