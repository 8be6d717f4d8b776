import { type ParseArgsConfig, parseArgs } from 'node:util';
import { environmentOf, type RequiredVariable } from './service-environment.ts';

/** The command line is invalid; the message contains the usage. */
export class UsageError extends Error {}

/**
 * Result of a command, printed as lines or as one JSON object. A value whose name ends in `_at` is a time in Unix seconds; lines show it in
 * UTC.
 */
export type Report = Readonly<Record<string, string | number | null | readonly string[]>>;

/** Values of the options by name. */
export type OptionValues = Readonly<Record<string, unknown>>;

export interface OperatorCommand {
  readonly usage: string;
  /** Options in addition to those that select the service. */
  readonly options: readonly string[];
  /** Returns the parts of the service that a subcommand accesses. */
  readonly needsOf: (subcommand: string) => readonly RequiredVariable[];
  /**
   * Returns the work of a subcommand, such as `create` of `account create`. The work runs after the environment is set. Throws `UsageError`
   * if there is no such subcommand.
   */
  readonly workOf: (subcommand: string, options: OptionValues) => () => Promise<Report>;
}

/** Usage of the options of every command. */
export const SERVICE_OPTIONS = `  --help                prints this text
  --json                prints one line of JSON
  --stage STAGE         uses the deployment of that stage (as in 'cdk deploy -c stage=STAGE')
  --stack-outputs FILE  uses the deployment whose outputs 'cdk deploy --all --outputs-file FILE' wrote
  Default: the local host of DATA_DIR (default .local) if one is running, else the deployment of BILLING_STAGE (default dev).`;

/** Reads the command line; `null` if it contains `--help`. Throws `UsageError`. */
const readArguments = ({ usage, options, needsOf, workOf }: OperatorCommand, args: readonly string[]) => {
  const textOptions: ParseArgsConfig['options'] = Object.fromEntries(
    [...options, 'stage', 'stack-outputs'].map((name) => [name, { type: 'string' as const }]),
  );
  try {
    const parsed = parseArgs({
      args: [...args],
      options: { ...textOptions, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    const { positionals } = parsed;
    const values: OptionValues = parsed.values;
    if (values['help'] === true) return null;
    const [stage, stackOutputs] = [values['stage'], values['stack-outputs']].map((value) =>
      typeof value === 'string' ? value : undefined,
    );
    if (stage !== undefined && stackOutputs !== undefined) throw new Error('--stage and --stack-outputs cannot be used together.');
    const subcommand = positionals.join(' ');
    return {
      work: workOf(subcommand, values),
      needs: needsOf(subcommand),
      json: values['json'] === true,
      selection: { stage, stackOutputs },
    };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
};

const LABEL_WIDTH = 14;

/** Formats a value of a report; a list has one line per entry, a time is in UTC. */
const textOf = (name: string, value: Report[string]): string => {
  if (name.endsWith('_at') && typeof value === 'number') return new Date(value * 1000).toISOString().replace('.000', '');
  return (Array.isArray(value) ? value.join(`\n${' '.repeat(LABEL_WIDTH)}`) : String(value ?? '')) || '-';
};

const linesOf = (report: Report): string =>
  Object.entries(report)
    .map(([name, value]) => `${name.replaceAll('_', ' ').padEnd(LABEL_WIDTH)}${textOf(name, value)}`)
    .join('\n');

/** Uses the region of `AWS_DEFAULT_REGION`, as the AWS CLI does. The SDK reads only `AWS_REGION` and the profile. */
const useRegionOfCli = (env: NodeJS.ProcessEnv): void => {
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'];
  if (region !== undefined) env['AWS_REGION'] = region;
};

/** Runs a command line; returns what it prints. Throws `UsageError` if the command line is invalid. */
export const runCommandLine = async (command: OperatorCommand, args: readonly string[]): Promise<string> => {
  const invocation = readArguments(command, args);
  if (invocation === null) return `${command.usage}\n`;
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  useRegionOfCli(process.env);
  Object.assign(process.env, await environmentOf(invocation.selection, invocation.needs));
  const report = await invocation.work();
  return `${invocation.json ? JSON.stringify(report) : linesOf(report)}\n`;
};

/**
 * Runs the command line on the table and secrets of a service, without its API. Access to the table and the secrets is the only
 * authorization.
 */
export const runOperatorCommand = (command: OperatorCommand): void => {
  runCommandLine(command, process.argv.slice(2)).then(
    (output) => {
      process.stdout.write(output);
      process.exit(0);
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(error instanceof UsageError ? 2 : 1);
    },
  );
};
