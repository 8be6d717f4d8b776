import { type Answer, type ApiObject, apiOf, type Client, type Json } from '../../../scripts/support/api.ts';

/** The buyer's browser: an embedded session and what its client secret opens. */
export const browserOf = (baseUrl: string, session: ApiObject) => {
  const buyer = apiOf(baseUrl).client(String(session.client_secret));
  const path = `/v1/checkout/sessions/${session.id}`;
  return {
    id: session.id,
    customerId: String(session.customer_id),
    secret: buyer.key,
    element: (query = '') => buyer.get(`${path}/element${query}`),
    confirm: (body: Json, headers?: Readonly<Record<string, string>>): Promise<Answer> =>
      buyer.call('POST', `${path}/confirm`, body, headers),
    confirmed: (body: Json): Promise<ApiObject> => buyer.post(`${path}/confirm`, body),
    coupon: (code: unknown): Promise<Answer> => buyer.call('POST', `${path}/coupon`, { code }),
  };
};

/** What the audit log says that the session did, oldest first. */
export const entriesBy = async (client: Client, sessionId: string) =>
  (await client.list(`/v1/audit_logs?actor_id=${sessionId}`))
    .map(({ action, actor_type: type, resource_id: id }) => [action, type, id])
    .reverse();
