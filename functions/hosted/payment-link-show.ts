import * as v from 'valibot';
import { doc } from '../../shared/api/described.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { previewOf } from '../../shared/flows/checkout/payment-link.ts';
import { LINK_SHOW_ACCESS } from '../../shared/pages/checkout-access.ts';
import { pageResponse } from '../../shared/pages/layout.ts';
import { offerPage, withdrawnPage } from '../../shared/pages/payment-link.ts';
import { paymentLinkParams, serveLink } from '../../shared/pages/payment-link-request.ts';

export const operation = defineOperation({
  id: 'hosted.payment_link_show',
  method: 'GET',
  path: '/pay/{account_id}/{mode}/{payment_link_id}',
  summary: 'Show the page of a payment link',
  description: doc('Creates nothing, so that programs which open the links in emails and chats do no harm.'),
  auth: { kind: 'none' },
  profile: 'read',
  table: LINK_SHOW_ACCESS,
  params: paymentLinkParams,
  // Mail programs and shops append query parameters to links.
  query: v.looseObject({}),
  response: 'html',
});

const HTTP_GONE = 410;

export const handler = serveLink(operation, async ({ tenant, link, state, locale, hostedUrlOf }, { now, ids }) => {
  const testMode = tenant.mode === 'test';
  const view = previewOf(state, hostedUrlOf, { tenant, now, realNow: now, ids });
  if (view === null) return pageResponse(HTTP_GONE, withdrawnPage(state.account, locale, testMode));
  return pageResponse(200, offerPage({ view, testMode, locale }, link.url));
});
