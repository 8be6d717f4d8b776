import { type Answer, type ApiObject, apiOf, type Client, type Json } from '../../../scripts/support/api.ts';

/** The payment element's requests for an embedded session, sent with its client secret. */
export const elementClient = (baseUrl: string, session: ApiObject) => {
  const buyer = apiOf(baseUrl).client(String(session.client_secret));
  const path = `/v1/checkout/sessions/${session.id}`;
  return {
    id: session.id,
    customerId: String(session.customer_id),
    secret: buyer.key,
    retrieve: (query = '') => buyer.get(`${path}/element${query}`),
    confirm: (body: Json, headers?: Readonly<Record<string, string>>): Promise<Answer> =>
      buyer.call('POST', `${path}/confirm`, body, headers),
    /** Confirms; returns the body of the answer, or throws if the status is not 200. */
    confirmOrThrow: (body: Json): Promise<ApiObject> => buyer.post(`${path}/confirm`, body),
    setCoupon: (code: unknown): Promise<Answer> => buyer.call('POST', `${path}/coupon`, { code }),
  };
};

/** The audit entries whose actor is the session, as `[action, actor type, resource id]`, oldest first. */
export const auditEntriesBy = async (client: Client, sessionId: string) =>
  (await client.list(`/v1/audit_logs?actor_id=${sessionId}`))
    .map(({ action, actor_type: type, resource_id: id }) => [action, type, id])
    .reverse();
