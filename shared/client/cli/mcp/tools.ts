import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { type DescribedOperation, type Document, operationsIn, type Schema, withEnumerations } from '../description.ts';

/** An operation of the API and the MCP tool that calls it. */
export interface OperationTool {
  readonly operation: DescribedOperation;
  readonly tool: Tool;
  readonly repetition: Repetition;
  /** False: the key lacks the scope of the operation. */
  readonly isAllowed: boolean;
}

/**
 * What happens to a call with the same arguments as an earlier call of the last 24 hours. `executed`: it is sent again without a further
 * effect (reads, updates of fields, deletions). `answered`: the response of the first call is the result. `refused`: the response of the
 * first call is returned as an error, because another call may have reverted the action (such as a pause) since.
 */
export type Repetition = 'executed' | 'answered' | 'refused';

/** The argument that makes a repeated call execute again. Tools with the repetition `executed` do not need it. */
export const REPEAT_ARGUMENT = 'idempotency_key';

const REPEAT_SCHEMA: Schema = {
  type: 'string',
  description:
    'Leave out. A call with the same arguments within 24 hours is not executed again; only if the user wants exactly that call again, ' +
    'send a value that was not used before.',
};

/** Operations without a tool, because their response can have any size: the export can be as large as the account. */
const UNBOUNDED: ReadonlySet<string> = new Set(['tenant.export']);
/** Content types of bounded responses. Apart from the export, unbounded responses have other types. */
const RESPONSE_TYPES: ReadonlySet<string> = new Set(['application/json', 'application/pdf']);

/** Creations that cannot be reverted. */
const IRREVERSIBLE: ReadonlySet<string> = new Set(['refunds.create']);

const singular = (group: string): string => group.replace(/ies$/, 'y').replace(/s$/, '');

const partsOf = ({ id }: DescribedOperation): readonly [group: string, action: string] => {
  const dot = id.lastIndexOf('.');
  return [id.slice(0, dot), id.slice(dot + 1)];
};

/**
 * Names the tool of an operation: `create_customer`, `list_invoices`, `cancel_subscription`. An operation whose action is not a single verb
 * keeps its id: `subscriptions_preview_update`, `tenant_capabilities`.
 */
const toolName = (operation: DescribedOperation): string => {
  const [group, action] = partsOf(operation);
  if (action === 'list') return `list_${group}`;
  if (action === 'retrieve') return `retrieve_${operation.pathParams.length === 0 ? group : singular(group)}`;
  return operation.method === 'GET' || action.includes('_') ? `${group}_${action}` : `${action}_${singular(group)}`;
};

const isRead = ({ method, scopes }: DescribedOperation): boolean =>
  method === 'GET' || scopes.every((alternative) => alternative.every((scope) => scope.endsWith(':read')));

const isCreation = (operation: DescribedOperation): boolean => /^create(_|$)/.test(partsOf(operation)[1]);

/** True if the operation sets fields of an object to the values of the body, so that repeating the call changes nothing more. */
const setsFields = (operation: DescribedOperation): boolean =>
  /(^|_)update$/.test(partsOf(operation)[1]) && !operation.path.endsWith('/update');

const repetitionOf = (operation: DescribedOperation): Repetition => {
  if (isRead(operation) || operation.method === 'DELETE' || setsFields(operation)) return 'executed';
  return isCreation(operation) ? 'answered' : 'refused';
};

/** Builds the schema of a tool's arguments: path and query parameters and the fields of the body. Throws if two have the same name. */
const inputSchemaOf = (operation: DescribedOperation): Tool['inputSchema'] => {
  const { id, parameters, body } = operation;
  const fields: (readonly [string, Schema])[] = [
    ...parameters.map(
      ({ name, description, schema }) => [name, { ...schema, ...(description === undefined ? {} : { description }) }] as const,
    ),
    ...Object.entries(body?.properties ?? {}),
    ...(repetitionOf(operation) === 'executed' ? [] : [[REPEAT_ARGUMENT, REPEAT_SCHEMA] as const]),
  ];
  const properties = Object.fromEntries(fields.map(([name, schema]) => [name, withEnumerations(schema)]));
  if (Object.keys(properties).length < fields.length) throw new Error(`${id} has two arguments with the same name.`);
  const required = [...parameters.filter((each) => each.required === true).map(({ name }) => name), ...(body?.required ?? [])];
  return { type: 'object', properties, required, additionalProperties: false };
};

const toolOf = (operation: DescribedOperation): Tool => {
  const readOnlyHint = isRead(operation);
  return {
    name: toolName(operation),
    title: operation.summary,
    description: `${operation.summary}. ${operation.description}`,
    inputSchema: inputSchemaOf(operation),
    annotations: {
      title: operation.summary,
      readOnlyHint,
      destructiveHint: !readOnlyHint && (!isCreation(operation) || IRREVERSIBLE.has(operation.id)),
      // Reads, updates and deletions are idempotent; other calls have a derived idempotency key.
      idempotentHint: true,
    },
  };
};

/** True if a key with the scopes `held` may call the operation. */
const allows = (held: readonly string[], { scopes }: DescribedOperation): boolean =>
  scopes.some((alternative) => alternative.every((scope) => held.includes('*') || held.includes(scope)));

const hasTool = ({ id, path, scopes, contentTypes }: DescribedOperation): boolean =>
  path.startsWith('/v1/') && scopes.length > 0 && !UNBOUNDED.has(id) && contentTypes.some((type) => RESPONSE_TYPES.has(type));

/**
 * Returns a tool for each operation under `/v1` that takes an API key and has a bounded response. `heldScopes`: the scopes of the key, `*`
 * for all.
 */
export const toolsOf = (document: Document, heldScopes: readonly string[]): readonly OperationTool[] =>
  operationsIn(document)
    .filter(hasTool)
    .map((operation) => ({
      operation,
      tool: toolOf(operation),
      repetition: repetitionOf(operation),
      isAllowed: allows(heldScopes, operation),
    }));
