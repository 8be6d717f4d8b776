import { ApiError, BillingError } from '../errors.ts';
import { type Billing, createBilling } from '../index.ts';
import { transportOf } from '../transport.ts';
import { callByName } from './call.ts';
import { type Forwarded, listen, newSecret } from './listen.ts';
import type { Terminal } from './terminal.ts';
import { trigger } from './trigger.ts';
import { type Arguments, argumentsOf, UsageError } from './usage.ts';

const USAGE = `Usage: billing get RESOURCE ID | list RESOURCE | create RESOURCE       retrieve, list or create objects
       billing RESOURCE METHOD [ID ...]                               call any API operation: subscriptions cancel sub_...
       billing events [--follow] [--type TYPE,...]                    list recent events, or follow new ones
       billing logs [ENDPOINT]                                        list webhook deliveries
       billing export                                                 print everything that the account has stored, as one JSON document
       billing trigger TYPE                                           cause an event of this type, in test mode
       billing listen --forward-to URL [--type TYPE,...] [--starting-after EVENT] [--secret SECRET]
                                                                      forward signed events to a local receiver
       billing mcp [--live] [--http [--port PORT]]                    serve the API to an AI assistant (Model Context Protocol)

  --name value           query parameter or body field; --metadata.plan gold sets a nested field, a,b is a list
  --json                 print one line of JSON per object

Set the API key with BILLING_KEY or --key, and the URL of the service with BILLING_URL or --url.`;

interface Session extends Arguments {
  readonly billing: Billing;
  readonly settings: { readonly key: string; readonly baseUrl: string };
  readonly isJson: boolean;
  readonly terminal: Terminal;
}

/** Options of the command line, which are not sent to the API. */
const CLI_OPTIONS: ReadonlySet<string> = new Set(['json', 'key', 'url', 'help']);

const openSession = ({ positionals, options }: Arguments, terminal: Terminal): Session => {
  const key = options.get('key') ?? terminal.env['BILLING_KEY'];
  const baseUrl = options.get('url') ?? terminal.env['BILLING_URL'];
  if (key === undefined || baseUrl === undefined) throw new UsageError('Set BILLING_KEY and BILLING_URL.');
  const settings = { key, baseUrl };
  const operationOptions = new Map([...options].filter(([name]) => !CLI_OPTIONS.has(name)));
  return { positionals, options: operationOptions, billing: createBilling(settings), settings, isJson: options.has('json'), terminal };
};

const typesIn = ({ options }: Session): readonly string[] | undefined => options.get('type')?.split(',');

const formatJson = ({ isJson }: Session, value: unknown): string => (isJson ? JSON.stringify(value) : JSON.stringify(value, null, 2));

const isList = (value: unknown): value is { readonly data: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'object' in value && value.object === 'list' && 'data' in value;

const call = async (session: Session): Promise<void> => {
  const { settings, positionals, options, terminal } = session;
  const response = await callByName(transportOf(settings), positionals, options);
  for (const each of session.isJson && isList(response) ? response.data : [response]) terminal.print(formatJson(session, each));
};

/** The fields of an event that `lineOf` prints. */
interface PrintedEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly data: Readonly<Record<string, unknown>>;
}

const lineOf = ({ id, type, created, data }: PrintedEvent): string =>
  `${new Date(created * 1000).toISOString()}  ${type.padEnd(36)} ${String(data['id'] ?? '')}  ${id}`;

const events = async (session: Session): Promise<void> => {
  const { billing, options, isJson, terminal } = session;
  const types = typesIn(session);
  const print = (event: PrintedEvent): void => terminal.print(isJson ? JSON.stringify(event) : lineOf(event));
  if (options.has('follow')) {
    for await (const event of billing.events.stream({ ...(types === undefined ? {} : { types }), signal: terminal.signal })) print(event);
    return;
  }
  const { data } = await billing.events.list({
    limit: Number(options.get('limit') ?? 20),
    ...(types === undefined ? {} : { type: [...types] }),
  });
  for (const event of data.toReversed()) print(event);
};

const logs = async ({ billing, positionals: [, endpointId], isJson, terminal }: Session): Promise<void> => {
  const endpoints =
    endpointId === undefined ? (await billing.webhookEndpoints.list({ limit: 100 })).data.map(({ id }) => id) : [endpointId];
  for (const id of endpoints) {
    if (!isJson) terminal.print(id);
    for (const delivery of (await billing.webhookDeliveries.list(id, { limit: 20 })).data) {
      const { status, attempt_count: attempts, last_response_code: code, last_error: error } = delivery;
      terminal.print(
        isJson ? JSON.stringify(delivery) : `  ${delivery.id}  ${status.padEnd(10)} ${attempts} tries  ${code ?? error ?? ''}`.trimEnd(),
      );
    }
  }
};

const exportAll = async ({ billing, terminal }: Session): Promise<void> => {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of billing.tenant.exportChunks({ signal: terminal.signal })) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) terminal.print(line);
  }
};

const forward = async (session: Session): Promise<void> => {
  const { billing, options, isJson, terminal } = session;
  const forwardTo = options.get('forward-to');
  if (forwardTo === undefined || !URL.canParse(forwardTo))
    throw new UsageError('--forward-to must be a URL, such as http://localhost:4242/hook');
  const secret = options.get('secret') ?? newSecret();
  const [types, startingAfter] = [typesIn(session), options.get('starting-after')];
  terminal.printError(`Signed with ${secret}`);
  const report = ({ event, outcome }: Forwarded): void =>
    terminal.print(isJson ? JSON.stringify({ id: event.id, type: event.type, outcome }) : `${lineOf(event)}  ${outcome}`);
  const filter = { ...(types === undefined ? {} : { types }), ...(startingAfter === undefined ? {} : { startingAfter }) };
  await listen(billing, { forwardTo, secret, report, signal: terminal.signal, ...filter });
};

const triggerEvent = async (session: Session): Promise<void> => {
  const { positionals, settings, isJson, terminal } = session;
  const [, type = '', ...more] = positionals;
  if (more.length > 0) throw new UsageError('Only one event type is allowed.');
  terminal.progress(`Triggering ${type} ...`);
  const event = await trigger(type, settings).finally(() => terminal.progress(null));
  terminal.print(isJson ? JSON.stringify(event) : lineOf(event));
};

/** Loaded on demand, since only this command needs the protocol's library. */
const mcp = async (session: Session): Promise<void> => (await import('./mcp/main.ts')).serveMcp(session);

const COMMANDS: Readonly<Record<string, (session: Session) => Promise<void>>> = {
  events,
  logs,
  export: exportAll,
  listen: forward,
  trigger: triggerEvent,
  mcp,
};
/** Commands that take positional arguments. Any other name followed by arguments is an operation: `events list`. */
const COMMANDS_WITH_ARGUMENTS: ReadonlySet<string> = new Set(['logs', 'trigger']);

const explain = (error: unknown): string => {
  if (error instanceof ApiError)
    return `${error.message} (${[error.status, error.code, error.param].filter((each) => each !== undefined).join(', ')})`;
  return error instanceof Error ? error.message : String(error);
};

/** Runs a command; returns the exit code: 0 success, 1 error, 2 invalid usage. */
export const run = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    const parsed = argumentsOf(args);
    const [commandName = ''] = parsed.positionals;
    if (commandName === '' || parsed.options.has('help')) {
      terminal.print(USAGE);
      return parsed.options.has('help') ? 0 : 2;
    }
    const command = parsed.positionals.length === 1 || COMMANDS_WITH_ARGUMENTS.has(commandName) ? COMMANDS[commandName] : undefined;
    await (command ?? call)(openSession(parsed, terminal));
    return 0;
  } catch (error) {
    if (terminal.signal.aborted) return 0;
    terminal.printError(explain(error));
    if (error instanceof UsageError) return 2;
    if (error instanceof BillingError || error instanceof TypeError) return 1;
    throw error;
  }
};
