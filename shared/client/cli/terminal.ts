import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';

/** Signals that end a command. */
export type EndingSignal = 'SIGINT' | 'SIGTERM';

/** Environment and output of a command. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Replaces the progress message; `null` clears it. Only on interactive terminals. */
  readonly progress: (text: string | null) => void;
  /** Asks a yes-no question; `null` if input or output is not a terminal, so that the user cannot answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
  /** Opens a URL in the browser. Only on interactive terminals. */
  readonly openInBrowser: (url: string) => void;
  /** Aborts when the user ends the command, or when nothing reads its output any more. */
  readonly signal: AbortSignal;
  /** The signal with which the user or the system ended the command; `null`: none. */
  readonly endedBy: () => EndingSignal | null;
}

const CLEAR_LINE = '\r\x1b[K';

/** Shows a progress message on an interactive terminal; `null` clears it. */
export const showProgress = (text: string | null): void => {
  if (process.stderr.isTTY) process.stderr.write(text === null ? CLEAR_LINE : `${CLEAR_LINE}${text}`);
};

const confirm = async (question: string): Promise<boolean> => {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await prompt.question(`${question} (y/N) `)).trim());
  } finally {
    prompt.close();
  }
};

/** The program of each platform that opens a URL. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

const openInBrowser = (url: string): void => {
  if (!process.stdout.isTTY) return;
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  // The URL was printed; where there is no browser, the user opens it elsewhere.
  spawn(program, [...args, url], { detached: true, stdio: 'ignore' })
    .once('error', () => undefined)
    .unref();
};

/**
 * Escapes control characters as JSON does, except tabs and line breaks: data of the API can contain characters that control a terminal,
 * and `JSON.stringify` leaves those from U+007F to U+009F as they are.
 */
export const withoutControls = (line: string): string =>
  line.replaceAll(/(?![\t\r\n])\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns the terminal of the process. */
export const terminalOf = (env: Readonly<Record<string, string | undefined>>): Terminal => {
  const ending = new AbortController();
  let endedBy: EndingSignal | null = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      endedBy = signal;
      ending.abort();
    });
  // EPIPE: the reader of the output, such as `head`, has closed the pipe. The command ends, and later output is dropped.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      ending.abort();
    });
  }
  return {
    env,
    print: (line) => void process.stdout.write(`${withoutControls(line)}\n`),
    printError: (line) => void process.stderr.write(`${withoutControls(line)}\n`),
    progress: showProgress,
    confirm: process.stdin.isTTY && process.stdout.isTTY ? confirm : null,
    openInBrowser,
    signal: ending.signal,
    endedBy: () => endedBy,
  };
};
