import { defineOperation } from '../../shared/api/operation.ts';
import { rateLimitedError } from '../../shared/api/pipeline/authenticate.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { type LinkState, openLinkSession } from '../../shared/domain/payment-link/open-session.ts';
import { runCouponSale } from '../../shared/flows/checkout/coupon-sale.ts';
import { loadLink } from '../../shared/flows/checkout/payment-link.ts';
import { LINK_OPEN_ACCESS } from '../../shared/pages/checkout-access.ts';
import { seeOther } from '../../shared/pages/layout.ts';
import { paymentLinkParams, serveLink, unavailableResponse } from '../../shared/pages/payment-link-request.ts';
import { clock } from '../../shared/runtime/services.ts';
import { debitLinkSession } from '../../shared/store/limits/rate-limit.ts';

export const operation = defineOperation({
  id: 'hosted.payment_link_open',
  method: 'POST',
  path: '/pay/{account_id}/{mode}/{payment_link_id}',
  summary: 'Create a checkout session from a payment link',
  description: doc('Redirects (303) to the page of a new checkout session, for which a customer is created.'),
  events: ['customer.created'],
  auth: { kind: 'none' },
  profile: 'write',
  table: LINK_OPEN_ACCESS,
  params: paymentLinkParams,
  response: 'html',
});

// No CSRF token: everyone may open a session, and a forged request has no cookie to abuse.
export const handler = serveLink(operation, async (request, { store, ip, userAgent }) => {
  const { tenant, link, state, network, hostedUrlOf } = request;
  const bucket = await debitLinkSession(store.table, tenant, network, clock.nowMs());
  if (!bucket.allowed) throw rateLimitedError(bucket);
  let preloaded: LinkState | null = state;
  const outcome = await runCouponSale(store, {
    tenant,
    actor: { type: 'payment_link', id: link.id, ip, userAgent },
    // The first attempt uses the state that `serveLink` loaded. A retry after another write loads the state again.
    load: async () => {
      const current = preloaded ?? (await loadLink(store, tenant, link.id)) ?? { ...state, link: null };
      preloaded = null;
      return current;
    },
    nowOf: () => null,
    decide: (current, context) => openLinkSession({ hostedUrlOf }, current, context),
  });
  if (outcome.kind === 'done') return seeOther(outcome.result.session.url ?? link.url);
  return unavailableResponse(request);
});
