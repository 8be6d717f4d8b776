import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server got it. */
export interface Seen {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request. */
export type Reply = (response: ServerResponse, seen: Seen) => void;

export interface PlayedService {
  readonly baseUrl: string;
  readonly seen: Seen[];
  /** The next requests are answered by these, in order; one more than that fails the test. */
  readonly plan: (...replies: readonly Reply[]) => void;
  readonly stop: () => void;
}

/** JSON under a status. */
export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export const refusal = (status: number, code: string, more: object = {}, headers: Readonly<Record<string, string>> = {}): Reply =>
  json(status, { error: { type: 'some_error', code, message: `It is ${code}.`, request_id: 'req_1', ...more } }, headers);

/** The connection is lost. */
export const hangUp: Reply = (response) => void response.destroy();

/** No answer. */
export const silence: Reply = () => undefined;

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** A server that answers as it is reported. */
export const playService = async (): Promise<PlayedService> => {
  const seen: Seen[] = [];
  const planned: Reply[] = [];
  const server: Server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const one: Seen = { method: request.method ?? '', url: new URL(request.url ?? '', 'http://host'), headers: request.headers, body };
        seen.push(one);
        const reply = planned.shift() ?? json(599, {});
        reply(response, one);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    plan: (...replies) => {
      seen.splice(0);
      planned.splice(0, planned.length, ...replies);
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
