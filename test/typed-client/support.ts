import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A function that responds to one request. */
export type Reply = (response: ServerResponse, request: ReceivedRequest) => void;

export interface FakeService {
  readonly baseUrl: string;
  readonly received: ReceivedRequest[];
  /** Sets the replies to the next requests, in order, and clears `received`. Further requests get status 599. */
  readonly replyWith: (...replies: readonly Reply[]) => void;
  readonly stop: () => void;
}

/** Returns a reply with JSON. */
export const jsonReply =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** Returns a reply with an error. */
export const errorReply = (status: number, code: string, more: object = {}, headers: Readonly<Record<string, string>> = {}): Reply =>
  jsonReply(status, { error: { type: 'some_error', code, message: `It is ${code}.`, request_id: 'req_1', ...more } }, headers);

/** Closes the connection without a response. */
export const closeConnection: Reply = (response) => void response.destroy();

/** Never responds. */
export const noResponse: Reply = () => undefined;

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** Starts an HTTP server with programmable replies. */
export const startFakeService = async (): Promise<FakeService> => {
  const received: ReceivedRequest[] = [];
  const nextReplies: Reply[] = [];
  const server: Server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const url = new URL(request.url ?? '', 'http://host');
        const receivedRequest = { method: request.method ?? '', url, headers: request.headers, body };
        received.push(receivedRequest);
        const reply = nextReplies.shift() ?? jsonReply(599, {});
        reply(response, receivedRequest);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    replyWith: (...replies) => {
      received.splice(0);
      nextReplies.splice(0, nextReplies.length, ...replies);
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
