import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { newPlan, openOneShot } from '../support/objects.ts';
import { addCard, beginSetup, confirmCardSetup, removeSavedMethod, setDefault, subscribedBuyer, walletOf } from '../support/wallet.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let owner: Client;
let priceId: string;
beforeAll(async () => {
  owner = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(owner));
});

describe('an embedded one-off payment', () => {
  it('[ELM-09] [AUD-14] lists and changes the payment methods of its customer with its client secret', async () => {
    const { customerId } = await subscribedBuyer(api, owner, priceId);
    const oneShot = await openOneShot(owner, { ui_mode: 'embedded', payment_method: undefined, customer_id: customerId });
    const buyer = { client: api.client(String(oneShot.client_secret)) };
    const [first] = await walletOf(buyer);
    expect(first).toMatchObject({ kind: 'creditcard', is_default: true });
    const added = await addCard(buyer);
    expect((await setDefault(buyer, added.id)).status).toBe(200);
    expect((await removeSavedMethod(buyer, String(first?.id))).body).toMatchObject({ data: [{ id: added.id, is_default: true }] });
    const entries = await owner.list(`/v1/audit_logs?actor_id=${oneShot.id}`);
    expect(entries.map(({ actor_type: type, action }) => [type, action])).toEqual([
      ['one_shot_payment', 'payment_method.removed'],
      ['one_shot_payment', 'payment_method.set_as_default'],
      ['one_shot_payment', 'payment_method.saved'],
    ]);
  });

  it('offers the payment methods for its currency and the country of its customer', async () => {
    const buyerWith = async (currency: string, country: string) => {
      const { id } = await owner.post('/v1/customers', { name: 'Ada', country_code: country });
      const oneShot = await openOneShot(owner, { ui_mode: 'embedded', payment_method: undefined, customer_id: id, currency });
      return { client: api.client(String(oneShot.client_secret)) };
    };
    const methodsAt = async (currency: string, country: string) =>
      (await (await buyerWith(currency, country)).client.get('/v1/checkout/payment-methods')).methods;
    expect(await methodsAt('EUR', 'NL')).toEqual(['creditcard', 'directdebit', 'ideal', 'applepay']);
    expect(await methodsAt('EUR', 'DE')).toEqual(['creditcard', 'directdebit', 'applepay']);
    expect(await methodsAt('EUR', 'US')).toEqual(['creditcard', 'applepay']);
    expect(await methodsAt('USD', 'NL')).toEqual(['creditcard', 'applepay']);
    const buyer = await buyerWith('USD', 'NL');
    const answer = await confirmCardSetup(buyer, (await beginSetup(buyer)).secret, { method: 'ideal', card_token: null });
    expect([...statusAndCode(answer), answer.error?.param]).toEqual([400, 'parameter_invalid', 'method']);
  });

  it('without a success URL has a return page, which shows whether a payment method was saved', async () => {
    const { testKey, accountId } = await createAccount();
    const shop = api.client(testKey);
    const noUrls = { success_url: undefined, cancel_url: undefined };
    const oneShot = await openOneShot(shop, { ui_mode: 'embedded', payment_method: undefined, ...noUrls });
    const buyer = { client: api.client(String(oneShot.client_secret)) };
    const setup = await beginSetup(buyer);
    expect((await confirmCardSetup(buyer, setup.secret, { method: 'ideal', card_token: null })).body.status).toBe('requires_action');
    const fetchReturnPage = () =>
      api.sendWithRetry({ method: 'GET', path: `/checkout/${accountId}/test/${oneShot.id}/return?setup=${setup.id}` });
    expect((await fetchReturnPage()).text).toContain('Payment method not saved');
    const [payment] = await shop.list(`/v1/payments?customer_id=${String(oneShot.customer_id)}`);
    await shop.post(`/sandbox/payments/${String(payment?.id)}/outcome`, { outcome: 'paid' });
    expect((await fetchReturnPage()).text).toContain('Payment method saved');
  });
});
