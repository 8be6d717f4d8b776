import { takeCodeAttempt } from '../../shared/api/calls/code-limit.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { applyCoupon } from '../../shared/domain/checkout-session/apply-coupon.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { isCodeRefusal } from '../../shared/domain/coupon/enter.ts';
import { COUPON_CODE_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { stageOf } from '../../shared/domain/payable/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { findCoupon } from '../../shared/flows/load/coupons.ts';
import { loadAttemptPayment } from '../../shared/flows/load/records.ts';
import type { PageLocale } from '../../shared/locales/pages/locale.ts';
import type { Problem } from '../../shared/pages/buyer-fields.ts';
import { type FormResult, openPage } from '../../shared/pages/checkout.ts';
import { PROMOTION_CODE_ACCESS } from '../../shared/pages/checkout-access.ts';
import { type CheckoutRequest, checkoutParams, loadPageData, serveHosted } from '../../shared/pages/checkout-request.ts';
import { codeNotice, codeProblemText, totalNotice } from '../../shared/pages/checkout-texts.ts';
import type { Entered } from '../../shared/pages/entered.ts';
import { enteredIn, validateDetails } from '../../shared/pages/entered-details.ts';
import { pageResponse, sameRequestTo, seeOther } from '../../shared/pages/layout.ts';
import type { PageData } from '../../shared/pages/page-data.ts';
import { fetchClock } from '../../shared/runtime/simulated-time.ts';
import { buyerActor } from '../../shared/store/audit/entries.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_code',
  method: 'POST',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/code',
  summary: 'Enter a promotion code on the page of a checkout session',
  description: doc(
    'Send the payment form of the page with the field `code`. A form without this field, or with `remove`, removes the applied code. Returns the page ' +
      'with the new price or an error message, and with what was entered; redirects (303) to the page if nothing else was entered. While a payment ' +
      'of the session is pending, the code cannot change (409). With `enter` and without a code, redirects the form (307) to the payment.',
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
 * Loads the page's data. If the page showed the total for the entered details before (`wasReview`) and the details are still valid, the
 * data contains that total, and `isReview` is true.
 */
const loadShownPage = async (request: CheckoutRequest, entered: Entered, wasReview: boolean) => {
  const loaded = await loadPageData(request);
  const { tenant, acceptLanguage } = request;
  const details = wasReview ? await validateDetails(entered, loaded, { mode: tenant.mode, acceptLanguage }) : null;
  if (details === null || 'message' in details) return { pageData: loaded, isReview: false };
  return { pageData: await loadPageData(request, details), isReview: true };
};

// No CSRF token: a forged request would need the secret URL.
export const handler = serveHosted(operation, async (request, _input, { text, ip }) => {
  const { deps, tenant, payable, links } = request;
  if (stageOf(payable) !== 'open') return seeOther(links.show);
  const form = new URLSearchParams(text);
  const entered = enteredIn(form);
  if (form.has('enter') && entered.code === undefined) return sameRequestTo(links.pay);
  const code = form.has('remove') ? null : (form.get('code')?.trim() ?? null);
  const showPage = async (status: number, kept: Entered, resultOf: (pageData: PageData) => Partial<FormResult> | null) => {
    const { pageData, isReview } = await loadShownPage(request, entered, form.has('reviewed'));
    const result = resultOf(pageData);
    return result === null ? seeOther(links.show) : pageResponse(status, openPage(pageData, links, { entered: kept, isReview, ...result }));
  };
  /** Shows the page with the message, by default at the code. If there is no message, redirects to the page instead. */
  const showProblem = (status: number, messageOf: (locale: PageLocale) => string | null, field: Problem['field'] = 'code') =>
    showPage(status, entered, ({ locale }) => {
      const message = messageOf(locale);
      return message === null ? null : { problem: { message, field } };
    });
  /** Shows the page without the entered code. Redirects to the page if nothing else was entered, so that the buyer can reload it. */
  const showChanged = (noticeOf: (pageData: PageData) => string | null) => {
    const { code: _code, ...kept } = entered;
    return Object.keys(kept).length === 0 ? seeOther(links.show) : showPage(200, kept, (pageData) => ({ notice: noticeOf(pageData) }));
  };

  if (code !== null && (code === '' || code.length > COUPON_CODE_MAX_LENGTH)) {
    return showProblem(400, (locale) => codeProblemText('coupon_not_found', locale));
  }
  const attempt = code === null ? null : await takeCodeAttempt({ tenant, store: deps.store, customerId: payable.customerId, ip });
  if (attempt?.bucket.allowed === false) {
    const { retryAfterSeconds } = attempt.bucket;
    return showProblem(429, ({ texts }) => texts.tooMany.text(retryAfterSeconds));
  }
  const outcome = await deps.store.run({
    tenant,
    actor: buyerActor(payable.id),
    load: () => loadCouponState(request, code),
    nowOf: ({ clock }) => clock?.record.frozenTime ?? null,
    decide: (state, context) => applyCoupon(null, state, context),
  });
  if (outcome.kind !== 'refused' || !isCodeRefusal(outcome.refusal)) await attempt?.release();
  if (outcome.kind === 'refused') {
    const { reason } = outcome.refusal;
    if (reason === 'promotion_codes_not_allowed') return showChanged(() => null);
    if (reason === 'payment_processing') return showProblem(409, ({ texts }) => texts.processing, null);
    return showProblem(400, (locale) => codeProblemText(reason, locale));
  }
  return showChanged(({ view, locale }) =>
    code !== null && 'session' in view ? codeNotice(view, locale) : totalNotice(view, false, locale),
  );
});
