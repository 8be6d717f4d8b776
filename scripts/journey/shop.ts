import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook call as it arrived. */
export interface Delivery {
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** The tenant's side: a shop with the pages that a checkout leads back to, and a receiver of webhooks. */
export interface Shop {
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly webhookUrl: string;
  readonly deliveries: readonly Delivery[];
  readonly close: () => Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const pageOf = (title: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1></main></body></html>`;

const PAGES: Readonly<Record<string, string>> = { '/thanks': pageOf('Thank you'), '/cart': pageOf('Your cart') };

/** Opens the shop on a free port of this machine. */
export const openShop = async (): Promise<Shop> => {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (request.method === 'POST' && request.url === '/webhooks') {
      deliveries.push({ headers: request.headers, body });
      response.writeHead(200).end();
      return;
    }
    const page = PAGES[(request.url ?? '').split('?')[0] ?? ''];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    successUrl: `${at}/thanks`,
    cancelUrl: `${at}/cart`,
    webhookUrl: `${at}/webhooks`,
    deliveries,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
