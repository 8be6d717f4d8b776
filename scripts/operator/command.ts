import { type ParseArgsConfig, parseArgs } from 'node:util';
import { environmentOf, type Need } from './places.ts';

/** What was typed is no command; its message says how one looks. */
export class UsageError extends Error {}

/** What was done, as it is reported; keys of the line in JSON. */
export type Report = Readonly<Record<string, string | number | null | readonly string[]>>;

/** The values of options that were given, by their names. */
export type Given = Readonly<Record<string, unknown>>;

export interface OperatorCommand {
  readonly usage: string;
  /** Options that it takes next to those that say where. */
  readonly options: readonly string[];
  /** What of the service it reaches. */
  readonly needs: readonly Need[];
  /** The work of one command, run once the environment names the service. Throws `UsageError` when there is no such command. */
  readonly workOf: (command: string, given: Given) => () => Promise<Report>;
}

/** How every command says where it works. */
export const PLACES = `  --json                one line of JSON
  --stage STAGE         in the deployment of that stage (as in 'cdk deploy -c stage=STAGE')
  --stack-outputs FILE  in the deployment of which 'cdk deploy --all --outputs-file FILE' wrote that file
  Without either: in the local host of DATA_DIR (default .local) if one runs, else in the deployment of BILLING_STAGE (default dev).`;

const readArguments = ({ usage, options, workOf }: OperatorCommand) => {
  const text: ParseArgsConfig['options'] = Object.fromEntries(
    [...options, 'stage', 'stack-outputs'].map((name) => [name, { type: 'string' as const }]),
  );
  try {
    const parsed = parseArgs({ options: { ...text, json: { type: 'boolean' } }, allowPositionals: true });
    const { positionals } = parsed;
    const values: Given = parsed.values;
    const [stage, stackOutputs] = [values['stage'], values['stack-outputs']].map((value) =>
      typeof value === 'string' ? value : undefined,
    );
    if (stage !== undefined && stackOutputs !== undefined) throw new Error('--stage and --stack-outputs both name a deployment.');
    return { work: workOf(positionals.join(' '), values), json: values['json'] === true, place: { stage, stackOutputs } };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
};

const LABEL_WIDTH = 14;

const textOf = (value: Report[string]): string => (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || '-';

const run = async (command: OperatorCommand): Promise<void> => {
  const { work, json, place } = readArguments(command);
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  Object.assign(process.env, await environmentOf(place, command.needs));
  const report = await work();
  const lines = Object.entries(report).map(([name, value]) => `${name.replace('_', ' ').padEnd(LABEL_WIDTH)}${textOf(value)}`);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : `${lines.join('\n')}\n`);
};

/** Does what the command line says, by direct access to the parts of a service. That access is the permission. */
export const operate = (command: OperatorCommand): void => {
  run(command).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(error instanceof UsageError ? 2 : 1);
    },
  );
};
