import type { Command } from './command.ts';
import type { DescribedOperation } from './description.ts';
import { optionFields } from './help.ts';
import { methodsOf, resourcesIn, VERBS } from './operations.ts';

/** Candidates for the next argument, by the arguments so far (`''`, `'customers'`, `'customers create'`). Options start with `--`. */
export type Completions = ReadonlyMap<string, readonly string[]>;

const optionNames = (names: readonly string[]): readonly string[] => names.map((name) => `--${name}`);

/**
 * Lists the candidates: commands, resources, methods, and the options of each operation. `values`: possible arguments of a command, by its
 * name; `common`: options of every command.
 */
export const completionsOf = (
  operations: readonly DescribedOperation[],
  commands: Readonly<Record<string, Pick<Command, 'options'>>>,
  { values, common }: { readonly values: Readonly<Record<string, readonly string[]>>; readonly common: readonly string[] },
): Completions => {
  const resources = resourcesIn(operations);
  const shared = optionNames(common);
  const methods = resources.flatMap((resource) => methodsOf(operations, resource).map((each) => [resource, ...each] as const));
  const optionsFor = (operation: DescribedOperation) => [...optionNames(optionFields(operation).map(({ name }) => name)), ...shared];
  return new Map<string, readonly string[]>([
    ['', [...Object.keys(VERBS), ...Object.keys(commands), ...resources]],
    ...resources.map((resource) => [resource, methodsOf(operations, resource).map(([method]) => method)] as const),
    ...Object.entries(VERBS).map(
      ([verb, method]) => [verb, methods.filter((each) => each[1] === method).map(([resource]) => resource)] as const,
    ),
    ...Object.entries(commands).map(
      ([name, { options }]) => [name, [...(values[name] ?? []), ...optionNames(Object.keys(options)), ...shared]] as const,
    ),
    ...methods.flatMap(([resource, method, operation]) => [
      [`${resource} ${method}`, optionsFor(operation)] as const,
      ...Object.entries(VERBS)
        .filter(([, named]) => named === method)
        .map(([verb]) => [`${verb} ${resource}`, optionsFor(operation)] as const),
    ]),
  ]);
};

/** Quotes names for a shell, because of the brackets of `created[gte]`. Names contain no other characters that a shell interprets. */
const quoted = (texts: readonly string[]): string => `'${texts.join(' ')}'`;

/** The branches of a `case` of bash and zsh. */
const branches = (completions: Completions): string =>
  [...completions].map(([key, texts]) => `    '${key}') candidates=${quoted(texts)} ;;`).join('\n');

const bash = (completions: Completions): string => `_billing() {
  local current="\${COMP_WORDS[COMP_CWORD]}" key='' candidates='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    [[ "\${COMP_WORDS[index]}" == -* ]] && break
    ((index <= 2)) && key="\${key:+$key }\${COMP_WORDS[index]}"
  done
  case "$key" in
${branches(completions)}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _billing billing`;

const zsh = (completions: Completions): string => `#compdef billing
_billing() {
  local key='' candidates='' index
  for ((index = 2; index < CURRENT; index++)); do
    [[ "\${words[index]}" == -* ]] && break
    ((index <= 3)) && key="\${key:+$key }\${words[index]}"
  done
  case "$key" in
${branches(completions)}
  esac
  compadd -- \${=candidates}
}
compdef _billing billing`;

const fish = (completions: Completions): string => `function __billing_candidates
  set -l key
  for each in (commandline -opc)[2..-1]
    string match -q -- '-*' $each; and break
    test (count $key) -lt 2; and set -a key $each
  end
  switch (string join ' ' $key)
${[...completions].map(([key, texts]) => `    case '${key}'\n      string split -- ' ' ${quoted(texts)}`).join('\n')}
  end
end
complete -c billing -f -a '(__billing_candidates)'`;

/** The shells for which there is a script, and the function that writes it. */
export const SHELLS: Readonly<Record<string, (completions: Completions) => string>> = { bash, zsh, fish };
