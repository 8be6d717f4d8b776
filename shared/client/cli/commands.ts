import type { Entry } from '../types.ts';
import type { Command, Session } from './command.ts';
import { completionsOf, SHELLS } from './completion.ts';
import { fetchDescription } from './description.ts';
import { type ForwardResult, listen, newSecret } from './listen.ts';
import { logsCommand } from './logs.ts';
import { openCommand, PAGES } from './open.ts';
import { timeText } from './output/columns.ts';
import { printObject } from './output/format.ts';
import { overridesOf, overridingFetch } from './overrides.ts';
import { SCENARIOS } from './scenarios.ts';
import { scenarioOf, trigger } from './trigger.ts';
import { CommandLineError, positiveIntegerOption } from './usage.ts';

const DEFAULT_EVENTS = 20;

const typesIn = ({ options }: Session): readonly string[] | undefined => options.get('type')?.split(',');

/** The fields of an event that `lineOf` prints. */
interface PrintedEvent extends Pick<Entry<'events.list'>, 'id' | 'type' | 'created'> {
  readonly data: Readonly<Record<string, unknown>>;
}

const lineOf = ({ id, type, created, data }: PrintedEvent): string =>
  `${timeText(created)}  ${type.padEnd(36)} ${String(data['id'] ?? '')}  ${id}`;

const events: Command = {
  usage: 'events',
  summary: 'list recent events, or follow new ones',
  maxArguments: 0,
  options: {
    follow: { value: null, meaning: 'print new events as they are recorded; with --json, each as one line' },
    type: { value: 'TYPE,...', meaning: 'only events of these types' },
    limit: { value: 'N', meaning: `number of events; ${DEFAULT_EVENTS} by default` },
  },
  run: async (session): Promise<undefined> => {
    const { billing, options, format, terminal } = session;
    const types = typesIn(session);
    if (options.has('follow')) {
      const following = billing.events.stream({ ...(types === undefined ? {} : { types }), signal: terminal.signal });
      for await (const event of following) terminal.print(format === 'json' ? JSON.stringify(event) : lineOf(event));
      return;
    }
    const page = await billing.events.list({
      limit: positiveIntegerOption(options, 'limit', DEFAULT_EVENTS),
      ...(types === undefined ? {} : { type: [...types] }),
    });
    if (format === 'json') printObject(terminal, page, format);
    else for (const event of page.data.toReversed()) terminal.print(lineOf(event));
  },
};

const exportAll: Command = {
  usage: 'export',
  summary: 'print the catalogue, customers and billing records of the account, as one JSON document',
  maxArguments: 0,
  options: {},
  run: async ({ billing, terminal }): Promise<undefined> => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of billing.tenant.exportChunks({ signal: terminal.signal })) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) terminal.print(line);
    }
  },
};

const listenCommand: Command = {
  usage: 'listen --forward-to URL',
  summary: 'forward signed events to a local receiver',
  maxArguments: 0,
  options: {
    'forward-to': { value: 'URL', meaning: 'receiver on this machine; required' },
    type: { value: 'TYPE,...', meaning: 'only events of these types' },
    'starting-after': { value: 'EVENT', meaning: 'start with the events that were recorded after this one' },
    secret: { value: 'SECRET', meaning: 'signing secret, which is printed; a new one by default' },
  },
  run: async (session): Promise<undefined> => {
    const { billing, options, format, terminal } = session;
    const forwardTo = options.get('forward-to');
    // Also checks the scheme, because `localhost:4242/hook` is a valid URL with the scheme `localhost`.
    if (forwardTo === undefined || !URL.canParse(forwardTo) || !/^https?:$/.test(new URL(forwardTo).protocol))
      throw new CommandLineError('--forward-to must be a URL with http or https, such as http://localhost:4242/hook');
    const secret = options.get('secret') ?? newSecret();
    const [types, startingAfter] = [typesIn(session), options.get('starting-after')];
    terminal.printError(`Signed with ${secret}`);
    const report = ({ event, outcome }: ForwardResult): void =>
      terminal.print(format === 'json' ? JSON.stringify({ id: event.id, type: event.type, outcome }) : `${lineOf(event)}  ${outcome}`);
    const filter = { ...(types === undefined ? {} : { types }), ...(startingAfter === undefined ? {} : { startingAfter }) };
    await listen(billing, { forwardTo, secret, report, signal: terminal.signal, ...filter });
  },
};

const triggerCommand: Command = {
  usage: 'trigger TYPE',
  summary: 'cause an event of this type, in test mode; options such as --customer.email set fields of the objects that it creates',
  maxArguments: 1,
  options: {},
  acceptsFields: true,
  run: async ({ positionals: [, type = ''], options, send, settings, format, terminal }): Promise<undefined> => {
    const scenario = scenarioOf(type, settings.key);
    const overrides = options.size === 0 ? [] : overridesOf((await fetchDescription(send)).operations, options);
    const { fetch, unused } = overridingFetch(globalThis.fetch, overrides);
    terminal.progress(`Triggering ${type} ...`);
    const event = await trigger(type, scenario, { ...settings, fetch }).finally(() => terminal.progress(null));
    for (const name of unused()) terminal.printError(`The scenario of ${type} creates no ${name}: --${name}... had no effect.`);
    terminal.print(format === 'json' ? JSON.stringify(event) : lineOf(event));
  },
};

const mcp: Command = {
  usage: 'mcp',
  summary: 'serve the API to an AI assistant (Model Context Protocol)',
  maxArguments: 0,
  options: {
    live: { value: null, meaning: 'allow a live key' },
    http: { value: null, meaning: 'serve streamable HTTP instead of standard input and output' },
    port: { value: 'PORT', meaning: 'port of --http; 3900 by default' },
  },
  // Loaded on demand, since only this command needs the protocol's library.
  run: async (session): Promise<undefined> => {
    await (await import('./mcp/main.ts')).serveMcp(session);
  },
};

const completion: Command = {
  usage: 'completion SHELL',
  summary: `print a completion script for ${Object.keys(SHELLS).join(', ')}; evaluate it in the shell: source <(billing completion bash)`,
  maxArguments: 1,
  options: {},
  run: async ({ positionals: [, shell = ''], send, terminal }): Promise<undefined> => {
    const buildScript = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (buildScript === undefined) throw new CommandLineError(`Unknown shell ${shell}. Shells: ${Object.keys(SHELLS).join(', ')}.`);
    const values = { trigger: Object.keys(SCENARIOS), open: Object.keys(PAGES), completion: Object.keys(SHELLS) };
    const { operations } = await fetchDescription(send);
    terminal.print(buildScript(completionsOf(operations, COMMANDS, { values, common: ['json', 'csv', 'help'] })));
  },
};

const apply: Command = {
  usage: 'apply FILE',
  summary: 'make the products, prices, coupons and webhook endpoints of the account match a YAML file',
  maxArguments: 1,
  options: {
    plan: { value: null, meaning: 'only show what would change; exit code 2 if anything would' },
    yes: { value: null, meaning: 'apply the changes without asking' },
    prune: { value: null, meaning: 'archive what an earlier file described and this one does not' },
  },
  // Loaded on demand, since only this command needs the libraries for YAML and JSON schemas.
  run: async (session): Promise<number> => (await import('./apply/main.ts')).applyCatalogue(session),
};

const usage: Command = {
  usage: 'usage import FILE',
  summary: 'send the usage events of a CSV or JSONL file; run the command again to continue after an interruption',
  maxArguments: 2,
  options: {},
  // Loaded on demand, since only this command needs the library for CSV.
  run: async (session): Promise<number> => {
    const [, action, file] = session.positionals;
    if (action !== 'import' || file === undefined) throw new CommandLineError('Use: billing usage import FILE');
    return (await import('./usage-import.ts')).importUsage(session, file);
  },
};

/** All commands that are not operations of the API, by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  events,
  logs: logsCommand,
  export: exportAll,
  apply,
  trigger: triggerCommand,
  open: openCommand,
  usage,
  listen: listenCommand,
  completion,
  mcp,
};
