import { type Account, shopNameOf } from '../domain/account/record.ts';
import type { CheckoutView } from '../flows/checkout/view.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { html } from '../platform/html.ts';
import { type RenderedPage, renderPage } from './layout.ts';
import { sessionOrderSummary } from './order.ts';
import { brandIn, type PageData } from './page-data.ts';
import { brandOf } from './style/brand.ts';

/** The pages of a payment link. */

/** What the link sells, with the button that creates the buyer's checkout session. The form needs no CSRF token: there are no cookies. */
export const offerPage = (pageData: PageData<CheckoutView>, url: string): RenderedPage => {
  const { view, locale, testMode } = pageData;
  return renderPage({
    title: locale.texts.subscribeTo(view.session.price.productName),
    heading: null,
    brand: brandIn(pageData),
    testMode,
    locale,
    content: html`<section class="order">
${sessionOrderSummary(pageData)}
<form method="post" action="${url}">
<button type="submit">${locale.texts.proceed}</button>
</form>
</section>`,
  });
};

/** Shown while nothing can be bought on the link: it is inactive or sold out, or its price, product or account allows no sale. */
export const unavailablePage = (account: Account, locale: PageLocale, testMode: boolean): RenderedPage => {
  const { title, text } = locale.texts.withdrawn;
  const brand = brandOf(shopNameOf(account), account.branding);
  return renderPage({ title, brand, testMode, locale, content: html`<p>${text}</p>` });
};
