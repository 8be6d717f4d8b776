import { suggestion } from '../../platform/suggestion.ts';
import type { DescribedOperation } from './description.ts';
import { CommandLineError } from './usage.ts';

/** Methods that can be written before the resource: `list customers`. */
export const VERBS: Readonly<Record<string, string>> = { get: 'retrieve', list: 'list', create: 'create' };

/** The operation of a command line, and the ids for the path of the operation. */
export interface NamedOperation {
  readonly operation: DescribedOperation;
  readonly ids: readonly string[];
}

const snakeCase = (name: string): string => name.replaceAll('-', '_');

const resourceOf = ({ id }: DescribedOperation): string => id.slice(0, id.lastIndexOf('.'));
const methodOf = ({ id }: DescribedOperation): string => id.slice(id.lastIndexOf('.') + 1);

/** Returns the names of all resources, in the order of the OpenAPI document. */
export const resourcesIn = (operations: readonly DescribedOperation[]): readonly string[] => [...new Set(operations.map(resourceOf))];

/** Returns the operations of a resource, and their methods: `['cancel', operation]`. `resource` can be written with hyphens. */
export const methodsOf = (
  operations: readonly DescribedOperation[],
  resource: string,
): readonly (readonly [string, DescribedOperation])[] =>
  operations.filter((each) => resourceOf(each) === snakeCase(resource)).map((each) => [methodOf(each), each] as const);

const placeholders = ({ pathParams }: DescribedOperation): string => pathParams.map((name) => ` ${name.toUpperCase()}`).join('');

/** Returns the command line of an operation: `customers update CUSTOMER_ID`. */
export const commandLineOf = (operation: DescribedOperation): string =>
  `${resourceOf(operation)} ${methodOf(operation)}${placeholders(operation)}`;

const lastIdPattern = ({ pathParams, parameters }: DescribedOperation): string =>
  parameters.find(({ in: location, name }) => location === 'path' && name === pathParams.at(-1))?.schema.pattern ?? '';

/** Returns true for texts such as `cus_01K0`, which cannot be names of resources. */
export const looksLikeId = (text: string): boolean => /^[a-z]+_.*\d/.test(text);

/** Finds the operation that retrieves the object with this id, by the prefix of the id. Throws `CommandLineError`. */
const findById = (operations: readonly DescribedOperation[], id: string): DescribedOperation => {
  const prefix = id.slice(0, id.indexOf('_') + 1);
  const found = operations.find((each) => methodOf(each) === 'retrieve' && lastIdPattern(each).startsWith(`^${prefix}`));
  if (found !== undefined) return found;
  throw new CommandLineError(`No object can be retrieved by an id that starts with ${prefix}`);
};

/** Returns the resource of the object with this id: `customers`. Throws `CommandLineError`. */
export const resourceById = (operations: readonly DescribedOperation[], id: string): string => resourceOf(findById(operations, id));

/** Builds the error for an unknown resource, or for a resource without the method. `commands`: command names, for suggestions. */
const unknownName = (
  operations: readonly DescribedOperation[],
  [first, second]: readonly [string, string],
  commands: readonly string[],
) => {
  const isVerb = Object.hasOwn(VERBS, first);
  const [resource, method] = isVerb ? [second, VERBS[first] ?? ''] : [first, second];
  const methods = methodsOf(operations, resource).map(([name]) => name);
  if (methods.length > 0) {
    const problem = method === '' ? `Which method of ${resource}?` : `${resource} has no method ${method}.`;
    return new CommandLineError(`${problem}${suggestion(snakeCase(method), methods)} Methods: ${methods.join(', ')}.`);
  }
  const resources = resourcesIn(operations);
  if (isVerb && resource === '') return new CommandLineError(`${first} requires a resource: ${resources.join(', ')}.`);
  const hint = suggestion(snakeCase(resource), isVerb ? resources : [...commands, ...Object.keys(VERBS), ...resources]);
  const problem = isVerb ? `Unknown resource ${resource}.` : `Unknown command ${resource}.`;
  return new CommandLineError(`${problem}${hint === '' ? ` Resources: ${resources.join(', ')}.` : hint}`);
};

/**
 * Finds the operation for `get cus_1`, `get customers cus_1` or `customers retrieve cus_1`. `commands`: command names, for suggestions.
 * Throws `CommandLineError`.
 */
export const findOperation = (
  operations: readonly DescribedOperation[],
  positionals: readonly string[],
  commands: readonly string[],
): NamedOperation => {
  const [first = '', second = '', ...ids] = positionals;
  if (first === 'get' && ids.length === 0 && looksLikeId(second)) {
    return { operation: findById(operations, second), ids: [second] };
  }
  const verb = VERBS[first];
  const [resource, method] = verb === undefined ? [first, snakeCase(second)] : [second, verb];
  const [, operation] = methodsOf(operations, resource).find(([name]) => name === method) ?? [];
  if (operation === undefined) throw unknownName(operations, [first, second], commands);
  return { operation, ids };
};

/** Throws `CommandLineError` unless there are exactly as many ids as path parameters. */
export const requireIds = ({ operation, ids }: NamedOperation): void => {
  const { pathParams, id } = operation;
  if (ids.length === pathParams.length) return;
  const expected = pathParams.length === 0 ? 'takes no id' : `requires ${pathParams.join(' and ')}`;
  throw new CommandLineError(`${id} ${expected}: billing ${commandLineOf(operation)}`);
};
