import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as its receiver saw it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** An HTTP server on loopback that keeps what it is sent. `status` is what it answers from now on. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  status: number;
  /** What it answers, made of what it was sent. */
  says: (text: string) => string;
  readonly stop: () => Promise<void>;
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    received.push({ headers: request.headers, text });
    response.writeHead(receiver.status, { 'content-type': 'text/plain' });
    response.end(receiver.says(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    status: 200,
    says: () => 'seen',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
};
