import * as v from 'valibot';
import { tooManyRefused } from '../../shared/api/errors.ts';
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
import { checkoutParams, loadShown, serveHosted } from '../../shared/pages/checkout-request.ts';
import { pageAnswer, seeOther } from '../../shared/pages/layout.ts';
import type { Shown } from '../../shared/pages/shown.ts';
import { awaitTry, secondsUntilNextTry } from '../../shared/store/limits/tries.ts';

export const operation = defineOperation({
  id: 'hosted.checkout_pay',
  method: 'POST',
  path: '/checkout/{account_id}/{mode}/{checkout_id}/pay',
  summary: 'Pay a checkout session or one-off payment',
  description:
    'A form with the field `method`, and `email`, `name`, `country` and `vat_number` where they are not known; the number is checked with the EU VAT validation service. Answers 303 to the provider, or the page again with what was wrong. Where `amount`, what was due when the page was read, is not what is due any more, nothing is paid: the page is shown with the new amount.',
  auth: { kind: 'none' },
  profile: 'provider',
  uses: ['pepper', 'provider-credential'],
  table: PAY_ACCESS,
  params: checkoutParams,
  query: null,
  body: null,
  response: 'html',
  errors: [],
});

const choose = ({ texts }: PageLocale): Problem => ({ message: texts.chooseMethod, field: 'method' });
const noProvider = ({ texts }: PageLocale): Problem => ({ message: texts.noProvider, field: null });

/** How a refusal looks to the buyer; `null`: its own page tells it. */
const problemOf = (refusal: Refusal, pageLocale: PageLocale): { readonly status: number; readonly problem: Problem } | null => {
  if (refusal.code === 'parameter_invalid') return { status: 400, problem: choose(pageLocale) };
  if (refusal.code === 'payment_refused') {
    return { status: 400, problem: { message: pageLocale.texts.methodRefused, field: 'method' } };
  }
  return refusal.reason === 'provider_not_connected' ? { status: 503, problem: noProvider(pageLocale) } : null;
};

const DETAIL_FIELDS = {
  email: v.optional(fields.email),
  name: v.optional(fields.text(1, NAME_MAX_LENGTH)),
  country: v.optional(v.picklist(COUNTRY_CODES)),
};
type DetailField = keyof typeof DETAIL_FIELDS;

const wrongDetail = (field: DetailField, { texts }: PageLocale): Problem => {
  const messages = { email: texts.emailWrong, name: texts.nameTooLong, country: texts.countryWrong };
  return { message: messages[field], field };
};

/** What the form says of the buyer, or which field of it is wrong. */
const detailsIn = (entered: Entered): Omit<BuyerDetails, 'vat'> | DetailField => {
  const found = v.safeParse(v.object(DETAIL_FIELDS), { email: entered.email, name: entered.name, country: entered.country });
  if (!found.success) return v.getDotPath(found.issues[0]) as DetailField;
  const { email = null, name = null, country = null } = found.output;
  return { email, name, countryCode: country };
};

/** What the registry says of the VAT number that was entered: a problem, or the number where it is valid. `null`: none was. */
const vatIn = async (
  { vat_number: text }: Entered,
  { view, locale: { texts } }: Shown,
  mode: Mode,
): Promise<BuyerDetails['vat'] | Problem> => {
  if (text === undefined || !view.asked.vat) return null;
  const wrong: Problem = { message: texts.vatWrong, field: 'vat_number' };
  const found = await lookUpVatNumber(mode, text);
  if (found.kind === 'unavailable') return { message: texts.vatLater, field: 'vat_number' };
  if (found.kind === 'unreadable' || found.verdict.kind === 'invalid') return wrong;
  return { number: found.number, name: found.verdict.name };
};

const ENTERED = ['method', 'email', 'name', 'country', 'vat_number'] as const;

/** What the form holds; what was left empty is left out. */
const enteredIn = (form: URLSearchParams): Entered =>
  Object.fromEntries(
    ENTERED.flatMap((name) => {
      const given = form.get(name)?.trim() ?? '';
      return given === '' ? [] : [[name, given]];
    }),
  );

/** An amount that the buyer did not see is not charged: another country is taxed otherwise, another tab may have entered a code. */
const isAgreed = (form: URLSearchParams, { view }: Shown): boolean => {
  const seen = form.get('amount');
  return seen === null || seen === String(dueOf(view).amountCents);
};

const nowDue = ({ view, locale: pageLocale }: Shown): Problem => {
  const { amountCents, currency } = dueOf(view);
  return { message: pageLocale.texts.nowDue(pageLocale.amount(amountCents, currency)), field: null };
};

// No cookie and no other ambient right backs this form, so there is nothing for a forged request to abuse:
// the page's address, which cannot be guessed, is all that paying asks for.
export const handler = serveHosted(operation, async (request, _input, { text, ip, store: { table } }) => {
  const { deps, tenant, payable, links } = request;
  if (stageOf(payable) !== 'open') return seeOther(links.show);
  const before = await loadShown(request);
  const { locale: pageLocale } = before;
  const form = new URLSearchParams(text);
  const entered = enteredIn(form);
  const again = (status: number, problem: Problem, shown = before) => pageAnswer(status, openPage(shown, links, problem, entered));

  const said = detailsIn(entered);
  if (typeof said === 'string') return again(400, wrongDetail(said, pageLocale));
  const vat = await vatIn(entered, before, tenant.mode);
  if (vat !== null && 'message' in vat) return again(400, vat);
  const details = { ...said, vat };
  const saysMore = Object.values(details).some((detail) => detail !== null);
  const refusedDetails = saysMore ? await saveBuyerDetails(deps, tenant, payable.id, details) : null;
  if (refusedDetails !== null) return seeOther(links.show);
  const shown = saysMore ? await loadShown(request) : before;
  if (!isAgreed(form, shown)) return again(409, nowDue(shown), shown);

  const { method } = entered;
  if (method === undefined || !shown.view.methods.includes(method)) return again(400, choose(pageLocale), shown);
  const tried = { tenant, subjectId: payable.id };
  const waitSeconds = await secondsUntilNextTry(table, tried, deps.nowMs());
  if (waitSeconds > 0) throw tooManyRefused(waitSeconds);
  const begun = await beginPayment(deps, tenant, payable.id, method);
  if (begun.kind === 'redirect') {
    await awaitTry(table, tried, { id: begun.paymentId, ip }, deps.nowMs());
    return seeOther(begun.url);
  }
  if (begun.kind === 'unavailable') return again(503, noProvider(pageLocale), shown);
  const refused = problemOf(begun.refusal, pageLocale);
  return refused === null ? seeOther(links.show) : again(refused.status, refused.problem, shown);
});
