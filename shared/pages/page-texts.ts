import type { CheckoutSession } from '../domain/checkout-session/record.ts';
import type { Payable } from '../domain/payable/record.ts';
import { returnUrlsOf } from '../domain/payable/return-urls.ts';
import type { CheckoutView, OneShotView } from '../flows/checkout/view.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { type Html, html } from '../platform/html.ts';
import { methodLabel, methodName, orderButtonText, payLabel } from './checkout-texts.ts';
import { oneShotOrderSummary, row, sessionOrderSummary } from './order.ts';
import type { PageData } from './page-data.ts';

/** The texts that differ between sessions and one-off payments. */
export interface PageTexts {
  /** The order summary with the page's heading. */
  readonly order: Html;
  readonly methodLabel: (method: string) => string;
  readonly payLabel: string;
  readonly waiting: WaitingTexts;
  readonly thanks: string;
  /** The shop's URL for buyers who have paid; `null`: the session or one-off payment was created without one. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** The page of the shop for buyers who have paid and have no `successUrl`; `null`: none is known. */
  readonly shopUrl: string | null;
  readonly payable: Payable;
}

/** The texts shown until the provider reports an outcome. */
interface WaitingTexts {
  readonly title: string;
  readonly text: Html;
  /** Whether the page refreshes automatically; false while the page shows bank details to copy. */
  readonly refreshes: boolean;
}

const waitingFor = (what: string, { texts }: PageLocale): WaitingTexts => ({
  title: texts.inProgress,
  text: html`<p role="status">${texts.waitingFor(what)}</p>`,
  refreshes: true,
});

/** The cancel URL of a session; `null` if it is the URL of the session's payment link, which would sell the product a second time. */
const shopUrlOf = (session: CheckoutSession): string | null =>
  session.paymentLink !== undefined && session.cancelUrl.endsWith(`/${session.paymentLink.id}`) ? null : returnUrlsOf(session).cancelUrl;

const textsOfSession = (pageData: PageData<CheckoutView>): PageTexts => {
  const { view, locale } = pageData;
  const { session } = view;
  return {
    order: sessionOrderSummary(pageData),
    methodLabel: (method) => methodLabel(view, method, locale),
    payLabel: payLabel(view, locale),
    waiting: waitingFor(session.price.productName, locale),
    thanks: locale.texts.subscribed(session.price.productName),
    successUrl: session.successUrl === session.url ? null : returnUrlsOf(session).successUrl,
    cancelUrl: returnUrlsOf(session).cancelUrl,
    shopUrl: shopUrlOf(session),
    payable: session,
  };
};

/** Instructions for a bank transfer [OSP-09]; `null` for other methods. */
const transferTexts = ({ oneShot: { transfer, description } }: OneShotView, total: string, { texts }: PageLocale): WaitingTexts | null =>
  transfer === null
    ? null
    : {
        title: texts.byTransfer,
        text: html`<p role="status">${texts.transfer(total, description)}</p>
<dl>
${row(texts.amount, total)}${transfer.bankName === null ? null : row(texts.accountHolder, transfer.bankName)}${row(texts.account, transfer.bankAccount)}${
  transfer.bankBic === null ? null : row('BIC', transfer.bankBic)
}${row(texts.reference, transfer.reference)}</dl>`,
        refreshes: false,
      };

const textsOfOneShot = (pageData: PageData<OneShotView>): PageTexts => {
  const { view, locale } = pageData;
  const { oneShot, totals } = view;
  const total = locale.amount(totals.totalCents, oneShot.currency);
  return {
    order: oneShotOrderSummary(pageData),
    methodLabel: (method) => methodName(method, locale),
    payLabel: orderButtonText(view.requiresOrderText, locale.texts.pay(total), locale),
    waiting: transferTexts(view, total, locale) ?? waitingFor(oneShot.description, locale),
    thanks: locale.texts.arrived(oneShot.description),
    successUrl: returnUrlsOf(oneShot).successUrl,
    cancelUrl: returnUrlsOf(oneShot).cancelUrl,
    shopUrl: returnUrlsOf(oneShot).cancelUrl,
    payable: oneShot,
  };
};

export const pageTextsOf = ({ view, ...rest }: PageData): PageTexts =>
  'session' in view ? textsOfSession({ view, ...rest }) : textsOfOneShot({ view, ...rest });
