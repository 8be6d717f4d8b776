import { ApiError, BillingError } from '../errors.ts';
import { type Billing, createBilling } from '../index.ts';
import { transportOf } from '../transport.ts';
import { callByName } from './call.ts';
import { type Forwarded, listen, newSecret } from './listen.ts';
import { trigger } from './trigger.ts';
import { type Arguments, argumentsOf, UsageError } from './usage.ts';

const USAGE = `Usage: billing get RESOURCE ID | list RESOURCE | create RESOURCE       an object, a list, a new object
       billing RESOURCE METHOD [ID ...]                               any operation of the description: subscriptions cancel sub_...
       billing events [--follow] [--type TYPE,...]                    what happened last; or what happens from now on
       billing logs [ENDPOINT]                                        deliveries to webhook endpoints
       billing trigger TYPE                                           plays the shortest story to an event, in test mode
       billing listen --forward-to URL [--type TYPE,...] [--starting-after EVENT] [--secret SECRET]
                                                                      sends each event to a receiver on this machine, signed

  --name value           a query parameter or a field of the body; --metadata.plan gold is inside, a,b is a list
  --json                 one line of JSON for each object, and nothing else

The key is BILLING_KEY, or --key; the service is BILLING_URL, or --url.`;

/** What the command line works with. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Shows how far something came, in place of what was shown before; `null`: nothing more. Only where somebody looks on. */
  readonly progress: (text: string | null) => void;
  /** Ends what continues for as long as it likes. */
  readonly signal: AbortSignal;
}

interface Session extends Arguments {
  readonly billing: Billing;
  readonly settings: { readonly key: string; readonly baseUrl: string };
  readonly isJson: boolean;
  readonly terminal: Terminal;
}

/** Options of the command line itself, which no operation is given. */
const OWN: ReadonlySet<string> = new Set(['json', 'key', 'url', 'help']);

const opened = ({ strings, options }: Arguments, terminal: Terminal): Session => {
  const key = options.get('key') ?? terminal.env['BILLING_KEY'];
  const baseUrl = options.get('url') ?? terminal.env['BILLING_URL'];
  if (key === undefined || baseUrl === undefined) throw new UsageError('BILLING_KEY and BILLING_URL say whom to call, and where.');
  const settings = { key, baseUrl };
  const own = new Map([...options].filter(([name]) => !OWN.has(name)));
  return { strings, options: own, billing: createBilling(settings), settings, isJson: options.has('json'), terminal };
};

const typesIn = ({ options }: Session): readonly string[] | undefined => options.get('type')?.split(',');

const shown = ({ isJson }: Session, value: unknown): string => (isJson ? JSON.stringify(value) : JSON.stringify(value, null, 2));

const isList = (value: unknown): value is { readonly data: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'object' in value && value.object === 'list' && 'data' in value;

const call = async (session: Session): Promise<void> => {
  const { settings, strings, options, terminal } = session;
  const answer = await callByName(transportOf(settings), strings, options);
  for (const each of session.isJson && isList(answer) ? answer.data : [answer]) terminal.print(shown(session, each));
};

interface Report {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly data: Readonly<Record<string, unknown>>;
}

const lineOf = ({ id, type, created, data }: Report): string =>
  `${new Date(created * 1000).toISOString()}  ${type.padEnd(36)} ${String(data['id'] ?? '')}  ${id}`;

const events = async (session: Session): Promise<void> => {
  const { billing, options, isJson, terminal } = session;
  const types = typesIn(session);
  const print = (event: Report): void => terminal.print(isJson ? JSON.stringify(event) : lineOf(event));
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

const logs = async ({ billing, strings: [, endpointId], isJson, terminal }: Session): Promise<void> => {
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

const forward = async (session: Session): Promise<void> => {
  const { billing, options, isJson, terminal } = session;
  const forwardTo = options.get('forward-to');
  if (forwardTo === undefined || !URL.canParse(forwardTo))
    throw new UsageError('--forward-to names the receiver: http://localhost:4242/hook');
  const secret = options.get('secret') ?? newSecret();
  const [types, startingAfter] = [typesIn(session), options.get('starting-after')];
  terminal.printError(`Signed with ${secret}`);
  const report = ({ event, outcome }: Forwarded): void =>
    terminal.print(isJson ? JSON.stringify({ id: event.id, type: event.type, outcome }) : `${lineOf(event)}  ${outcome}`);
  const given = { ...(types === undefined ? {} : { types }), ...(startingAfter === undefined ? {} : { startingAfter }) };
  await listen(billing, { forwardTo, secret, report, signal: terminal.signal, ...given });
};

const play = async (session: Session): Promise<void> => {
  const { strings, settings, isJson, terminal } = session;
  const [, type = '', ...more] = strings;
  if (more.length > 0) throw new UsageError('One event is triggered at a time.');
  terminal.progress(`Playing what leads to ${type} ...`);
  const event = await trigger(type, settings).finally(() => terminal.progress(null));
  terminal.print(isJson ? JSON.stringify(event) : lineOf(event));
};

const COMMANDS: Readonly<Record<string, (session: Session) => Promise<void>>> = { events, logs, listen: forward, trigger: play };
/** These take more texts than their name; others of more texts are operations: `events list`. */
const FREE_TEXT_COMMANDS: ReadonlySet<string> = new Set(['logs', 'trigger']);

const explain = (error: unknown): string => {
  if (error instanceof ApiError)
    return `${error.message} (${[error.status, error.code, error.param].filter((each) => each !== undefined).join(', ')})`;
  return error instanceof Error ? error.message : String(error);
};

/** Runs one command line; the exit code. 2: it was not understood. */
export const run = async (given: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    const line = argumentsOf(given);
    const [word = ''] = line.strings;
    if (word === '' || line.options.has('help')) {
      terminal.print(USAGE);
      return word === '' && !line.options.has('help') ? 2 : 0;
    }
    const command = line.strings.length === 1 || FREE_TEXT_COMMANDS.has(word) ? COMMANDS[word] : undefined;
    await (command ?? call)(opened(line, terminal));
    return 0;
  } catch (error) {
    if (terminal.signal.aborted) return 0;
    terminal.printError(explain(error));
    if (error instanceof UsageError) return 2;
    if (error instanceof BillingError || error instanceof TypeError) return 1;
    throw error;
  }
};
