import { gzipSync } from 'node:zlib';
import { isObject, text } from '../files.ts';
import type { Log } from '../log.ts';
import { ofType, type Resource } from '../prepare/template.ts';
import type { Functions } from './functions.ts';
import { functionArnOf } from './queue-sources.ts';

/** Lines are collected for this time before the function is called. CloudWatch takes seconds. */
const DELAY_MS = 250;

/** A condition `$.name = "text"` of a filter pattern; the text can end with `*`. */
interface Condition {
  readonly name: string;
  readonly text: string;
}

/** The conditions of a pattern `{ $.a = "x" && $.b = "y*" }`. */
const conditionsOf = (pattern: string): readonly Condition[] =>
  [...pattern.matchAll(/\$\.(\w+) = "([^"]*)"/g)].map(([, name = '', value = '']) => ({ name, text: value }));

const meets = (line: Readonly<Record<string, unknown>>, { name, text: wanted }: Condition): boolean => {
  const value = line[name];
  if (typeof value !== 'string') return false;
  return wanted.endsWith('*') ? value.startsWith(wanted.slice(0, -1)) : value === wanted;
};

/**
 * The subscriptions of the templates, one for each pair of pattern and function. The templates repeat a pair for each log group, but here
 * all functions write to one log.
 */
const declaredSubscriptions = (resources: readonly Resource[]) =>
  new Map(
    ofType(resources, 'AWS::Logs::SubscriptionFilter').flatMap(({ properties }) => {
      const [pattern, functionArn] = [text(properties['FilterPattern']), text(properties['DestinationArn'])];
      if (pattern === undefined || functionArn === undefined) return [];
      const subscription = { functionArn: functionArnOf(resources, functionArn), conditions: conditionsOf(pattern) };
      return [[`${functionArn} ${pattern}`, subscription] as const];
    }),
  );

/** The event with which CloudWatch Logs calls a function. */
const eventOf = (lines: readonly { readonly message: string; readonly timestamp: number }[]) => {
  const logEvents = lines.map((line, index) => ({ id: String(index), ...line }));
  return { awslogs: { data: gzipSync(JSON.stringify({ messageType: 'DATA_MESSAGE', logEvents })).toString('base64') } };
};

const parse = (message: string): unknown => {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
};

/** Sends each line of this process's standard output to the functions whose log subscription matches it. `stop` sends the last lines. */
export const startLogSubscriptions = (resources: readonly Resource[], functions: Functions, log: Log): { stop(): Promise<void> } => {
  const subscriptions = [...declaredSubscriptions(resources).values()].map((each) => ({
    ...each,
    lines: [] as { message: string; timestamp: number }[],
  }));
  let timer: NodeJS.Timeout | null = null;
  const send = async (): Promise<void> => {
    timer = null;
    await Promise.all(
      subscriptions.map(async ({ functionArn, lines }) => {
        const batch = lines.splice(0);
        if (batch.length > 0)
          await functions.invoke(functionArn, eventOf(batch)).catch((error: unknown) => log.problem('log-subscription', error));
      }),
    );
  };
  const collect = (message: string): void => {
    const line = message.startsWith('{') ? parse(message) : null;
    if (!isObject(line)) return;
    for (const { conditions, lines } of subscriptions) {
      if (conditions.every((condition) => meets(line, condition))) lines.push({ message, timestamp: Date.now() });
    }
    if (timer === null && subscriptions.some(({ lines }) => lines.length > 0)) timer = setTimeout(() => void send(), DELAY_MS);
  };
  const write = process.stdout.write;
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: []) => {
    if (typeof chunk === 'string') for (const message of chunk.split('\n')) collect(message);
    return write.call(process.stdout, chunk, ...rest);
  }) as typeof process.stdout.write;
  return {
    stop: async () => {
      process.stdout.write = write;
      if (timer !== null) clearTimeout(timer);
      await send();
    },
  };
};
