import { toWireAmount } from '../provider/mollie/money.ts';
import { DOCUMENTATION } from './http.ts';
import { transferOf } from './instruments.ts';
import { minimumCentsOf, type SandboxMethod } from './methods.ts';
import type { SandboxCustomer, SandboxMandate, SandboxPayment, SandboxRefund } from './model.ts';
import { chargedBackCents, remainingCents } from './rules.ts';

/** Converts sandbox records to objects of Mollie's API. */

/** URLs for links in objects. */
export interface SandboxUrls {
  /** Base URL of the sandbox API, without `/v2` and without a trailing slash. */
  readonly apiBaseUrl: string;
  /** URL of the page on which the buyer chooses the outcome. */
  readonly outcomePageUrl: (paymentId: string) => string;
}

type WireObject = Readonly<Record<string, unknown>>;

const isoOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`;
const apiLink = (urls: SandboxUrls, path: string) => ({ href: `${urls.apiBaseUrl}${path}`, type: 'application/hal+json' });

export const customerView = (customer: SandboxCustomer, urls: SandboxUrls): WireObject => ({
  resource: 'customer',
  id: customer.id,
  mode: 'test',
  name: customer.name,
  email: customer.email,
  locale: null,
  metadata: customer.metadata,
  createdAt: isoOf(customer.createdAt),
  _links: {
    self: apiLink(urls, `/v2/customers/${customer.id}`),
    // A link to the documentation, because the sandbox has no customer page.
    dashboard: DOCUMENTATION,
    documentation: DOCUMENTATION,
  },
});

export const mandateView = (mandate: SandboxMandate, urls: SandboxUrls): WireObject => ({
  resource: 'mandate',
  id: mandate.id,
  mode: 'test',
  status: mandate.status,
  method: mandate.method,
  details: mandate.details,
  customerId: mandate.customerId,
  mandateReference: mandate.id,
  signatureDate: isoOf(mandate.createdAt).slice(0, 10),
  createdAt: isoOf(mandate.createdAt),
  _links: {
    self: apiLink(urls, `/v2/customers/${mandate.customerId}/mandates/${mandate.id}`),
    customer: apiLink(urls, `/v2/customers/${mandate.customerId}`),
    documentation: DOCUMENTATION,
  },
});

/** Bank codes of failed direct debits, by failure reason. */
const BANK_CODES: Readonly<Record<string, string>> = {
  insufficient_funds: 'AM04',
  account_closed: 'AC04',
  invalid_account: 'AC01',
  refused_by_customer: 'MS02',
};

const failureView = (payment: SandboxPayment): WireObject => {
  if (payment.failureReason === null) return {};
  const code = BANK_CODES[payment.failureReason];
  const sentence = `The payment failed: ${payment.failureReason.replaceAll('_', ' ')}.`;
  if (payment.method === 'directdebit' && code !== undefined) return { bankReasonCode: code, bankReason: sentence };
  return { failureReason: payment.failureReason, failureMessage: sentence };
};

const STATUS_TIME: Readonly<Record<SandboxPayment['status'], string | null>> = {
  open: null,
  pending: null,
  paid: 'paidAt',
  failed: 'failedAt',
  canceled: 'canceledAt',
  expired: 'expiredAt',
};

const amountsOf = (payment: SandboxPayment): WireObject => {
  const money = (amountCents: number) => toWireAmount({ amountCents, currency: payment.currency });
  const chargedBack = chargedBackCents(payment);
  return {
    amount: money(payment.amountCents),
    ...(payment.status === 'paid' ? { amountRefunded: money(payment.refundedCents), amountRemaining: money(remainingCents(payment)) } : {}),
    ...(chargedBack === 0 ? {} : { amountChargedBack: money(chargedBack) }),
  };
};

/** The expiry date of a card in the format of payments, `MM/YY`. Mandates show it as it is stored, as `YYYY-MM-DD`. */
const expiryView = ({ details }: SandboxPayment): WireObject =>
  details?.cardExpiryDate === undefined
    ? {}
    : { cardExpiryDate: `${details.cardExpiryDate.slice(5, 7)}/${details.cardExpiryDate.slice(2, 4)}` };

const detailsView = (payment: SandboxPayment): WireObject | null => {
  const details = {
    ...payment.details,
    ...expiryView(payment),
    ...failureView(payment),
    ...(payment.method === 'banktransfer' ? transferOf(payment.id) : {}),
  };
  return Object.keys(details).length === 0 ? null : details;
};

/** True if the payment has a page for the buyer: it is open and not recurring. */
const hasPage = (payment: SandboxPayment): boolean => payment.sequenceType !== 'recurring' && payment.status === 'open';

/** Builds the links to the payment's customer, mandate, refunds and chargebacks, if any. */
const linksOf = ({ id, customerId, mandateId, refundedCents, chargeback }: SandboxPayment, urls: SandboxUrls): WireObject => ({
  ...(customerId === null ? {} : { customer: apiLink(urls, `/v2/customers/${customerId}`) }),
  ...(customerId === null || mandateId === null ? {} : { mandate: apiLink(urls, `/v2/customers/${customerId}/mandates/${mandateId}`) }),
  ...(refundedCents === 0 ? {} : { refunds: apiLink(urls, `/v2/payments/${id}/refunds`) }),
  ...(chargeback === null ? {} : { chargebacks: apiLink(urls, `/v2/payments/${id}/chargebacks`) }),
});

export const paymentView = (payment: SandboxPayment, urls: SandboxUrls): WireObject => {
  const timeField = STATUS_TIME[payment.status];
  return {
    resource: 'payment',
    id: payment.id,
    mode: 'test',
    createdAt: isoOf(payment.createdAt),
    ...amountsOf(payment),
    description: payment.description,
    method: payment.method,
    metadata: payment.metadata,
    status: payment.status,
    isCancelable: payment.status === 'open',
    ...(timeField === null || payment.settledAt === null ? {} : { [timeField]: isoOf(payment.settledAt) }),
    ...(payment.expiresAt === null ? {} : { expiresAt: isoOf(payment.expiresAt) }),
    details: detailsView(payment),
    profileId: 'pfl_sandbox',
    ...(payment.customerId === null ? {} : { customerId: payment.customerId }),
    ...(payment.mandateId === null ? {} : { mandateId: payment.mandateId }),
    sequenceType: payment.sequenceType,
    redirectUrl: payment.redirectUrl,
    webhookUrl: payment.webhookUrl,
    _links: {
      self: apiLink(urls, `/v2/payments/${payment.id}`),
      dashboard: { href: urls.outcomePageUrl(payment.id), type: 'text/html' },
      documentation: DOCUMENTATION,
      ...linksOf(payment, urls),
      ...(hasPage(payment) ? { checkout: { href: urls.outcomePageUrl(payment.id), type: 'text/html' } } : {}),
    },
  };
};

export const refundView = (refund: SandboxRefund, urls: SandboxUrls): WireObject => ({
  resource: 'refund',
  id: refund.id,
  mode: 'test',
  description: refund.description,
  amount: toWireAmount(refund),
  status: refund.status,
  metadata: refund.metadata,
  paymentId: refund.paymentId,
  createdAt: isoOf(refund.createdAt),
  _links: {
    self: apiLink(urls, `/v2/payments/${refund.paymentId}/refunds/${refund.id}`),
    payment: apiLink(urls, `/v2/payments/${refund.paymentId}`),
    documentation: DOCUMENTATION,
  },
});

/** Builds the payment's chargebacks; the sandbox supports at most one. */
export const chargebackViews = (payment: SandboxPayment, urls: SandboxUrls): readonly WireObject[] => {
  const { chargeback } = payment;
  if (chargeback === null) return [];
  return [
    {
      resource: 'chargeback',
      id: chargeback.id,
      amount: toWireAmount({ amountCents: chargeback.amountCents, currency: payment.currency }),
      reason: chargeback.reason,
      paymentId: payment.id,
      createdAt: isoOf(chargeback.createdAt),
      reversedAt: chargeback.reversedAt === null ? null : isoOf(chargeback.reversedAt),
      _links: {
        self: apiLink(urls, `/v2/payments/${payment.id}/chargebacks/${chargeback.id}`),
        payment: apiLink(urls, `/v2/payments/${payment.id}`),
        documentation: DOCUMENTATION,
      },
    },
  ];
};

/** Builds a page of a list. `next`: id of the first item on the next page; `null`: last page. */
export const listView = (
  name: string,
  items: readonly WireObject[],
  urls: SandboxUrls,
  path: string,
  page: { readonly limit: number; readonly next: string | null },
): WireObject => ({
  count: items.length,
  _embedded: { [name]: items },
  _links: {
    self: apiLink(urls, path),
    previous: null,
    next: page.next === null ? null : apiLink(urls, `${path}?from=${page.next}&limit=${page.limit}`),
    documentation: DOCUMENTATION,
  },
});

/** Links to Mollie's icons of a method. */
const imageOf = (methodId: string): WireObject => {
  const picture = `https://www.mollie.com/external/icons/payment-methods/${methodId}`;
  return { size1x: `${picture}.png`, size2x: `${picture}%402x.png`, svg: `${picture}.svg` };
};

export const methodView = ({ id, description, ...method }: SandboxMethod, urls: SandboxUrls): WireObject => ({
  resource: 'method',
  id,
  description,
  minimumAmount: toWireAmount({ amountCents: minimumCentsOf(method), currency: 'EUR' }),
  maximumAmount: null,
  image: imageOf(id),
  status: 'activated',
  _links: { self: apiLink(urls, `/v2/methods/${id}`), documentation: DOCUMENTATION },
});

export const profileView = (urls: SandboxUrls): WireObject => ({
  resource: 'profile',
  id: 'pfl_sandbox',
  mode: 'test',
  name: 'Sandbox',
  website: 'https://example.com',
  email: 'sandbox@example.com',
  phone: '+31200000000',
  businessCategory: 'OTHER_MERCHANDISE',
  status: 'verified',
  createdAt: isoOf(0),
  _links: { self: apiLink(urls, '/v2/profiles/me'), dashboard: DOCUMENTATION, documentation: DOCUMENTATION },
});
