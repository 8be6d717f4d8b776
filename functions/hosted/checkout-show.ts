import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import type { Stored } from '../../shared/domain/aggregate.ts';
import { stageOf } from '../../shared/domain/payable/record.ts';
import type { Payment } from '../../shared/domain/payment/record.ts';
import { loadAttemptPayment } from '../../shared/flows/load/records.ts';
import { loadReplacementThatSold } from '../../shared/flows/load/sale-group.ts';
import { endedPage, openPage, processingPage } from '../../shared/pages/checkout.ts';
import { SHOW_ACCESS } from '../../shared/pages/checkout-access.ts';
import {
  againUrlOf,
  type CheckoutRequest,
  checkoutParams,
  completedResponse,
  loadPageData,
  serveHosted,
} from '../../shared/pages/checkout-request.ts';
import { pageResponse, seeOther } from '../../shared/pages/layout.ts';
import type { PageData } from '../../shared/pages/page-data.ts';
import { nextPollUrl, pollDelayAfter } from '../../shared/pages/polling.ts';
import { fetchClockTime } from '../../shared/runtime/simulated-time.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_show',
  method: 'GET',
  path: '/checkout/{account_id}/{mode}/{checkout_id}',
  summary: 'Show the page of a checkout session or one-off payment',
  auth: { kind: 'none' },
  profile: 'provider',
  table: SHOW_ACCESS,
  params: checkoutParams,
  // Mail programs and shops append query parameters to links.
  query: v.looseObject({}),
  response: 'html',
});

const HTTP_GONE = 410;

const responseFor = (pageData: PageData, { payable, links }: CheckoutRequest, payment: Stored<Payment> | null, nowSeconds: number) => {
  const stage = stageOf(payable);
  const isOver = stage === 'ended' || nowSeconds >= payable.expiresAt;
  const paymentStatus = payment?.record.status ?? null;
  // The checkout was read before its payment, and may have been paid in between.
  if (isOver && paymentStatus === 'succeeded') return seeOther(links.return);
  if (stage === 'pending' || (isOver && paymentStatus === 'pending')) {
    return pageResponse(200, processingPage(pageData, links, { url: nextPollUrl(links.return, 0), afterSeconds: pollDelayAfter(0) }));
  }
  if (isOver) {
    const paymentFailed = stage === 'ended' && paymentStatus === 'failed';
    return pageResponse(HTTP_GONE, endedPage(pageData, { paymentFailed, againUrl: againUrlOf(payable, payment, links, nowSeconds) }));
  }
  return pageResponse(200, openPage(pageData, links));
};

export const handler = serveHosted(operation, async (request, _input, { store, now }) => {
  const { tenant, payable } = request;
  if (stageOf(payable) === 'paid') return completedResponse(request, payable);
  const sold = await loadReplacementThatSold(store, tenant, payable);
  if (sold !== null && sold.url !== null) return seeOther(sold.url);
  const [pageData, payment, clockSeconds] = await Promise.all([
    loadPageData(request),
    loadAttemptPayment(store, tenant, payable),
    fetchClockTime(store, tenant, payable.clockId),
  ]);
  return responseFor(pageData, request, payment, clockSeconds ?? now);
});
