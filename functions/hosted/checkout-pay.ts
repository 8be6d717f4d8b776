import { tooManyRefusedPayments } from '../../shared/api/errors/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { type BuyerLocation, mustConfirmCountry } from '../../shared/domain/payable/attempt.ts';
import { stageOf } from '../../shared/domain/payable/record.ts';
import { minimumAmountCents } from '../../shared/domain/payment/methods.ts';
import type { Refusal } from '../../shared/domain/refusal.ts';
import { picked } from '../../shared/domain/same.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { saveBuyerDetails } from '../../shared/flows/checkout/buyer-details.ts';
import { amountDueTodayOf } from '../../shared/flows/checkout/view.ts';
import { attemptSubjectOf } from '../../shared/flows/payments/refused.ts';
import type { PageLocale } from '../../shared/locales/pages/locale.ts';
import type { Problem } from '../../shared/pages/buyer-fields.ts';
import { type FormResult, openPage } from '../../shared/pages/checkout.ts';
import { PAY_ACCESS } from '../../shared/pages/checkout-access.ts';
import { checkoutParams, loadPageData, serveHosted } from '../../shared/pages/checkout-request.ts';
import { methodName, totalNotice, unavailableMethodsText } from '../../shared/pages/checkout-texts.ts';
import { loadStoredDetails } from '../../shared/pages/earlier-attempt.ts';
import type { Entered } from '../../shared/pages/entered.ts';
import { enteredIn, languageDetail, validateDetails } from '../../shared/pages/entered-details.ts';
import { pageResponse, seeOther } from '../../shared/pages/layout.ts';
import type { PageData } from '../../shared/pages/page-data.ts';
import { showedCurrentAmounts } from '../../shared/pages/shown-amounts.ts';
import { markAttemptWaiting, secondsUntilNextAttempt } from '../../shared/store/limits/payment-attempts.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_pay',
  method: 'POST',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/pay',
  summary: 'Pay a checkout session or one-off payment',
  description: doc(
    'A form with the field `method`, `immediate_service` if the buyer asks that the service begins at once, and `email`, `name`, `country` and `vat_number` if they are unknown; the VAT number is checked with ' +
      'the EU VAT validation service. Businesses can enter what their e-invoices need: `line1`, `postal_code` and `city`, `buyer_reference`, ' +
      'and `electronic_address` as a Peppol ID such as `0106:12345678`. Redirects (303) to the provider, or returns the page with an error message. `amount` and ' +
      '`first_payment` are the amounts that the page showed: if they have changed since, no payment starts and the page shows the new ' +
      'total (409). `confirmed_country` is the country that the buyer confirmed; the page asks for it ' +
      '(400) if the IP address is in another country. With `review`, the page shows the total for the entered details; with `edit`, it shows the form ' +
      'with these details again. Details are stored when a payment starts.',
  ),
  readsCountry: true,
  auth: { kind: 'none' },
  profile: 'provider',
  uses: ['pepper', 'provider-credential'],
  table: PAY_ACCESS,
  params: checkoutParams,
  response: 'html',
});

const noMethodProblem = ({ texts }: PageLocale): Problem => ({ message: texts.chooseMethod, field: 'method' });
const noProviderProblem = ({ texts }: PageLocale): Problem => ({ message: texts.noProvider, field: null });

/** The problem of a method that the page does not offer; `null`: the page offers the method. */
const methodProblem = ({ view, locale }: PageData, method: string | undefined): Problem | null => {
  if (method !== undefined && view.methods.includes(method)) return null;
  const unavailableText = method !== undefined && view.unavailableMethods.includes(method) ? unavailableMethodsText(view, locale) : null;
  if (unavailableText === null) return noMethodProblem(locale);
  return { message: `${unavailableText} ${locale.texts.chooseMethod}`, field: 'method' };
};

/** The problem if the page requires a country and the buyer entered none; `null`: the country is known, or not required. */
const missingCountryProblem = ({ view: { countryCode, awaitsTax, requiresCountry }, locale: { texts } }: PageData): Problem | null =>
  countryCode === null && (awaitsTax || requiresCountry) ? { message: texts.countryWrong, field: 'country' } : null;

const countryProblem = ({ texts }: PageLocale): Problem => ({ message: texts.countryUnclear, field: 'confirmed_country' });

/** The buyer's location. `isCountryConfirmed`: the buyer has confirmed the country of the view. */
const locationOf = ({ view }: PageData, { confirmed_country: confirmed }: Entered, ipCountryCode: string | null): BuyerLocation => ({
  ipCountryCode,
  isCountryConfirmed: confirmed !== undefined && confirmed === view.countryCode,
});

/** Status and message for a refusal; `null`: the page shows the state of the checkout instead. */
const problemOf = (
  refusal: Refusal,
  method: string,
  { view, locale: pageLocale }: PageData,
): { readonly status: number; readonly problem: Problem } | null => {
  const { texts, amount } = pageLocale;
  if (refusal.reason === 'country_not_confirmed') return { status: 400, problem: countryProblem(pageLocale) };
  if (refusal.code === 'payment_refused') return { status: 400, problem: { message: texts.methodRefused, field: 'method' } };
  // The page offers the method, so `parameter_invalid` means that the amount is below the minimum of the method.
  if (refusal.code === 'parameter_invalid') {
    const minimum = amount(minimumAmountCents(method), amountDueTodayOf(view).currency);
    return { status: 400, problem: { message: texts.amountTooSmall(methodName(method, pageLocale), minimum), field: 'method' } };
  }
  return refusal.reason === 'provider_not_connected' ? { status: 503, problem: noProviderProblem(pageLocale) } : null;
};

const AMOUNT_CHANGED = 409;

// No CSRF token: there are no cookies or other ambient credentials to abuse. The only credential is the URL, which cannot be guessed.
export const handler = serveHosted(operation, async (request, _input, { text, ip, ipCountry, store: { table } }) => {
  const { deps, tenant, payable, links, acceptLanguage } = request;
  if (stageOf(payable) !== 'open') return seeOther(links.show);
  const loaded = await loadPageData(request);
  const form = new URLSearchParams(text);
  const entered = enteredIn(form);
  const show = (status: number, pageData: PageData, changes: Partial<FormResult>) =>
    pageResponse(status, openPage(pageData, links, { entered, ...changes }));

  if (form.has('edit')) return show(200, loaded, {});
  const details = await validateDetails(entered, loaded, { mode: tenant.mode, acceptLanguage });
  if (details !== null && 'message' in details) return show(400, loaded, { problem: details });
  const pageData = details === null ? loaded : await loadPageData(request, details);
  const { view, locale: pageLocale } = pageData;
  const review = { notice: totalNotice(view, details !== null, pageLocale), isReview: true };
  const isReview = form.has('reviewed');
  // The browser may not have checked the country: the Enter key submits the form with the promotion code's button (`formnovalidate`).
  const missingCountry = missingCountryProblem(pageData);
  if (missingCountry !== null) return show(400, loaded, { problem: missingCountry });
  if (form.has('review')) return show(200, pageData, review);
  if (!showedCurrentAmounts(form, view)) return show(AMOUNT_CHANGED, pageData, review);
  const { method } = entered;
  const wrongMethod = methodProblem(pageData, method);
  if (method === undefined || wrongMethod !== null) {
    return show(400, pageData, { problem: wrongMethod, isReview });
  }
  // The page asks for the confirmation before the details are saved, because a saved country cannot be corrected on the page.
  if (mustConfirmCountry(view.confirmableArea, locationOf(pageData, entered, ipCountry))) {
    return show(400, pageData, { problem: countryProblem(pageLocale), isReview });
  }

  const attemptSubject = attemptSubjectOf(tenant, payable);
  const waitSeconds = await secondsUntilNextAttempt(table, attemptSubject, deps.nowMs());
  if (waitSeconds > 0) throw tooManyRefusedPayments(waitSeconds);
  const unsaved = details ?? languageDetail(loaded, acceptLanguage);
  const detailsRefusal = unsaved === null ? null : await saveBuyerDetails(deps, tenant, payable.id, unsaved);
  if (detailsRefusal !== null) return seeOther(links.show);
  // Loads the data again, because details that the buyer entered in another tab may have been stored first.
  const stored =
    details === null
      ? pageData
      : { ...(await loadPageData(request)), earlier: await loadStoredDetails(deps.store, tenant, payable.customerId) };
  const afterSaving = { entered: picked(entered, ['method', 'immediate_service', 'confirmed_country']) };
  if (!showedCurrentAmounts(form, stored.view)) {
    return show(AMOUNT_CHANGED, stored, { ...afterSaving, notice: totalNotice(stored.view, false, pageLocale) });
  }
  const button = { language: pageLocale.language, isOurs: true, immediateService: entered.immediate_service !== undefined };
  const started = await beginPayment(deps, tenant, payable.id, method, button, locationOf(stored, entered, ipCountry));
  if (started.kind === 'redirect') {
    await markAttemptWaiting(table, attemptSubject, { id: started.paymentId, ip }, deps.nowMs());
    return seeOther(started.url);
  }
  if (started.kind === 'unavailable') return show(503, stored, { ...afterSaving, problem: noProviderProblem(pageLocale) });
  const refused = problemOf(started.refusal, method, stored);
  return refused === null ? seeOther(links.show) : show(refused.status, stored, { ...afterSaving, problem: refused.problem });
});
