import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import type { CheckoutView } from '../../shared/flows/checkout.ts';
import { type CheckoutLinks, completedPage, expiredPage, openPage, processingPage } from '../../shared/pages/checkout.ts';
import { checkoutParams, serveHosted, shownOf } from '../../shared/pages/checkout-request.ts';
import { pageAnswer } from '../../shared/pages/layout.ts';
import { lookAgainUrl, pauseAfter } from '../../shared/pages/polling.ts';
import { clockTime } from '../../shared/runtime/simulated-time.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_show',
  method: 'GET',
  path: '/checkout/{account_id}/{mode}/{checkout_id}',
  summary: 'Show the page of a checkout session',
  auth: { kind: 'none' },
  profile: 'provider',
  params: checkoutParams,
  // Mail programs and shops add parameters of their own to links.
  query: v.looseObject({}),
  body: null,
  response: 'html',
  errors: [],
});

const GONE = 410;

const answerFor = (view: CheckoutView, links: CheckoutLinks, testMode: boolean, nowSeconds: number) => {
  const { status, expiresAt } = view.session;
  if (status === 'completed') return pageAnswer(200, completedPage(view, testMode));
  if (status === 'processing') {
    return pageAnswer(200, processingPage(view, links, testMode, { url: lookAgainUrl(links.return, 0), afterSeconds: pauseAfter(0) }));
  }
  if (status === 'expired' || nowSeconds >= expiresAt) return pageAnswer(GONE, expiredPage(view, testMode, false));
  return pageAnswer(200, openPage(view, links, testMode));
};

export const handler = serveHosted(operation, async (request, _input, { store, now }) => {
  const { tenant, session, links } = request;
  const [view, moment] = await Promise.all([shownOf(request), clockTime(store, tenant, session.clockId)]);
  return answerFor(view, links, tenant.mode === 'test', moment ?? now);
});
