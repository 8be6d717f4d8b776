import type { Method } from '../../shared/api/operation.ts';
import type { Scope } from '../../shared/api/scopes.ts';
import { isScope } from '../../shared/api/scopes.ts';
import { camel, capital, dashed, spaced, withArticle } from './names.ts';
import type { ProjectFacts } from './project-facts.ts';
import { type Rule, ruleOf, ruleSource, ruleTestSource } from './rule.ts';

/** Declaration of a new operation. */
export interface NewOperation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly scope: Scope;
  /** The folder of the record in `shared/domain`, for example `tax-rate`. */
  readonly about: string;
  /** The folder of the rule below the record's folder, for example `lifecycle`; empty: the record's folder. */
  readonly subfolder: string;
}

/** Options of the command. */
export interface Options {
  readonly scope?: string | undefined;
  readonly about?: string | undefined;
}

const METHODS: readonly string[] = ['GET', 'POST', 'DELETE'] satisfies Method[];
const ID = /^[a-z][a-z_]*\.[a-z][a-z_]*$/;
const PATH = /^\/v1(\/([a-z][a-z_-]*|\{[a-z][a-z_]*\}))+$/;

const groupOf = (id: string): string => id.slice(0, id.indexOf('.'));
const verbOf = (id: string): string => id.slice(id.indexOf('.') + 1);
const singular = (group: string): string => group.replace(/s$/, '');
const paramsOf = (path: string): string[] => [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] ?? '');

/** Reads `customers.archive POST /v1/customers/{customer_id}/archive`. Throws a message for the user if an argument is invalid. */
export const readNewOperation = ([id = '', method = '', path = '']: readonly string[], { scope, about }: Options): NewOperation => {
  if (!ID.test(id)) throw new Error(`"${id}" is not an operation id such as customers.archive.`);
  if (!METHODS.includes(method)) throw new Error(`"${method}" is not a method: use ${METHODS.join(', ')}.`);
  if (!PATH.test(path)) throw new Error(`"${path}" is not a path such as /v1/customers/{customer_id}/archive.`);
  const requiredScope = scope ?? `${groupOf(id)}:${method === 'GET' ? 'read' : 'write'}`;
  if (!isScope(requiredScope)) throw new Error(`There is no scope "${requiredScope}": set the required scope with --scope.`);
  const [folder = '', ...subfolders] = (about ?? dashed(singular(groupOf(id)))).split('/');
  return { id, method: method as Method, path, scope: requiredScope, about: folder, subfolder: subfolders.join('/') };
};

const paramSource = (name: string, { ids }: ProjectFacts): string => {
  const kind = name.replace(/_id$/, '');
  if (camel(kind) in ids) return `${name}: idParams.${camel(kind)}`;
  return `${name}: { pattern: /^${kind}_[0-9A-HJKMNP-TV-Z]{26}$/, what: '${spaced(kind)}' }`;
};

/** Returns the name of the response schema; `null` if the object has no schema yet, or its view function does not have the usual name. */
const responseOf = (operation: NewOperation, { objects }: ProjectFacts, rule: Rule | null): string | null => {
  const hasView = rule === null || rule.entity.view === `view${rule.entity.record}`;
  return hasView && objects.has(`${operation.about}.ts`) ? capital(camel(operation.about)) : null;
};

const unimplementedHandler = (id: string): readonly string[] => [
  'export const handler = serve(operation, async () => {',
  `  throw new Error('${id} is not implemented yet.');`,
  '});',
];

/** Builds the handler's code that loads the record and the time of its test clock. */
const loadSource = ({ variable, entity, idParam }: Rule): readonly string[] => {
  const get = `await store.get(${entity.aggregate}, tenant, params.${idParam})`;
  switch (entity.clock) {
    case null:
      return [`    load: async () => ({ ${variable}: ${get} }),`, '    nowOf: () => null,'];
    case 'customer':
      return [
        '    load: async () => {',
        `      const ${variable} = ${get};`,
        `      const customer = ${variable} === null ? null : await store.get(customerAggregate, tenant, ${variable}.record.customerId);`,
        `      return { ${variable}, clockTime: await fetchClockTime(store, tenant, customer?.record.testClockId ?? null) };`,
        '    },',
        '    nowOf: ({ clockTime }) => clockTime,',
      ];
    default:
      return [
        '    load: async () => {',
        `      const ${variable} = ${get};`,
        `      return { ${variable}, clockTime: await fetchClockTime(store, tenant, ${variable}?.record.${entity.clock} ?? null) };`,
        '    },',
        '    nowOf: ({ clockTime }) => clockTime,',
      ];
  }
};

/** Builds the handler's code for a new record; the author must add its test clock. */
const newRecordLoadSource = ({ entity }: Rule): readonly string[] => [
  '    load: async () => null,',
  ...(entity.clock === null
    ? ['    nowOf: () => null,']
    : ['    nowOf: () => {', "      throw new Error('Return the time of the new record’s test clock, or null.');", '    },']),
];

const handlerSource = (rule: Rule, response: string | null, object: string): readonly string[] => {
  const { name, variable, entity, idParam } = rule;
  const answer = response === null ? `() => ({ object: '${object}' as const })` : `(${variable}) => ${entity.view}(${variable}, tenant)`;
  const needs = [...(response === null && idParam === null ? [] : ['tenant']), ...(idParam === null ? [] : ['store']), 'run'];
  return [
    `export const handler = serve(operation, async (${idParam === null ? '_input' : '{ params }'}, { ${needs.join(', ')} }) =>`,
    '  run({',
    ...(idParam === null ? newRecordLoadSource(rule) : loadSource(rule)),
    `    decide: (state, context) => ${name}(null, state, context),`,
    `    answer: ${answer},`,
    '  }),',
    ');',
  ];
};

const clockImports = ({ entity, idParam, about }: Rule): readonly string[] =>
  idParam === null || entity.clock === null
    ? []
    : [
        ...(entity.clock === 'customer' && about !== 'customer'
          ? ["import { customerAggregate } from '../../shared/domain/customer/record.ts';"]
          : []),
        "import { fetchClockTime } from '../../shared/runtime/simulated-time.ts';",
      ];

const ruleImports = (rule: Rule, response: string | null): readonly string[] => {
  const imports = [...(rule.idParam === null ? [] : [rule.entity.aggregate]), ...(response === null ? [] : [rule.entity.view])];
  return [
    `import { ${rule.name} } from '../../${rule.file}';`,
    ...(imports.length === 0
      ? []
      : [`import { ${imports.join(', ')} } from '../../shared/domain/${rule.about}/${rule.entity.aggregateFile}';`]),
    ...clockImports(rule),
  ];
};

const functionSource = (operation: NewOperation, facts: ProjectFacts, rule: Rule | null): string => {
  const { id, method, path, scope, about } = operation;
  const object = about.replaceAll('-', '_');
  const response = responseOf(operation, facts, rule);
  const params = paramsOf(path).map((name) => paramSource(name, facts));
  return [
    ...(method === 'POST' || response === null ? ["import * as v from 'valibot';"] : []),
    ...(params.some((param) => param.includes('idParams.')) ? ["import { idParams } from '../../shared/api/schemas/fields.ts';"] : []),
    ...(response === null ? [] : [`import { ${response} } from '../../shared/api/objects/${about}.ts';`]),
    "import { apiKey, defineOperation } from '../../shared/api/operation.ts';",
    "import { serve } from '../../shared/api/serve/serve.ts';",
    ...(rule === null ? [] : ruleImports(rule, response)),
    '',
    'export const operation = defineOperation({',
    `  id: '${id}',`,
    `  method: '${method}',`,
    `  path: '${path}',`,
    `  summary: '${capital(spaced(verbOf(id)))} ${withArticle(spaced(object))}',`,
    `  auth: apiKey('${scope}'),`,
    `  profile: '${method === 'GET' ? 'read' : 'write'}',`,
    `  params: {${params.join(', ')}},`,
    '  query: null,',
    `  body: ${method === 'POST' ? 'v.strictObject({})' : 'null'},`,
    `  response: ${response ?? `v.strictObject({ object: v.literal('${object}') })`},`,
    params.length === 0 ? '  errors: [],' : "  errors: ['resource_missing'],",
    '});',
    '',
    ...(rule === null ? unimplementedHandler(id) : handlerSource(rule, response, object)),
    '',
  ].join('\n');
};

/** Builds a valid id that no object has, from the pattern of the id, such as `^cus_[0-9A-Z]{26}$`. */
const absentId = (name: string, { ids }: ProjectFacts): string => {
  const kind = name.replace(/_id$/, '');
  const pattern = ids[camel(kind)]?.pattern.source ?? `^${kind}_[0-9A-Z]{26}$`;
  const [, prefix = '', length = '26'] = /^\^([a-z]+_).*\{(\d+)\}\$$/.exec(pattern) ?? [];
  return `${prefix}${'0'.repeat(Number(length))}`;
};

const contractTestSource = ({ id, method, path }: NewOperation, facts: ProjectFacts): string => {
  const params = paramsOf(path);
  const requestPath = params.reduce((text, name) => text.replace(`{${name}}`, absentId(name, facts)), path);
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
    `  it('${params.length === 0 ? 'answers 200' : 'answers 404 for an unknown id'}', async () => {`,
    `    const response = await fetch(\`\${baseUrl}${requestPath}\`, {`,
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

/**
 * Builds the files of a new operation by path: its function and contract test; for a write also the domain rule and its test. Unfinished
 * parts fail a test. Throws if the record type of the rule does not exist.
 */
export const scaffold = (operation: NewOperation, facts: ProjectFacts): ReadonlyMap<string, string> => {
  const [group, verb] = [dashed(groupOf(operation.id)), dashed(verbOf(operation.id))];
  const rule = operation.method === 'GET' ? null : ruleOf(verbOf(operation.id), operation, paramsOf(operation.path), facts);
  return new Map([
    [`functions/${group}/${verb}.ts`, functionSource(operation, facts, rule)],
    [`test/contract/${group}-${verb}.test.ts`, contractTestSource(operation, facts)],
    ...(rule === null
      ? []
      : ([
          [rule.file, ruleSource(rule)],
          [`test/domain/${group}-${verb}.test.ts`, ruleTestSource(rule, operation.id)],
        ] as const)),
  ]);
};
