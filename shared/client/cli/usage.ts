/** Invalid command line; the message is shown to the user. */
export class UsageError extends Error {}

/** A parsed command line: positional arguments, and options by name. A flag has the value `true`. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** Options that take no value. */
const FLAGS: ReadonlySet<string> = new Set(['json', 'help', 'follow', 'live', 'http']);

/** Parses arguments such as `get customers cus_1 --limit 5 --metadata.plan=a`. Throws `UsageError`. */
export const argumentsOf = (args: readonly string[]): Arguments => {
  const positionals: string[] = [];
  const options = new Map<string, string>();
  for (let index = 0; index < args.length; index += 1) {
    const text = args[index] ?? '';
    if (!text.startsWith('--')) {
      positionals.push(text);
      continue;
    }
    const [name = '', ...value] = text.slice(2).split('=');
    if (options.has(name)) throw new UsageError(`--${name} is set twice.`);
    if (value.length > 0) options.set(name, value.join('='));
    else if (FLAGS.has(name)) options.set(name, 'true');
    else {
      index += 1;
      const next = args[index];
      if (next === undefined) throw new UsageError(`--${name} requires a value.`);
      options.set(name, next);
    }
  }
  return { positionals, options };
};
