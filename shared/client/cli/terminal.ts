import type { Terminal } from './main.ts';

const CLEAR_LINE = '\r\x1b[K';

/** Shows how far something came, on a screen alone, never in a file or a pipe; `null`: nothing more. */
export const showProgress = (text: string | null): void => {
  if (process.stderr.isTTY) process.stderr.write(text === null ? CLEAR_LINE : `${CLEAR_LINE}${text}`);
};

/** The terminal that the process was started in. */
export const terminalOf = (env: Readonly<Record<string, string | undefined>>): Terminal => {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  return {
    env,
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
    progress: showProgress,
    signal: ending.signal,
  };
};
