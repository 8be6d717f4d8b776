import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { loadPreview } from '../../shared/flows/checkout/payment-link.ts';
import { LINK_SHOW_ACCESS } from '../../shared/pages/checkout-access.ts';
import { pageResponse } from '../../shared/pages/layout.ts';
import { offerPage } from '../../shared/pages/payment-link.ts';
import { paymentLinkParams, serveLink, unavailableResponse } from '../../shared/pages/payment-link-request.ts';

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

export const handler = serveLink(operation, async (request, { now, ids, store }) => {
  const { tenant, link, state, locale, hostedUrlOf } = request;
  const view = await loadPreview(store, state, hostedUrlOf, { tenant, now, realNow: now, ids });
  if (view === null) return unavailableResponse(request);
  return pageResponse(200, offerPage({ view, testMode: tenant.mode === 'test', locale }, link.url));
});
