import { resolve } from 'node:path';
import { createBilling } from '../../shared/client/index.ts';
import { readRunFacts } from '../local/run-file.ts';
import { openShop } from './server.ts';

/** `npm run shop`: serves a merchant's page with the payment element of the running host, or of `BASE_URL` with `TEST_KEY`. */

const PORT = 4243;

const { BASE_URL, TEST_KEY, DATA_DIR = '.local' } = process.env;
const facts = BASE_URL && TEST_KEY ? { base_url: BASE_URL.replace(/\/$/, ''), test_key: TEST_KEY } : readRunFacts(resolve(DATA_DIR));
if (facts === null) throw new Error('No local host is running. Run "npm start", or set BASE_URL and TEST_KEY.');

const { products, prices, checkoutSessions } = createBilling({ key: facts.test_key, baseUrl: facts.base_url });
const product = await products.create({ name: 'Harbour Tools Pro', description: 'Tide tables and berths.', allow_promotion_codes: true });
const price = await prices.create({ product_id: product.id, amount_cents: 2900, currency: 'EUR', interval: 'month', trial_days: 14 });

const shop = await openShop({
  serviceUrl: facts.base_url,
  port: Number(process.env['PORT'] ?? PORT),
  sell: async (cart, urls) => {
    // One session per cart: repeating the request returns the same session with a new secret.
    const { client_secret: clientSecret } = await checkoutSessions.create(
      { price_id: price.id, success_url: urls.success, cancel_url: urls.cancel, ui_mode: 'embedded' },
      { idempotencyKey: `cart-${cart}` },
    );
    if (clientSecret === null) throw new Error('The session has no client secret.');
    return { clientSecret };
  },
  element: { attributes: {}, styles: 'billing-payment { --billing-color-primary: teal; --billing-border-radius: 12px; }' },
});
console.log(`The shop runs at ${shop.url}\nStop it with Ctrl+C.`);
