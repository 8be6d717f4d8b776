import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { transportOf } from '../../transport.ts';
import type { Terminal } from '../terminal.ts';
import { CommandLineError } from '../usage.ts';
import { serveHttp } from './http.ts';
import { createServer, fetchToolSet, type ToolSet } from './server.ts';

const DEFAULT_PORT = 3900;
const TOKEN_MIN_LENGTH = 32;

/** Options and environment of `billing mcp`. */
export interface McpSettings {
  readonly settings: { readonly key: string; readonly baseUrl: string };
  readonly options: ReadonlyMap<string, string>;
  readonly terminal: Terminal;
}

/** Returns the mode of the key. Throws `CommandLineError` unless it is an API key of the mode that the user chose. */
const modeOf = (key: string, isLive: boolean): 'test' | 'live' => {
  if (key.startsWith('svc_live_')) {
    if (isLive) return 'live';
    throw new CommandLineError('This is a live key: an assistant could move real money. Use a test key, or add --live to allow it.');
  }
  if (!key.startsWith('svc_test_')) throw new CommandLineError('The key must be an API key, `svc_test_...` or `svc_live_...`.');
  if (isLive) throw new CommandLineError('--live requires a live key (`svc_live_...`). This is a test key.');
  return 'test';
};

const portOf = (options: ReadonlyMap<string, string>): number => {
  const port = Number(options.get('port') ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new CommandLineError('--port must be a number from 0 to 65535.');
  return port;
};

const tokenOf = ({ env }: Terminal): string => {
  const token = env['BILLING_MCP_TOKEN'] ?? '';
  if (token.length >= TOKEN_MIN_LENGTH) return token;
  throw new CommandLineError(
    `--http requires a token that clients send: set BILLING_MCP_TOKEN to ${TOKEN_MIN_LENGTH} random characters or more, as from \`openssl rand -hex 32\`.`,
  );
};

/** Serves one client on standard input and output, until its input ends or `signal` aborts. */
const serveStdio = async (catalogue: ToolSet, signal: AbortSignal): Promise<void> => {
  const server = createServer(catalogue);
  await server.connect(new StdioServerTransport());
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    server.onclose = resolve;
    const stop = (): void => void server.close();
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
};

/** Serves the operations that the key allows as MCP tools. Throws `CommandLineError` and `BillingError`. */
export const serveMcp = async ({ settings, options, terminal }: McpSettings): Promise<void> => {
  const { printError, signal } = terminal;
  const mode = modeOf(settings.key.trim(), options.has('live'));
  const http = options.has('http') ? { port: portOf(options), token: tokenOf(terminal) } : null;
  const catalogue = await fetchToolSet(transportOf(settings), { mode, log: printError });
  if (http === null) return serveStdio(catalogue, signal);
  return serveHttp(catalogue, { ...http, signal, onReady: (url) => terminal.print(`Listening on ${url}`) });
};
