import type { PathParam } from '../api/operation.ts';
import { idParams } from '../api/schemas/fields.ts';
import { ENGLISH } from '../locales/pages/locale.ts';
import { html } from '../platform/html.ts';
import type { SandboxPayment } from '../sandbox/model.ts';
import { OUTCOME_PAGE_HEADERS, renderOutcomePage } from '../sandbox/outcome-page.ts';
import { pageResponse, type RenderedPage, renderPage } from './layout.ts';

/** The page on which a tester chooses the outcome of a sandbox payment: its URL and responses. */

export const outcomeParams = {
  account_id: idParams.account,
  payment_id: { pattern: /^tr_[0-9A-HJKMNP-TV-Z]{26}$/, what: 'payment' },
} as const satisfies Record<string, PathParam>;

export const outcomePageUrl = (baseUrl: string, accountId: string, paymentId: string): string =>
  `${baseUrl}/sandbox/payments/${accountId}/${paymentId}/outcome-page`;

export const outcomeResponse = (status: number, payment: SandboxPayment, actionUrl: string) => ({
  statusCode: status,
  headers: { ...OUTCOME_PAGE_HEADERS },
  body: renderOutcomePage(payment, actionUrl),
});

/** The 404 page. Always English, because only testers see it. */
export const noPaymentPage = (): RenderedPage =>
  renderPage({
    title: 'Payment not found',
    brand: null,
    testMode: true,
    locale: ENGLISH,
    content: html`<p>There is no sandbox payment at this address.</p>`,
  });

export const noPaymentResponse = () => pageResponse(404, noPaymentPage());
