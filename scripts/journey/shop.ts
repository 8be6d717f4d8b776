import { type Received, startReceiver } from '../support/receiver.ts';

/** A tenant's shop: the pages to which a checkout returns, and a webhook receiver. */
export interface Shop {
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly webhookUrl: string;
  /** The webhook calls as they arrived. */
  readonly deliveries: readonly Received[];
  readonly close: () => Promise<void>;
}

const pageOf = (title: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1></main></body></html>`;

const PAGES: Readonly<Record<string, string>> = { '/thanks': pageOf('Thank you'), '/cart': pageOf('Your cart') };

/** Opens the shop on a free port of this machine. */
export const openShop = async (): Promise<Shop> => {
  const deliveries: Received[] = [];
  const { url, stop } = await startReceiver((request, response) => {
    if (request.method === 'POST' && request.path === '/webhooks') {
      deliveries.push(request);
      response.writeHead(200).end();
      return;
    }
    const page = PAGES[request.path.split('?')[0] ?? ''];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '');
  });
  return { successUrl: `${url}/thanks`, cancelUrl: `${url}/cart`, webhookUrl: `${url}/webhooks`, deliveries, close: stop };
};
