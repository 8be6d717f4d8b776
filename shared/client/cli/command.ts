import type { Billing } from '../index.ts';
import type { Send } from '../transport.ts';
import type { Format } from './output/format.ts';
import type { Terminal } from './terminal.ts';
import type { Arguments } from './usage.ts';

/** What a command runs with. */
export interface Session extends Arguments {
  readonly billing: Billing;
  readonly send: Send;
  readonly settings: { readonly key: string; readonly baseUrl: string };
  readonly format: Format;
  readonly terminal: Terminal;
}

/** Options by name. `value`: the placeholder for the value in the help; `null` if the option is a flag. */
export type CommandOptions = Readonly<Record<string, { readonly value: string | null; readonly meaning: string }>>;

/** A command that is no operation of the API. */
export interface Command {
  /** Such as `logs [ENDPOINT]`; starts with the name of the command. */
  readonly usage: string;
  readonly summary: string;
  /** Maximum number of arguments after the name. */
  readonly maxArguments: number;
  readonly options: CommandOptions;
  /** True if options that are not in `options` set fields of objects; `run` checks these options. */
  readonly acceptsFields?: true;
  /** Returns the exit code; `undefined` means 0. */
  readonly run: (session: Session) => Promise<number | undefined>;
}
