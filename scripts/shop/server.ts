import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CheckoutPageInput, checkoutPage, LISTENER, type ShopPage, thanksPage } from './page.ts';

export interface ShopUrls {
  readonly success: string;
  readonly cancel: string;
}

export interface ShopSettings {
  readonly serviceUrl: string;
  /** 0: any free port. */
  readonly port: number;
  /** Creates the checkout session of a cart. If the session exists, returns a new client secret of this session. */
  readonly sell: (cart: string, urls: ShopUrls) => Promise<{ readonly clientSecret: string }>;
  /** Attributes and styles of the payment element. */
  readonly element: Pick<CheckoutPageInput, 'attributes' | 'styles'>;
}

export interface Shop {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const sendPage = (response: ServerResponse, { markup, policy }: ShopPage): void =>
  void response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, 'cache-control': 'no-store' })
    .end(markup);

/** Starts a shop with one product. Every cart has a URL, which the buyer can reload. */
export const openShop = async ({ serviceUrl, port, sell, element }: ShopSettings): Promise<Shop> => {
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const cart = /^\/carts\/([a-z0-9-]{1,64})$/.exec(pathname)?.[1];
    const answer = async (): Promise<void> => {
      if (pathname === '/') return void response.writeHead(303, { location: `/carts/${crypto.randomUUID()}` }).end();
      if (pathname === '/listener.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(LISTENER);
      if (pathname === '/thanks') return sendPage(response, thanksPage());
      if (cart === undefined) return void response.writeHead(404).end();
      const { clientSecret } = await sell(cart, { success: `${origin}/thanks`, cancel: `${origin}/carts/${cart}` });
      const attributes = { ...element.attributes, ...Object.fromEntries(searchParams) };
      sendPage(response, checkoutPage({ serviceUrl, clientSecret, ...element, attributes }));
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
