import type { Answer, Api, Client, Json } from '../../../scripts/support/api.ts';
import { embeddedCheckout, openPortal, openSession, pay } from './objects.ts';

const PATH = '/v1/checkout/payment-methods';

/** A saved payment method. */
export interface SavedPaymentMethod extends Json {
  readonly id: string;
  readonly kind: string;
  readonly is_default: boolean;
}

/** A customer with a subscription (from a paid checkout session) and with a second checkout session, which is embedded. */
export interface Buyer {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly sessionId: string;
  /** A client that authenticates with `secret`. */
  readonly client: Client;
  /** Client secret of the embedded session. */
  readonly secret: string;
}

export const subscribedBuyer = async (api: Api, owner: Client, priceId: string, fields: Json = {}): Promise<Buyer> => {
  const customer = await owner.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', ...fields });
  const firstSession = await openSession(owner, priceId, { customer_id: customer.id });
  const paid = await pay(owner, firstSession.id);
  const ids = await embeddedCheckout(owner, priceId, { customer_id: customer.id });
  const secret = String(ids.embedded_checkout_id_secret);
  const sessionId = String(ids.embedded_checkout_id);
  return { customerId: customer.id, subscriptionId: String(paid.subscription_id), sessionId, secret, client: api.client(secret) };
};

export const walletOf = async ({ client }: Pick<Buyer, 'client'>): Promise<readonly SavedPaymentMethod[]> =>
  (await client.get(PATH)).data as readonly SavedPaymentMethod[];

/** Starts the setup of a payment method; returns its id and client secret. */
export const beginSetup = async ({ client }: Pick<Buyer, 'client'>): Promise<{ readonly id: string; readonly secret: string }> => {
  const { setup_id: id, client_secret: secret } = await client.post(`${PATH}/setup`);
  return { id: String(id), secret: String(secret) };
};

/** Confirms a setup with a card token. `fields` overrides fields of the body. */
export const confirmCardSetup = ({ client }: Pick<Buyer, 'client'>, secret: string, fields: Json = {}): Promise<Answer> =>
  client.call('POST', `${PATH}/setup/confirm`, { client_secret: secret, method: 'creditcard', card_token: 'tkn_1', ...fields });

/** Adds a card and returns the saved payment method. */
export const addCard = async (buyer: Pick<Buyer, 'client'>): Promise<SavedPaymentMethod> => {
  const previousIds = new Set((await walletOf(buyer)).map(({ id }) => id));
  const answer = await confirmCardSetup(buyer, (await beginSetup(buyer)).secret);
  const added = (await walletOf(buyer)).find(({ id }) => !previousIds.has(id));
  if (added === undefined) throw new Error(`No card was added: ${answer.text}`);
  return added;
};

export const setDefault = ({ client }: Pick<Buyer, 'client'>, methodId: string): Promise<Answer> =>
  client.call('POST', `${PATH}/${methodId}/default`);
export const removeSavedMethod = ({ client }: Pick<Buyer, 'client'>, methodId: string): Promise<Answer> =>
  client.call('DELETE', `${PATH}/${methodId}`);

/** Ids and secrets for operations on payment methods: of a session, a portal session, a method that can be removed, and a setup. */
export const walletIds = async (api: Api, owner: Client, priceId: string): Promise<Readonly<Record<string, string>>> => {
  const buyer = await subscribedBuyer(api, owner, priceId);
  const [method, setup] = [await addCard(buyer), await beginSetup(buyer)];
  return {
    embedded_checkout_id: buyer.sessionId,
    embedded_checkout_id_secret: buyer.secret,
    payment_method_id: method.id,
    setup_client_secret: setup.secret,
    ...(await openPortal(owner, buyer.subscriptionId)),
  };
};
