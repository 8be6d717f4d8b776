import { timingSafeEqual } from 'node:crypto';
import { createServer as createHttpServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer, type ToolSet } from './server.ts';

/** Only programs of this machine can connect. */
const ADDRESS = '127.0.0.1';
const PATH = '/mcp';

/** A refused HTTP request. */
interface HttpRefusal {
  readonly status: number;
  readonly message: string;
}

const isSame = (left: string, right: string): boolean => {
  const [first, second] = [Buffer.from(left), Buffer.from(right)];
  return first.length === second.length && timingSafeEqual(first, second);
};

/**
 * Checks the headers of a request; returns `null` if it is allowed. `Host` must name this machine: if the name of a web site resolves to
 * 127.0.0.1 (DNS rebinding), `Host` contains the name of the site. `Origin`, in which a browser names the site of the calling page, must be
 * missing or name this machine.
 */
export const refusalOf = (headers: IncomingHttpHeaders, port: number, token: string): HttpRefusal | null => {
  const hosts = [`${ADDRESS}:${port}`, `localhost:${port}`];
  const { host = '', origin, authorization = '' } = headers;
  if (!hosts.includes(host)) return { status: 403, message: `The Host header must be ${hosts.join(' or ')}.` };
  if (origin !== undefined && !hosts.some((each) => origin === `http://${each}`))
    return { status: 403, message: 'Web pages of other origins must not call this server.' };
  return isSame(authorization, `Bearer ${token}`) ? null : { status: 401, message: 'Send the token as `Authorization: Bearer ...`.' };
};

const refuse = (response: ServerResponse, { status, message }: HttpRefusal): void => {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close', ...challenge })
    .end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
};

/** Serves one message. The server keeps no sessions: each request contains everything that it needs. */
const serveMessage = async (catalogue: ToolSet, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const server = createServer(catalogue);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void server.close());
  // The cast is needed because of `exactOptionalPropertyTypes`: the class has accessors where the interface has optional properties.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response);
};

const routeRefusal = ({ url, method }: IncomingMessage): HttpRefusal | null => {
  if (url !== PATH) return { status: 404, message: `The path must be ${PATH}.` };
  return method === 'POST' ? null : { status: 405, message: 'This server has no sessions and sends no notifications. Use POST.' };
};

export interface HttpSettings {
  /** `0` takes any free port. */
  readonly port: number;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly onReady: (url: string) => void;
}

/** Serves MCP over streamable HTTP on this machine until `signal` aborts. Rejects if the port is in use. */
export const serveHttp = (catalogue: ToolSet, { port, token, signal, onReady }: HttpSettings): Promise<void> =>
  new Promise((resolve, reject) => {
    const http = createHttpServer((request, response) => {
      const { port: boundPort } = http.address() as AddressInfo;
      const refusal = refusalOf(request.headers, boundPort, token) ?? routeRefusal(request);
      if (refusal !== null) return refuse(response, refusal);
      serveMessage(catalogue, request, response).catch((error: unknown) => {
        catalogue.log(`Failed: ${error instanceof Error ? error.name : 'unknown'}`);
        response.destroy();
      });
    });
    http.once('error', reject);
    http.listen(port, ADDRESS, () => onReady(`http://${ADDRESS}:${(http.address() as AddressInfo).port}${PATH}`));
    const stop = (): void => {
      http.close(() => resolve());
      http.closeAllConnections();
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
