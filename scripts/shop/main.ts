import { createBilling } from '../../shared/client/index.ts';
import { selectedService } from '../local/run-file.ts';
import { openShop } from './server.ts';

/**
 * `npm run shop`: serves a merchant's page with the payment element of the local service that is running, or of the
 * service at `BASE_URL` with the key `TEST_KEY`.
 */

const PORT = 4243;

const service = selectedService();
const { products, prices, checkoutSessions } = createBilling({ key: service.test_key, baseUrl: service.base_url });
const product = await products.create({ name: 'Harbour Tools Pro', description: 'Tide tables and berths.', allow_promotion_codes: true });
const price = await prices.create({ product_id: product.id, amount_cents: 2900, currency: 'EUR', interval: 'month', trial_days: 14 });

const shop = await openShop({
  serviceUrl: service.base_url,
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
