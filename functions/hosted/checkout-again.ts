import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { recoverSession, recoveryClaim } from '../../shared/domain/checkout-session/recover.ts';
import { runCouponSale } from '../../shared/flows/checkout/coupon-sale.ts';
import { loadRecovery } from '../../shared/flows/checkout/recovery.ts';
import { checkoutUrlOf } from '../../shared/flows/deps.ts';
import { REPLACE_SESSION_ACCESS } from '../../shared/pages/checkout-access.ts';
import { type CheckoutRequest, checkoutParams, serveHosted } from '../../shared/pages/checkout-request.ts';
import { seeOther } from '../../shared/pages/layout.ts';
import { buyerActor } from '../../shared/store/audit/entries.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_again',
  method: 'POST',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/again',
  summary: 'Try again after the payment of a checkout session was refused',
  description: doc(
    'Redirects (303) to the page of a new session with the same customer, price, coupon and URLs; a repeated request redirects to the ' +
      'same new session. Redirects to the page of the ended session if nothing can be bought any more.',
  ),
  auth: { kind: 'none' },
  profile: 'write',
  table: REPLACE_SESSION_ACCESS,
  params: checkoutParams,
  response: 'html',
});

/** URL of the session that already replaces this one; `null`: there is none. */
const fetchReplacementUrl = async ({ deps: { store }, tenant, payable }: CheckoutRequest): Promise<string | null> => {
  const id = await store.ownerOf(tenant, recoveryClaim(payable.id));
  return id === null ? null : ((await store.get(checkoutSessionAggregate, tenant, id))?.record.url ?? null);
};

// No CSRF token: a forged request would need the secret URL.
export const handler = serveHosted(operation, async (request, _input, { ip, userAgent }) => {
  const { deps, tenant, payable, links } = request;
  const existing = await fetchReplacementUrl(request);
  if (existing !== null) return seeOther(existing);
  const origin = new URL(links.show).origin;
  const outcome = await runCouponSale(deps.store, {
    tenant,
    actor: buyerActor(payable.id, { ip, userAgent }),
    load: () => loadRecovery(deps.store, tenant, payable.id),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => recoverSession({ hostedUrlOf: (id) => checkoutUrlOf(origin, tenant, id) }, state, context),
  });
  // Refused: the offer has ended, or a concurrent request has already created the new session.
  return seeOther((outcome.kind === 'done' ? outcome.result.url : await fetchReplacementUrl(request)) ?? links.show);
});
