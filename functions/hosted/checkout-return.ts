import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { stageOf } from '../../shared/domain/payable/record.ts';
import { returnUrlsOf } from '../../shared/domain/payable/return-urls.ts';
import { syncAfterReturn } from '../../shared/flows/checkout/return.ts';
import { syncSetupAfterReturn } from '../../shared/flows/checkout/setup.ts';
import { endedPage, processingPage, setupPage } from '../../shared/pages/checkout.ts';
import { RETURN_ACCESS } from '../../shared/pages/checkout-access.ts';
import {
  againUrlOf,
  browserLocaleOf,
  type CheckoutRequest,
  checkoutParams,
  completedResponse,
  loadPageData,
  notFoundResponse,
  serveCheckout,
} from '../../shared/pages/checkout-request.ts';
import { pageResponse, seeOther } from '../../shared/pages/layout.ts';
import { nextPollUrl, pollCountOf, pollDelayAfter } from '../../shared/pages/polling.ts';
import { fetchClockTime } from '../../shared/runtime/simulated-time.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_return',
  method: 'GET',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/return',
  summary: 'Return from the payment provider to a checkout session or one-off payment',
  description: doc('Fetches the payment status. Redirects to `success_url` if paid and to `cancel_url` if canceled; polls while pending.'),
  auth: { kind: 'none' },
  profile: 'provider',
  uses: ['pepper', 'provider-credential'],
  table: RETURN_ACCESS,
  // The operation applies the payment's outcome, which is a write.
  maintenance: 'refused',
  params: checkoutParams,
  // `looks`: number of polls so far. `payment` or `setup`: id of the payment or setup after which the provider redirects the buyer here.
  query: v.looseObject({ looks: v.optional(v.string()), payment: v.optional(v.string()), setup: v.optional(v.string()) }),
  response: 'html',
});

/** The response after the provider's page for adding a payment method to the wallet. */
const setupResponse = async (request: CheckoutRequest, setupId: string) => {
  const { deps, tenant, payable } = request;
  const status = idParams.setup.pattern.test(setupId) ? await syncSetupAfterReturn(deps, tenant, payable.id, setupId) : null;
  if (status === null) return notFoundResponse(browserLocaleOf(request));
  const saved = status === 'succeeded' || status === 'processing';
  const { successUrl, cancelUrl } = returnUrlsOf(payable);
  const url = saved ? successUrl : cancelUrl;
  if (url !== null) return seeOther(url);
  // Return URLs are optional for embedded one-off payments.
  return pageResponse(200, setupPage(await loadPageData(request), { saved }));
};

export const handler = serveCheckout(operation, async (request, { query }, { now }) => {
  const { deps, tenant, links } = request;
  if (query.setup !== undefined) return setupResponse(request, query.setup);
  const paymentId = query.payment !== undefined && idParams.payment.pattern.test(query.payment) ? query.payment : null;
  const returned = await syncAfterReturn(deps, tenant, request.payable.id, paymentId);
  if (returned === null) return notFoundResponse(browserLocaleOf(request));
  const { payable, payment, isWaiting } = returned;
  const stage = stageOf(payable);
  const { successUrl, cancelUrl } = returnUrlsOf(payable);
  if (stage === 'paid') return successUrl === null ? completedResponse(request, payable) : seeOther(successUrl);
  const paymentStatus = payment?.record.status ?? null;
  // A failed payment is explained on the page; a payment that the buyer canceled needs no explanation.
  const isCanceled = stage === 'ended' && !isWaiting && paymentStatus !== 'failed';
  // An embedded checkout that is still open is retried in the shop.
  const isRetriedInShop = payable.uiMode === 'embedded' && stage === 'open' && !isWaiting;
  if ((isCanceled || isRetriedInShop) && cancelUrl !== null) return seeOther(cancelUrl);

  const pageData = await loadPageData(request);
  if ((stage === 'ended' && !isWaiting) || isRetriedInShop) {
    const clockSeconds = await fetchClockTime(deps.store, tenant, payable.clockId);
    const againUrl = againUrlOf(payable, payment, links, clockSeconds ?? now);
    return pageResponse(200, endedPage(pageData, { paymentFailed: paymentStatus === 'failed', againUrl }));
  }
  const polls = pollCountOf(query.looks);
  return pageResponse(
    200,
    processingPage(pageData, links, { url: nextPollUrl(links.return, polls, paymentId), afterSeconds: pollDelayAfter(polls) }),
  );
});
