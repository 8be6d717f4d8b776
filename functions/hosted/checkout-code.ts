import { takeCodeAttempt } from '../../shared/api/calls/code-limit.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { applyCoupon } from '../../shared/domain/checkout-session/apply-coupon.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { isWrongCode } from '../../shared/domain/coupon/enter.ts';
import { COUPON_CODE_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { stageOf } from '../../shared/domain/payable/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { findCoupon } from '../../shared/flows/load/coupons.ts';
import { loadAttemptPayment } from '../../shared/flows/load/records.ts';
import { openPage } from '../../shared/pages/checkout.ts';
import { PROMOTION_CODE_ACCESS } from '../../shared/pages/checkout-access.ts';
import { type CheckoutRequest, checkoutParams, loadPageData, serveHosted } from '../../shared/pages/checkout-request.ts';
import { codeNotice, codeProblemText, totalNotice } from '../../shared/pages/checkout-texts.ts';
import type { Entered } from '../../shared/pages/entered.ts';
import { enteredIn, readDetails } from '../../shared/pages/entered-details.ts';
import { pageResponse, seeOther } from '../../shared/pages/layout.ts';
import { fetchClock } from '../../shared/runtime/simulated-time.ts';
import { buyerActor } from '../../shared/store/audit/entries.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_code',
  method: 'POST',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/code',
  summary: 'Enter a promotion code on the page of a checkout session',
  description: doc(
    'A form with the field `code`; a form without this field removes the applied code. Redirects (303) to the page with the new price, ' +
      'or returns the page with an error message.',
  ),
  auth: { kind: 'none' },
  profile: 'provider',
  table: PROMOTION_CODE_ACCESS,
  params: checkoutParams,
  response: 'html',
});

/** Loads the records that decide whether the code applies, in at most three sequential reads. */
const loadCouponState = async ({ deps: { store }, tenant, payable }: CheckoutRequest, code: string | null) => {
  const session = await store.get(checkoutSessionAggregate, tenant, payable.id);
  if (session === null) return { session: null, payment: null, product: null, clock: null, couponLookup: null };
  const { price, clockId } = session.record;
  const [payment, product, clock, couponLookup] = await Promise.all([
    loadAttemptPayment(store, tenant, session.record),
    store.get(productAggregate, tenant, price.productId),
    fetchClock(store, tenant, clockId),
    code === null ? null : findCoupon(store, tenant, code, session.record.customerId),
  ]);
  return { session, payment, product: product?.record ?? null, clock, couponLookup };
};

/**
 * The page's data with the details in the form, and a notice about the new total; `notice: null`: the form has no or invalid details.
 * `isApplied`: a code was applied.
 */
const loadDataAndNotice = async (request: CheckoutRequest, entered: Entered, isApplied = false) => {
  const loaded = await loadPageData(request);
  const details = await readDetails(entered, loaded, { mode: request.tenant.mode, acceptLanguage: request.acceptLanguage });
  if (details === null || 'message' in details) return { pageData: loaded, notice: null };
  const pageData = await loadPageData(request, details);
  const { view, locale } = pageData;
  return { pageData, notice: isApplied && 'session' in view ? codeNotice(view, locale) : totalNotice(view, false, locale) };
};

// No CSRF token: a forged request would need the secret URL.
export const handler = serveHosted(operation, async (request, _input, { text, ip }) => {
  const { deps, tenant, payable, links } = request;
  if (stageOf(payable) !== 'open') return seeOther(links.show);
  const form = new URLSearchParams(text);
  const code = form.get('code')?.trim() ?? null;
  const entered = enteredIn(form);
  const problemPage = async (reason: string | undefined) => {
    const { pageData, notice } = await loadDataAndNotice(request, entered);
    const message = codeProblemText(reason, pageData.locale);
    // If the code is not the problem, or the product accepts no codes, the page shows the state of the checkout instead of an error.
    if (message === null || reason === 'promotion_codes_not_allowed') return seeOther(links.show);
    return pageResponse(400, openPage(pageData, links, { problem: { message, field: 'code' }, entered, notice }));
  };
  if (code !== null && (code === '' || code.length > COUPON_CODE_MAX_LENGTH)) return problemPage('coupon_not_found');
  const attempt = code === null ? null : await takeCodeAttempt({ tenant, store: deps.store, customerId: payable.customerId, ip });
  if (attempt?.bucket.allowed === false) {
    const { pageData, notice } = await loadDataAndNotice(request, entered);
    const message = pageData.locale.texts.tooMany.text(attempt.bucket.retryAfterSeconds);
    return pageResponse(429, openPage(pageData, links, { problem: { message, field: 'code' }, entered, notice }));
  }
  const outcome = await deps.store.run({
    tenant,
    actor: buyerActor(payable.id),
    load: () => loadCouponState(request, code),
    nowOf: ({ clock }) => clock?.record.frozenTime ?? null,
    decide: (state, context) => applyCoupon(null, state, context),
  });
  if (outcome.kind !== 'refused' || !isWrongCode(outcome.refusal)) await attempt?.release();
  if (outcome.kind === 'refused') return problemPage(outcome.refusal.reason);
  const { pageData, notice } = await loadDataAndNotice(request, entered, code !== null);
  return notice === null ? seeOther(links.show) : pageResponse(200, openPage(pageData, links, { entered, notice }));
});
