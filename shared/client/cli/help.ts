import type { Command } from './command.ts';
import type { DescribedOperation } from './description.ts';
import { type Field, fieldsIn, typeOf, withDescription } from './fields.ts';
import { commandLineOf, methodsOf, VERBS } from './operations.ts';

const INDENT = '  ';

/** Two columns; the second starts after the longest text of the first. */
const columnLines = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `${INDENT}${first.padEnd(width)}  ${second}`);
};

const optionRows = (options: Command['options']): readonly (readonly [string, string])[] =>
  Object.entries(options).map(([name, { value, meaning }]) => [value === null ? `--${name}` : `--${name} ${value}`, meaning]);

/** The help of the whole program. `options`: the options that every command has. */
export const programHelp = (commands: Readonly<Record<string, Command>>, options: Command['options']): string =>
  [
    'Usage: billing COMMAND [--name value ...]',
    '',
    ...columnLines([
      ['get ID, get RESOURCE ID', 'retrieve an object; the id alone is enough: get cus_...'],
      ['list RESOURCE', 'list objects as a table, newest first; --limit N, --json, --csv'],
      ['create RESOURCE', 'create an object'],
      ['RESOURCE METHOD [ID ...]', 'call any operation of the API: subscriptions cancel sub_...'],
      ...Object.values(commands).map(({ usage, summary }) => [usage, summary] as const),
    ]),
    '',
    'Help with fields: billing create customers --help; methods of a resource: billing customers --help',
    '',
    ...columnLines([
      ['--name value', 'query parameter or body field; --metadata.plan gold sets a nested field; --ids a,b sets a list'],
      ...optionRows(options),
    ]),
    '',
    'Set the API key with BILLING_KEY or --key, and the URL of the service with BILLING_URL or --base-url.',
  ].join('\n');

/** The help of a command that is no operation of the API. */
export const commandHelp = ({ usage, summary, options }: Command): string =>
  [
    `billing ${usage}`,
    '',
    `${INDENT}${summary}`,
    ...(Object.keys(options).length === 0 ? [] : ['', ...columnLines(optionRows(options))]),
  ].join('\n');

const fieldLines = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ name, schema, isRequired }) => [
    `${INDENT}--${name}  ${typeOf(schema)}${isRequired ? ', required' : ''}`,
    ...(schema.description === undefined ? [] : [`${INDENT}${INDENT}${INDENT}${schema.description}`]),
  ]);

const queryFields = ({ parameters }: DescribedOperation): readonly Field[] =>
  parameters
    .filter((each) => each.in === 'query')
    .map(({ name, schema, description, required }) => ({
      name,
      schema: withDescription(schema, description),
      isRequired: required === true,
    }));

/** The fields that can be set as options of an operation: query parameters, or the fields of the body. */
export const optionFields = (operation: DescribedOperation): readonly Field[] =>
  operation.method === 'GET' || operation.body === null ? queryFields(operation) : fieldsIn(operation.body);

/** The help of an operation, from the OpenAPI description. `options`: the options that every operation has. */
export const operationHelp = (operation: DescribedOperation, options: Command['options']): string => {
  const fields = optionFields(operation);
  return [
    `billing ${commandLineOf(operation)}`,
    '',
    `${operation.summary}. ${operation.description}`,
    ...(fields.length === 0 ? [] : ['', operation.method === 'GET' ? 'Parameters:' : 'Fields:', ...fieldLines(fields)]),
    '',
    'Options:',
    ...columnLines(optionRows(options)),
  ].join('\n');
};

/** The help of a resource: its methods. */
export const resourceHelp = (operations: readonly DescribedOperation[], resource: string): string => {
  const methods = methodsOf(operations, resource);
  const shortForms = Object.entries(VERBS).flatMap(([verb, method]) =>
    methods.some(([name]) => name === method) ? [`billing ${verb} ${resource}`] : [],
  );
  return [
    `billing ${resource} METHOD`,
    '',
    ...columnLines(methods.map(([, operation]) => [commandLineOf(operation), operation.summary])),
    '',
    `${shortForms.length === 0 ? '' : `Short forms: ${shortForms.join(', ')}. `}Fields: --help after a method.`,
  ].join('\n');
};
