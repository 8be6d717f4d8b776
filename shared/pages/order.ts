import type { CheckoutView, OneShotView } from '../flows/checkout/view.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { type Html, html } from '../platform/html.ts';
import { costText, discountText, taxedText, taxName, tierPriceText, tierUnitsText, verificationHint } from './checkout-texts.ts';
import { laterPaymentOf } from './later-payment.ts';
import type { PageData } from './page-data.ts';

/** The order summary on the page of an open checkout. */

/** A row with a label and a value; `due` emphasizes the amount due now. */
export const row = (name: string, text: string, kind: 'due' | null = null): Html =>
  html`<div${kind === null ? null : html` class="${kind}"`}><dt>${name}</dt><dd>${text}</dd></div>\n`;

/** The row of the payment after the one that is due today. */
const nextPaymentRow = (view: CheckoutView, { texts, amount, day }: PageLocale): Html => {
  const { session, awaitsTax } = view;
  const { amountCents, dueAt, isFirst } = laterPaymentOf(view);
  const name = isFirst ? texts.firstPayment : texts.nextPayment;
  if (amountCents === null) return row(name, day(dueAt));
  const text = amount(amountCents, session.price.currency);
  return row(name, texts.amountOn(awaitsTax ? texts.plusVat(text) : text, day(dueAt)));
};

/** The price of each tier of a usage-based price; `null`: it has no tiers. */
const tierRows = ({ tiers, session }: CheckoutView, locale: PageLocale): Html | null =>
  tiers === null
    ? null
    : html`<dl class="sums">
${tiers.map((tier, index) =>
  row(tierUnitsText((tiers[index - 1]?.upTo ?? 0) + 1, tier.upTo, locale), tierPriceText(tier, session.price.currency, locale)),
)}</dl>
`;

const rowsOfSession = (view: CheckoutView, locale: PageLocale): readonly Html[] => {
  const { texts, amount } = locale;
  const { firstCharge, firstPeriod, session } = view;
  const { price, discount } = session;
  const money = (cents: number): string => amount(cents, price.currency);
  const dueText = money(firstCharge.amountCents);
  const due = row(texts.dueToday, view.awaitsTax && !firstCharge.verification ? texts.plusVat(dueText) : dueText, 'due');
  const later = nextPaymentRow(view, locale);
  const discountCents = firstPeriod?.discountCents ?? 0;
  return [
    ...(firstPeriod === null ? [] : [row(price.productName, money(firstPeriod.subtotalCents))]),
    ...(discount === null ? [] : [row(discountText(discount, price.currency, locale), discountCents === 0 ? '' : money(-discountCents))]),
    ...(firstPeriod?.tax ?? []).map((tax) => row(taxName(tax, view, locale), money(tax.taxCents))),
    // A verification charge is not part of the order, so its row comes last.
    ...(firstCharge.verification ? [later, due] : [due, later]),
  ];
};

const productDescription = ({ description, features }: CheckoutView['product']): Html =>
  html`${
    description === null ? null : html`<p class="about">${description}</p>\n`
  }${features.length === 0 ? null : html`<ul class="features">${features.map((feature) => html`<li>${feature}</li>`)}</ul>\n`}`;

export const sessionOrderSummary = ({ view, locale }: PageData<CheckoutView>): Html => {
  const verification = verificationHint(view, locale);
  return html`<h1>${locale.texts.subscribeTo(view.session.price.productName)}</h1>
<p class="cost">${costText(view, locale)}</p>
${productDescription(view.product)}${tierRows(view, locale)}<dl class="sums">
${rowsOfSession(view, locale)}</dl>
${verification === null ? null : html`<p class="hint">${verification}</p>`}`;
};

/** Net amount and tax of a one-off payment; empty if there is no tax. */
const taxRowsOfOneShot = ({ oneShot, totals, ...view }: OneShotView, locale: PageLocale): readonly Html[] => {
  const money = (cents: number): string => locale.amount(cents, oneShot.currency);
  if (totals.tax.length === 0) return [];
  return [
    row(locale.texts.net, money(totals.totalCents - totals.taxCents)),
    // The net amount is above, so the name does not say whether the price includes the tax.
    ...totals.tax.map((tax) => row(taxName(tax, { ...view, taxBehavior: 'exclusive' }, locale), money(tax.taxCents))),
  ];
};

export const oneShotOrderSummary = ({ view, locale }: PageData<OneShotView>): Html => {
  const { oneShot, totals } = view;
  const { texts, amount } = locale;
  const total = amount(totals.totalCents, oneShot.currency);
  return html`<h1>${texts.payFor(oneShot.description)}</h1>
${view.awaitsTax ? html`<p class="cost">${taxedText(total, view, locale)}</p>\n` : null}<dl class="sums">
${taxRowsOfOneShot(view, locale)}${row(texts.total, view.awaitsTax ? texts.plusVat(total) : total, 'due')}</dl>`;
};
