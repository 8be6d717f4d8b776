import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { BillingError } from '../../errors.ts';
import type { Send } from '../../transport.ts';
import type { Document } from '../description.ts';
import { callTool, errorResult, type ToolError } from './call.ts';
import { type OperationTool, toolsOf } from './tools.ts';

/** The tools of a server, and everything else that its sessions share. */
export interface ToolSet {
  readonly send: Send;
  readonly version: string;
  readonly mode: 'test' | 'live';
  readonly tools: ReadonlyMap<string, OperationTool>;
  /** Writes a line to the log; lines contain no arguments, results or credentials. */
  readonly log: (line: string) => void;
}

interface Ping {
  readonly scopes?: readonly string[] | null;
}

const fetchJson = async <T>(send: Send, path: string): Promise<T> => (await (await send({ method: 'GET', path })).json()) as T;

/** Fetches the description of the service and the scopes of the key, and builds the tools. Throws `BillingError`. */
export const fetchToolSet = async (
  send: Send,
  { mode, log }: { readonly mode: 'test' | 'live'; readonly log: (line: string) => void },
): Promise<ToolSet> => {
  const { scopes } = await fetchJson<Ping>(send, '/v1/ping');
  if (!Array.isArray(scopes))
    throw new BillingError('The service does not return the scopes of the key. Update the service to a newer release.');
  const document = await fetchJson<Document>(send, '/openapi.json');
  const tools = new Map(toolsOf(document, scopes).map((each) => [each.tool.name, each]));
  return { send, version: document.info?.version ?? '0', mode, tools, log };
};

const instructionsOf = ({ mode }: ToolSet): string =>
  [
    `Tools of a subscription billing service, in ${mode} mode${mode === 'live' ? ': calls move real money' : ''}.`,
    'Amounts are integers in cents, times are Unix seconds.',
    'Lists are pages, newest first: if `has_more` is true, pass the id of the last object as `starting_after`.',
    'A creation or action with the same arguments is not executed again within 24 hours.',
    'Errors have a `code`, a `message`, the wrong argument in `param`, and a `request_id` for support.',
  ].join(' ');

/** The outcome of a call, for the log. A repeated call is not executed again: its result is marked as failed, but has no `error`. */
const outcomeOf = (structured: Record<string, unknown> | undefined, isError: boolean): string => {
  if (!isError) return 'ok';
  const { code, request_id: requestId } = (structured?.['error'] ?? { code: 'repeated' }) as ToolError;
  return requestId === undefined ? code : `${code} ${requestId}`;
};

/** Creates a server for one session; connect it to a transport. */
export const createServer = (catalogue: ToolSet): Server => {
  const { send, version, tools, log } = catalogue;
  // The class `McpServer` is not used, because it does not accept JSON schemas, which the tools have.
  const server = new Server({ name: 'billing', version }, { capabilities: { tools: {} }, instructions: instructionsOf(catalogue) });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].filter(({ isAllowed }) => isAllowed).map(({ tool }) => tool),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }, { signal }) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool ${name}.`);
    const startedMs = Date.now();
    const result = tool.isAllowed
      ? await callTool(send, tool, args, signal)
      : errorResult({ code: 'insufficient_scope', message: `The key lacks the scope ${tool.operation.scopes.flat().join(' or ')}.` });
    log(`${name}: ${outcomeOf(result.structuredContent, result.isError === true)}, ${Date.now() - startedMs} ms`);
    return result;
  });
  // Logs only the name, because error messages of parsers contain parts of their input, which can be a secret.
  server.onerror = ({ name }) => log(`Invalid message: ${name}`);
  return server;
};
