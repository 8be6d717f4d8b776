import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';

/** The log of the functions and of the host's own errors. */
export interface Log {
  /** Logs an error that the caller or a retry handles. */
  problem(where: string, error: unknown): void;
  /** Writes the buffered lines and closes the file. */
  close(): Promise<void>;
}

/**
 * Redirects the console and standard output to `log/function.log` in the data directory. With `toTerminal`, only the console is redirected,
 * to the terminal. To write to the terminal after this call, save `process.stdout.write` before it.
 */
export const openLog = (dataDirectory: string, toTerminal: boolean): Log => {
  const directory = join(dataDirectory, 'log');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = toTerminal ? null : createWriteStream(join(directory, 'function.log'), { flags: 'a', mode: 0o600 });
  const terminal = process.stdout.write.bind(process.stdout);
  const write = (line: string): void => {
    if (file === null) terminal(`${line}\n`);
    else file.write(`${line}\n`);
  };
  const print = (...items: readonly unknown[]): void => write(format(...items));
  Object.assign(console, { log: print, info: print, warn: print, error: print, debug: print });
  if (file !== null) process.stdout.write = (chunk: string | Uint8Array) => file.write(chunk);
  return {
    problem: (where, error) => {
      const detail =
        error instanceof Error ? { error: error.name, message: error.message, stack: error.stack } : { message: String(error) };
      write(JSON.stringify({ level: 'error', host: where, ...detail }));
    },
    close: () => new Promise((resolve) => (file === null ? resolve() : file.end(resolve))),
  };
};
