import type { CheckoutView, OneShotView } from '../flows/checkout/view.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { type Html, html } from '../platform/html.ts';
import { costText, discountText, taxName, verificationOf } from './checkout-texts.ts';
import type { PageData } from './page-data.ts';

/** The order summary on the open page. */

/** A row with a label and a value; `due` emphasizes the amount due now. */
export const row = (name: string, text: string, kind: 'due' | null = null): Html =>
  html`<div${kind === null ? null : html` class="${kind}"`}><dt>${name}</dt><dd>${text}</dd></div>\n`;

/** The row of the next payment: the first payment after a trial or a metered period, otherwise the payment after today's. */
const nextPaymentRow = (
  { firstCharge, firstPeriod, paidPeriod, trialDays, session }: CheckoutView,
  { texts, amount, day }: PageLocale,
): Html => {
  if (!firstCharge.verification) return row(texts.nextPayment, day(paidPeriod.end));
  // Nothing is sold today: a licensed price is charged at the end of the trial, usage at the end of its period.
  const dueDay = day(firstPeriod !== null && trialDays > 0 ? paidPeriod.start : paidPeriod.end);
  return row(
    texts.firstPayment,
    firstPeriod === null ? dueDay : texts.amountOn(amount(firstPeriod.totalCents, session.price.currency), dueDay),
  );
};

const rowsOfSession = (view: CheckoutView, locale: PageLocale): readonly Html[] => {
  const { texts, amount } = locale;
  const { firstCharge, firstPeriod, session } = view;
  const { price, discount } = session;
  const money = (cents: number): string => amount(cents, price.currency);
  const due = row(texts.dueToday, money(firstCharge.amountCents), 'due');
  const later = nextPaymentRow(view, locale);
  const reducedCents = firstPeriod?.discountCents ?? 0;
  return [
    ...(price.amountCents === null || firstPeriod === null ? [] : [row(price.productName, money(price.amountCents))]),
    ...(discount === null ? [] : [row(discountText(discount, price.currency, locale), reducedCents === 0 ? '' : money(-reducedCents))]),
    ...(firstPeriod?.tax ?? []).map((tax) => row(taxName(tax, view.taxBehavior, locale), money(tax.taxCents))),
    // A verification charge is not part of the order, so its row comes last.
    ...(firstCharge.verification ? [later, due] : [due, later]),
  ];
};

const productDescription = ({ description, features }: CheckoutView['product']): Html =>
  html`${
    description === null ? null : html`<p class="about">${description}</p>\n`
  }${features.length === 0 ? null : html`<ul class="features">${features.map((feature) => html`<li>${feature}</li>`)}</ul>\n`}`;

export const orderOfSession = ({ view, locale }: PageData<CheckoutView>): Html => {
  const verification = verificationOf(view, locale);
  return html`<h1>${locale.texts.subscribeTo(view.session.price.productName)}</h1>
<p class="cost">${costText(view, locale)}</p>
${productDescription(view.product)}<dl class="sums">
${rowsOfSession(view, locale)}</dl>
${verification === null ? null : html`<p class="hint">${verification}</p>`}`;
};

export const orderOfOneShot = ({ view, locale }: PageData<OneShotView>): Html => {
  const { oneShot, totals } = view;
  const { texts, amount } = locale;
  const money = (cents: number): string => amount(cents, oneShot.currency);
  return html`<h1>${texts.payFor(oneShot.description)}</h1>
<dl class="sums">
${totals.tax.map((tax) => row(taxName(tax, view.taxBehavior, locale), money(tax.taxCents)))}${row(
  texts.dueToday,
  money(totals.totalCents),
  'due',
)}</dl>`;
};
