import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, BillingError } from '../../errors.ts';
import type { Request, Send } from '../../transport.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { type OperationTool, REPEAT_ARGUMENT } from './tools.ts';

/** Arguments of a tool call, by name. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Larger responses do not fit the context of an assistant. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Low, so that a call ends before the MCP client's timeout, which is usually 60 seconds. */
const MAX_RETRIES = 2;

/** An error that the assistant can act on. */
export interface ToolError {
  readonly code: string;
  readonly message: string;
  readonly param?: string | undefined;
  readonly reason?: string | undefined;
  readonly status?: number | undefined;
  readonly request_id?: string | undefined;
}

/** Builds the result of a call that failed. */
export const errorResult = (error: ToolError): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify({ error }) }],
  structuredContent: { error },
});

class ArgumentError extends BillingError {
  readonly param: string;
  constructor(param: string, message: string) {
    super(message);
    this.param = param;
  }
}

const pathSegment = (args: ToolArguments, name: string): string => {
  const value = args[name];
  if (typeof value !== 'string' || value === '') throw new ArgumentError(name, `${name} must be an id.`);
  return encodeURIComponent(value);
};

/** Builds the request of a call. Unknown arguments are also sent, in the query or body, so that the service refuses them. */
const requestOf = ({ operation }: OperationTool, args: ToolArguments): Request => {
  const { method, pathParams, query, body } = operation;
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => pathSegment(args, name));
  const rest = Object.entries(args).filter(([name]) => !pathParams.includes(name) && name !== REPEAT_ARGUMENT);
  const isQuery = (name: string): boolean => method === 'GET' || body === null || name in query;
  return {
    method,
    path,
    query: Object.fromEntries(rest.filter(([name]) => isQuery(name))),
    // A stream, so that `readBytes` can stop reading a response that is too large.
    ...(method === 'GET' ? { isStream: true } : { body: Object.fromEntries(rest.filter(([name]) => !isQuery(name))) }),
  };
};

const readBytes = async (response: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    // Leaving the loop cancels the rest of the response.
    if (size > MAX_RESPONSE_BYTES) throw new BillingError(`The response has more than ${MAX_RESPONSE_BYTES} bytes. Request less.`);
  }
  return Buffer.concat(chunks);
};

const REPLAYED =
  'This call was already made in the last 24 hours. It was not executed again; this is the response of the first call, and the object may ' +
  `have changed since. To make exactly this call again, send a new value as ${REPEAT_ARGUMENT}.`;

const resultOf = async (response: Response, { repetition }: OperationTool): Promise<CallToolResult> => {
  const bytes = await readBytes(response);
  if (response.headers.get('content-type')?.includes('json') !== true) {
    const mimeType = response.headers.get('content-type') ?? 'application/octet-stream';
    return { content: [{ type: 'resource', resource: { uri: response.url, mimeType, blob: bytes.toString('base64') } }] };
  }
  const structuredContent = JSON.parse(bytes.toString()) as Record<string, unknown>;
  const isReplayed = response.headers.has('idempotent-replayed');
  return {
    content: [
      { type: 'text', text: JSON.stringify(structuredContent) },
      ...(isReplayed ? [{ type: 'text' as const, text: REPLAYED }] : []),
    ],
    structuredContent,
    ...(isReplayed && repetition === 'refused' ? { isError: true } : {}),
  };
};

const toolErrorOf = (error: unknown): ToolError => {
  if (error instanceof ApiError) {
    const { code, param, reason, status, requestId, isReplayed } = error;
    const message = isReplayed ? `${error.message} ${REPLAYED}` : error.message;
    return { code, message, param, reason, status, request_id: requestId };
  }
  if (error instanceof ArgumentError) return { code: 'parameter_invalid', message: error.message, param: error.param };
  if (error instanceof BillingError) return { code: 'no_response', message: error.message };
  throw error;
};

/** Calls an operation. Errors of the service, and connections that fail, are results with `isError`. */
export const callTool = async (
  send: Send,
  tool: OperationTool,
  args: ToolArguments,
  signal: AbortSignal | undefined,
): Promise<CallToolResult> => {
  try {
    const options = {
      maxRetries: MAX_RETRIES,
      ...(signal === undefined ? {} : { signal }),
      ...(tool.repetition === 'executed' ? {} : { idempotencyKey: idempotencyKeyOf('mcp', tool.operation.id, args) }),
    };
    return await resultOf(await send(requestOf(tool, args), options), tool);
  } catch (error) {
    return errorResult(toolErrorOf(error));
  }
};
