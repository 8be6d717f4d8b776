import { suggestion } from '../../platform/suggestion.ts';

/** Invalid command line; the message is shown to the user. */
export class CommandLineError extends Error {}

/** A parsed command line: positional arguments, and options by name. A flag has the value `true`. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** Returns ` Did you mean --json?`, or `''`. */
export const optionSuggestion = (name: string, allowed: readonly string[]): string =>
  suggestion(
    `--${name}`,
    allowed.map((each) => `--${each}`),
  );

/**
 * Parses arguments such as `get customers cus_1 --limit 5 --metadata.plan=a`. `flags`: options without a value. Throws `CommandLineError` for
 * invalid arguments. `--prune=false` is invalid, too, because the commands only check whether a flag is set.
 */
export const argumentsOf = (args: readonly string[], flags: ReadonlySet<string>): Arguments => {
  const positionals: string[] = [];
  const options = new Map<string, string>();
  for (let index = 0; index < args.length; index += 1) {
    const text = args[index] ?? '';
    if (!text.startsWith('--')) {
      positionals.push(text);
      continue;
    }
    const [name = '', ...value] = text.slice(2).split('=');
    if (options.has(name)) throw new CommandLineError(`--${name} is set twice.`);
    if (flags.has(name)) {
      if (value.length > 0) throw new CommandLineError(`--${name} takes no value. Write --${name}, or leave it out.`);
      options.set(name, 'true');
    } else if (value.length > 0) options.set(name, value.join('='));
    else {
      index += 1;
      const next = args[index];
      if (next === undefined || next.startsWith('--'))
        throw new CommandLineError(`--${name} requires a value.${optionSuggestion(name, [...flags])}`);
      options.set(name, next);
    }
  }
  return { positionals, options };
};

/** Throws `CommandLineError` if an option is not one of `allowed`. */
export const refuseUnknownOptions = (options: ReadonlyMap<string, string>, allowed: readonly string[]): void => {
  for (const name of options.keys()) {
    if (!allowed.includes(name)) throw new CommandLineError(`Unknown option --${name}.${optionSuggestion(name, allowed)}`);
  }
};

/** Returns an option as a positive integer; `fallback` if it is not set. Throws `CommandLineError`. */
export const positiveIntegerOption = (options: ReadonlyMap<string, string>, name: string, fallback: number): number => {
  const text = options.get(name);
  if (text === undefined) return fallback;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new CommandLineError(`--${name} must be a whole number above 0.`);
};
