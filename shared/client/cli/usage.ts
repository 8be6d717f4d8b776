/** The command line is not understood: what to say about it. */
export class UsageError extends Error {}

/** A command line taken apart: texts, and options by their names. `--flag` alone is `true`. */
export interface Arguments {
  readonly strings: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** Options that take no value. */
const FLAGS: ReadonlySet<string> = new Set(['json', 'help', 'follow']);

/** `get customers cus_1 --limit 5 --metadata.plan=a` */
export const argumentsOf = (given: readonly string[]): Arguments => {
  const strings: string[] = [];
  const options = new Map<string, string>();
  for (let index = 0; index < given.length; index += 1) {
    const text = given[index] ?? '';
    if (!text.startsWith('--')) {
      strings.push(text);
      continue;
    }
    const [name = '', ...value] = text.slice(2).split('=');
    if (options.has(name)) throw new UsageError(`--${name} is given twice.`);
    if (value.length > 0) options.set(name, value.join('='));
    else if (FLAGS.has(name)) options.set(name, 'true');
    else {
      index += 1;
      const next = given[index];
      if (next === undefined) throw new UsageError(`--${name} needs a value.`);
      options.set(name, next);
    }
  }
  return { strings, options };
};
