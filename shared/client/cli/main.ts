import { ApiError, BillingError } from '../errors.ts';
import { createBilling } from '../index.ts';
import { type Send, transportOf } from '../transport.ts';
import { callList, callOperation } from './call.ts';
import type { Command, CommandOptions, Session } from './command.ts';
import { COMMANDS } from './commands.ts';
import { type ApiDescription, type DescribedOperation, fetchDescription, listItemSchemaOf } from './description.ts';
import { canReturnFile, DOCUMENT_OPTIONS, downloadDocument, returnsFile } from './download.ts';
import { commandHelp, operationHelp, programHelp, resourceHelp } from './help.ts';
import { findOperation, methodsOf, type NamedOperation } from './operations.ts';
import { type Format, printEntries, printObject } from './output/format.ts';
import type { EndingSignal, Terminal } from './terminal.ts';
import { type Arguments, argumentsOf, CommandLineError, refuseUnknownOptions } from './usage.ts';

/** Options of every command, which are not sent to the API. */
const CONNECTION_OPTIONS: CommandOptions = {
  key: { value: 'KEY', meaning: 'API key' },
  'base-url': { value: 'URL', meaning: 'URL of the service' },
  help: { value: null, meaning: 'explain the command' },
};
const OUTPUT_OPTIONS: CommandOptions = {
  json: { value: null, meaning: 'print one JSON document' },
};
const LIST_OPTIONS: CommandOptions = {
  ...OUTPUT_OPTIONS,
  csv: { value: null, meaning: 'print CSV with all fields' },
};
const CLI_OPTIONS: CommandOptions = { ...LIST_OPTIONS, ...CONNECTION_OPTIONS };

/** The options of an operation that are not sent to the API. */
const optionsFor = (operation: DescribedOperation, description: ApiDescription): CommandOptions => {
  if (canReturnFile(operation)) return DOCUMENT_OPTIONS;
  return listItemSchemaOf(operation, description) === null ? OUTPUT_OPTIONS : LIST_OPTIONS;
};

const flagsIn = (options: CommandOptions): readonly string[] => Object.keys(options).filter((name) => options[name]?.value === null);

/** Parses the arguments. The command determines which options are flags. */
const parse = (args: readonly string[]): Arguments => {
  const command = COMMANDS[args.find((each) => !each.startsWith('--')) ?? ''];
  const [first, ...more] = args;
  return argumentsOf(
    first === 'help' ? [...more, '--help'] : args,
    new Set([...flagsIn({ ...CLI_OPTIONS, ...DOCUMENT_OPTIONS }), ...flagsIn(command?.options ?? {})]),
  );
};

/** Returns the command of a command line; `undefined` for an operation. `events` is a command, `events list` is an operation. */
const commandIn = ({ positionals: [name = '', ...more] }: Arguments): Command | undefined => {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || more.length <= command.maxArguments) return command;
  if (command.maxArguments === 0) return undefined;
  throw new CommandLineError(`Too many arguments: billing ${command.usage}`);
};

const baseUrlIn = ({ options }: Arguments, { env }: Terminal): string | undefined => options.get('base-url') ?? env['BILLING_URL'];

const formatOf = ({ options }: Arguments): Format => {
  if (options.has('json') && options.has('csv')) throw new CommandLineError('Choose --json or --csv.');
  if (options.has('csv')) return 'csv';
  return options.has('json') ? 'json' : 'text';
};

const openSession = (parsed: Arguments, terminal: Terminal): Session => {
  const key = parsed.options.get('key') ?? terminal.env['BILLING_KEY'] ?? '';
  const baseUrl = baseUrlIn(parsed, terminal) ?? '';
  const missing = [...(key.trim() === '' ? ['BILLING_KEY'] : []), ...(baseUrl.trim() === '' ? ['BILLING_URL'] : [])];
  if (missing.length > 0) throw new CommandLineError(`Set ${missing.join(' and ')}.`);
  const settings = { key, baseUrl };
  const options = new Map([...parsed.options].filter(([name]) => !Object.hasOwn(CLI_OPTIONS, name)));
  const { positionals } = parsed;
  return {
    positionals,
    options,
    billing: createBilling(settings),
    send: transportOf(settings),
    settings,
    format: formatOf(parsed),
    terminal,
  };
};

const callApi = async (session: Session, named: NamedOperation, description: ApiDescription): Promise<void> => {
  const { send, options, terminal, format } = session;
  if (returnsFile(named.operation, options)) return downloadDocument(send, named, options, terminal);
  if (named.operation.contentTypes.includes('text/event-stream')) throw new CommandLineError('Follow events with: billing events --follow');
  const schema = listItemSchemaOf(named.operation, description);
  if (schema === null && format === 'csv') throw new CommandLineError('--csv is for lists only.');
  // A write that was sent is not aborted, since it may have been executed.
  const requestOptions = named.operation.method === 'GET' ? { signal: terminal.signal } : {};
  if (schema === null) return printObject(terminal, await (await callOperation(send, named, options, requestOptions)).json(), format);
  const list = await callList(send, named, options, requestOptions);
  if (format === 'json') return printObject(terminal, list, format);
  printEntries(terminal, schema, list.data, format);
  if (list.has_more)
    terminal.printError(`There are more objects. To show them, use --limit N or --starting_after ${list.data.at(-1)?.['id']}`);
};

const runCommand = async (command: Command, session: Session): Promise<number> => {
  if (command.acceptsFields === undefined)
    refuseUnknownOptions(session.options, [...Object.keys(command.options), ...Object.keys(CLI_OPTIONS)]);
  if (session.format === 'csv') throw new CommandLineError('--csv is for lists only.');
  return (await command.run(session)) ?? 0;
};

/** Opens a transport that needs no key, to fetch the API's description. */
const publicTransport = (parsed: Arguments, terminal: Terminal): Send => {
  const baseUrl = baseUrlIn(parsed, terminal);
  if (baseUrl === undefined) throw new CommandLineError('Set BILLING_URL: the help of operations comes from the service.');
  return transportOf({ key: parsed.options.get('key') ?? terminal.env['BILLING_KEY'] ?? 'none', baseUrl });
};

const helpOf = async (parsed: Arguments, terminal: Terminal): Promise<string> => {
  const { positionals } = parsed;
  const command = commandIn(parsed);
  if (positionals.length === 0) return programHelp(COMMANDS, { ...OUTPUT_OPTIONS, ...CONNECTION_OPTIONS });
  if (command !== undefined) return commandHelp(command);
  const description = await fetchDescription(publicTransport(parsed, terminal));
  const [resource = '', ...more] = positionals;
  if (more.length === 0 && methodsOf(description.operations, resource).length > 0) return resourceHelp(description.operations, resource);
  const { operation } = findOperation(description.operations, positionals, Object.keys(COMMANDS));
  return operationHelp(operation, optionsFor(operation, description));
};

const execute = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  const parsed = parse(args);
  if (parsed.positionals.length === 0 || parsed.options.has('help')) {
    terminal.print(await helpOf(parsed, terminal));
    return parsed.options.has('help') ? 0 : 2;
  }
  const command = commandIn(parsed);
  const session = openSession(parsed, terminal);
  if (command !== undefined) return runCommand(command, session);
  const description = await fetchDescription(session.send);
  await callApi(session, findOperation(description.operations, session.positionals, Object.keys(COMMANDS)), description);
  return 0;
};

const explain = (error: unknown): string => {
  if (error instanceof ApiError)
    return `${error.message} (${[error.status, error.code, error.param].filter((each) => each !== undefined).join(', ')})`;
  return error instanceof Error ? error.message : String(error);
};

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** The exit codes of shells for a program that a signal ended. */
const SIGNAL_CODES: Readonly<Record<EndingSignal, number>> = { SIGINT: 130, SIGTERM: 143 };

/** True for commands that run until they are ended, such as `listen` and `events --follow`. */
const isEndless = (args: readonly string[]): boolean => args.includes('--follow') || args[0] === 'listen' || args[0] === 'mcp';

/** The exit code of a command that was ended: by a signal, or because the reader of its output, such as `head`, closed the pipe. */
const endedCode = (args: readonly string[], { endedBy }: Terminal): number => {
  const signal = endedBy();
  return signal === null || isEndless(args) ? 0 : SIGNAL_CODES[signal];
};

/** Runs a command; returns the exit code: 0 success, 1 error, 2 invalid usage, 130 or 143 if a signal ended it before its result. */
export const run = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    return await execute(args, terminal);
  } catch (error) {
    if (terminal.signal.aborted && isAbort(error)) return endedCode(args, terminal);
    terminal.printError(explain(error));
    if (error instanceof CommandLineError) return 2;
    if (error instanceof BillingError || error instanceof TypeError) return 1;
    throw error;
  }
};
