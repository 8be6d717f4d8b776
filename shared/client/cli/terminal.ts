import type { Terminal } from './main.ts';

const CLEAR_LINE = '\r\x1b[K';

/** The terminal that the process was started in. Progress is shown on a screen alone, never in a file or a pipe. */
export const terminalOf = (env: Readonly<Record<string, string | undefined>>): Terminal => {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  return {
    env,
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(text === null ? CLEAR_LINE : `${CLEAR_LINE}${text}`);
    },
    signal: ending.signal,
  };
};
