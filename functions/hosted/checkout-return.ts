import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import type { CheckoutSession } from '../../shared/domain/checkout-session/record.ts';
import type { Tenant } from '../../shared/domain/kernel.ts';
import { type PaymentStatus, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { lookAtReturn } from '../../shared/flows/checkout.ts';
import { expiredPage, processingPage } from '../../shared/pages/checkout.ts';
import { checkoutParams, notFoundAnswer, serveCheckout, shownOf } from '../../shared/pages/checkout-request.ts';
import { pageAnswer, seeOther } from '../../shared/pages/layout.ts';
import { lookAgainUrl, looksOf, pauseAfter } from '../../shared/pages/polling.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_return',
  method: 'GET',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/return',
  summary: 'Return from the payment provider to a checkout session',
  description: 'Asks the provider how the payment went: paid leads to `success_url`, called off to `cancel_url`, undecided looks again.',
  auth: { kind: 'none' },
  profile: 'provider',
  uses: ['provider-credential'],
  params: checkoutParams,
  query: v.looseObject({ looks: v.optional(v.string()) }),
  body: null,
  response: 'html',
  errors: [],
});

const statusOfAttempt = async (store: Store, tenant: Tenant, { attempt }: CheckoutSession): Promise<PaymentStatus | null> =>
  attempt === null ? null : ((await store.get(paymentAggregate, tenant, attempt.paymentId))?.record.status ?? null);

export const handler = serveCheckout(operation, async (request, { query }, { store }) => {
  const { deps, tenant, links } = request;
  const session = await lookAtReturn(deps, tenant, request.session.id);
  if (session === null) return notFoundAnswer();
  if (session.status === 'completed') return seeOther(session.successUrl);
  const attempt = await statusOfAttempt(store, tenant, session);
  // A refused payment is explained to the buyer; one that the buyer called off needs no explanation.
  if (session.status === 'expired' && attempt !== 'failed') return seeOther(session.cancelUrl);
  // An embedded session is open for another try, and that is made in the shop.
  if (session.uiMode === 'embedded' && session.status === 'open' && attempt !== 'pending') return seeOther(session.cancelUrl);

  const view = await shownOf(request);
  const testMode = tenant.mode === 'test';
  if (session.status === 'expired') return pageAnswer(200, expiredPage(view, testMode, true));
  const looks = looksOf(query.looks);
  return pageAnswer(
    200,
    processingPage(view, links, testMode, { url: lookAgainUrl(links.return, looks), afterSeconds: pauseAfter(looks) }),
  );
});
