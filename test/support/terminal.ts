import type { Terminal } from '../../shared/client/cli/terminal.ts';

/** A terminal that records the output of a command. */
export interface RecordingTerminal extends Terminal {
  readonly printed: string[];
  readonly errors: string[];
  readonly progressTexts: (string | null)[];
}

/** Returns a terminal that records the output of a command. `env`: the command's environment. `overrides`: replaces members. */
export const recordingTerminal = (env: Terminal['env'], overrides: Partial<Terminal> = {}): RecordingTerminal => {
  const [printed, errors, progressTexts]: [string[], string[], (string | null)[]] = [[], [], []];
  return {
    env,
    printed,
    errors,
    progressTexts,
    print: (line) => printed.push(line),
    printError: (line) => errors.push(line),
    progress: (text) => progressTexts.push(text),
    confirm: null,
    openInBrowser: () => undefined,
    signal: new AbortController().signal,
    endedBy: () => null,
    ...overrides,
  };
};
