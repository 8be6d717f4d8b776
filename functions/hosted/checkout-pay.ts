import * as v from 'valibot';
import { doc } from '../../shared/api/described.ts';
import { tooManyRefusedPayments } from '../../shared/api/errors.ts';
import * as fields from '../../shared/api/fields.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { COUNTRY_CODES } from '../../shared/domain/countries.ts';
import { NAME_MAX_LENGTH } from '../../shared/domain/limits.ts';
import type { BuyerDetails } from '../../shared/domain/payable/buyer-details.ts';
import { stageOf } from '../../shared/domain/payable/record.ts';
import type { Refusal } from '../../shared/domain/refusal.ts';
import type { Mode } from '../../shared/domain/tenant.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { saveBuyerDetails } from '../../shared/flows/checkout/buyer-details.ts';
import { dueOf } from '../../shared/flows/checkout/view.ts';
import { lookUpVatNumber } from '../../shared/flows/customers/vat-lookup.ts';
import type { PageLocale } from '../../shared/locales/pages/locale.ts';
import type { Entered, Problem } from '../../shared/pages/buyer-fields.ts';
import { openPage } from '../../shared/pages/checkout.ts';
import { PAY_ACCESS } from '../../shared/pages/checkout-access.ts';
import { checkoutParams, loadPageData, serveHosted } from '../../shared/pages/checkout-request.ts';
import { pageResponse, seeOther } from '../../shared/pages/layout.ts';
import type { PageData } from '../../shared/pages/page-data.ts';
import { markAttemptWaiting, secondsUntilNextAttempt } from '../../shared/store/limits/payment-attempts.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_pay',
  method: 'POST',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/pay',
  summary: 'Pay a checkout session or one-off payment',
  description: doc(
    'A form with the field `method`, and `email`, `name`, `country` and `vat_number` if they are unknown; the VAT number is checked with ' +
      'the EU VAT validation service. Redirects (303) to the provider, or returns the page with an error message. `amount` is the amount ' +
      'that the page showed: if the amount due has changed since, no payment starts and the page shows the new amount.',
  ),
  auth: { kind: 'none' },
  profile: 'provider',
  uses: ['pepper', 'provider-credential'],
  table: PAY_ACCESS,
  params: checkoutParams,
  response: 'html',
});

const noMethodProblem = ({ texts }: PageLocale): Problem => ({ message: texts.chooseMethod, field: 'method' });
const noProviderProblem = ({ texts }: PageLocale): Problem => ({ message: texts.noProvider, field: null });

/** Status and message for a refusal; `null`: the page shows the state of the checkout instead. */
const problemOf = (refusal: Refusal, pageLocale: PageLocale): { readonly status: number; readonly problem: Problem } | null => {
  if (refusal.code === 'parameter_invalid') return { status: 400, problem: noMethodProblem(pageLocale) };
  if (refusal.code === 'payment_refused') {
    return { status: 400, problem: { message: pageLocale.texts.methodRefused, field: 'method' } };
  }
  return refusal.reason === 'provider_not_connected' ? { status: 503, problem: noProviderProblem(pageLocale) } : null;
};

const DETAIL_FIELDS = {
  email: v.optional(fields.email),
  name: v.optional(fields.text(1, NAME_MAX_LENGTH)),
  country: v.optional(v.picklist(COUNTRY_CODES)),
};
type DetailField = keyof typeof DETAIL_FIELDS;

const detailProblem = (field: DetailField, { texts }: PageLocale): Problem => {
  const messages = { email: texts.emailWrong, name: texts.nameTooLong, country: texts.countryWrong };
  return { message: messages[field], field };
};

/** The buyer details in the form, or the name of the invalid field. */
const detailsIn = (entered: Entered): Omit<BuyerDetails, 'vat'> | DetailField => {
  const parsed = v.safeParse(v.object(DETAIL_FIELDS), { email: entered.email, name: entered.name, country: entered.country });
  if (!parsed.success) return v.getDotPath(parsed.issues[0]) as DetailField;
  const { email = null, name = null, country = null } = parsed.output;
  return { email, name, countryCode: country };
};

/** Looks up the entered VAT number. Returns a valid number, or the problem of an invalid number; `null`: no number was entered. */
const lookUpEnteredVat = async (
  { vat_number: text }: Entered,
  { view, locale: { texts } }: PageData,
  mode: Mode,
): Promise<BuyerDetails['vat'] | Problem> => {
  if (text === undefined || !view.missingDetails.vat) return null;
  const invalid: Problem = { message: texts.vatWrong, field: 'vat_number' };
  const lookup = await lookUpVatNumber(mode, text);
  if (lookup.kind === 'unavailable') return { message: texts.vatLater, field: 'vat_number' };
  if (lookup.kind === 'unreadable' || lookup.verdict.kind === 'invalid') return invalid;
  return { number: lookup.number, name: lookup.verdict.name };
};

const FORM_FIELDS = ['method', 'email', 'name', 'country', 'vat_number'] as const;

/** The non-empty values of the form, trimmed. */
const enteredIn = (form: URLSearchParams): Entered =>
  Object.fromEntries(
    FORM_FIELDS.flatMap((name) => {
      const value = form.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

/** Whether the page showed the amount that is due now: the entered country can change the tax, and a code can be applied in another tab. */
const isShownAmountDue = (form: URLSearchParams, { view }: PageData): boolean => {
  const shownCents = form.get('amount');
  return shownCents === null || shownCents === String(dueOf(view).amountCents);
};

const amountChangedProblem = ({ view, locale: pageLocale }: PageData): Problem => {
  const { amountCents, currency } = dueOf(view);
  return { message: pageLocale.texts.nowDue(pageLocale.amount(amountCents, currency)), field: null };
};

// No CSRF token: there are no cookies or other ambient credentials to abuse. The only credential is the URL, which cannot be guessed.
export const handler = serveHosted(operation, async (request, _input, { text, ip, store: { table } }) => {
  const { deps, tenant, payable, links } = request;
  if (stageOf(payable) !== 'open') return seeOther(links.show);
  const loaded = await loadPageData(request);
  const { locale: pageLocale } = loaded;
  const form = new URLSearchParams(text);
  const entered = enteredIn(form);
  const problemPage = (status: number, problem: Problem, pageData = loaded) =>
    pageResponse(status, openPage(pageData, links, problem, entered));

  const enteredDetails = detailsIn(entered);
  if (typeof enteredDetails === 'string') return problemPage(400, detailProblem(enteredDetails, pageLocale));
  const vat = await lookUpEnteredVat(entered, loaded, tenant.mode);
  if (vat !== null && 'message' in vat) return problemPage(400, vat);
  const details = { ...enteredDetails, vat };
  const hasDetails = Object.values(details).some((detail) => detail !== null);
  const detailsRefusal = hasDetails ? await saveBuyerDetails(deps, tenant, payable.id, details) : null;
  if (detailsRefusal !== null) return seeOther(links.show);
  const pageData = hasDetails ? await loadPageData(request) : loaded;
  if (!isShownAmountDue(form, pageData)) return problemPage(409, amountChangedProblem(pageData), pageData);

  const { method } = entered;
  if (method === undefined || !pageData.view.methods.includes(method)) return problemPage(400, noMethodProblem(pageLocale), pageData);
  const attemptSubject = { tenant, subjectId: payable.id };
  const waitSeconds = await secondsUntilNextAttempt(table, attemptSubject, deps.nowMs());
  if (waitSeconds > 0) throw tooManyRefusedPayments(waitSeconds);
  const started = await beginPayment(deps, tenant, payable.id, method);
  if (started.kind === 'redirect') {
    await markAttemptWaiting(table, attemptSubject, { id: started.paymentId, ip }, deps.nowMs());
    return seeOther(started.url);
  }
  if (started.kind === 'unavailable') return problemPage(503, noProviderProblem(pageLocale), pageData);
  const refusalProblem = problemOf(started.refusal, pageLocale);
  return refusalProblem === null ? seeOther(links.show) : problemPage(refusalProblem.status, refusalProblem.problem, pageData);
});
