import { type Account, shopNameOf, viewWithdrawalUrl } from '../account/record.ts';
import { type CreditNote, viewCreditNote } from '../credit-note/record.ts';
import type { Customer } from '../customer/record.ts';
import { requestedBusinessFields } from '../e-invoice/requested-fields.ts';
import { type EInvoicingBuyer, NO_BUYER_E_INVOICING, viewBuyerEInvoicing } from '../e-invoice/settings.ts';
import { viewAddress } from '../fields.ts';
import { type Invoice, viewInvoice } from '../invoice/record.ts';
import { taxTreatmentFor } from '../parties.ts';
import type { Product } from '../product/record.ts';
import { picked } from '../same.ts';
import { nextTaxPoint } from '../subscription/renewal/charges.ts';
import { isMetered } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import { usageLimitsOf } from '../subscription/usage/limit-state.ts';
import { viewSubscription } from '../subscription/view.ts';
import type { AppliedRate } from '../tax/tax.ts';
import { livemode, type Tenant } from '../tenant.ts';
import { type OpenUsage, viewUsageSummary } from '../usage-record/summary.ts';
import { isMethodOf, viewWallet, type WalletDetails } from '../wallet/record.ts';
import { viewChargedMaximum, viewChargedPrice, viewTax } from './charged.ts';
import type { PortalSession } from './record.ts';

/** Everything that the portal of a subscription shows. */
export interface OpenedPortal {
  readonly session: PortalSession;
  readonly account: Account;
  readonly customer: Customer;
  /** The active rate of the customer's country; `null`: none. */
  readonly taxRate: AppliedRate | null;
  readonly subscription: Subscription;
  /** Product of the subscription; `null` if it was deleted. */
  readonly product: Pick<Product, 'allowPromotionCodes'> | null;
  /** Invoices of the subscription, newest first. */
  readonly invoices: readonly Invoice[];
  /** Credit notes of these invoices, newest first. */
  readonly creditNotes: readonly CreditNote[];
  /** True when there are older invoices. */
  readonly hasMoreInvoices: boolean;
  readonly wallet: WalletDetails;
  /** Usage of the open period, at the prices that are charged; `null` for a licensed price and an ended subscription. */
  readonly usage: OpenUsage | null;
  /** The amount that resuming the subscription charges now; 0: resuming is free, or not possible. */
  readonly resumeDueCents: number;
  /** The amount that a withdrawal from the contract refunds now; `null`: the customer cannot withdraw. */
  readonly withdrawalRefundCents: number | null;
}

/** The settings for e-invoices that the customer sees; absent if none was set [VER-05]. */
const viewCustomerEInvoicing = (settings: EInvoicingBuyer) => {
  const { buyer_reference, electronic_address } = viewBuyerEInvoicing(settings);
  return buyer_reference === null && electronic_address === null ? {} : { e_invoicing: { buyer_reference, electronic_address } };
};

/** Fields of `e_invoicing` that the portal asks businesses for; empty if the countries of seller and customer need none. */
const viewAskedFields = ({ account, customer }: OpenedPortal): ('buyer_reference' | 'electronic_address')[] => {
  const { buyerReference, electronicAddress } = requestedBusinessFields(account.countryCode, customer.countryCode);
  return [
    ...(buyerReference === null ? [] : (['buyer_reference'] as const)),
    ...(electronicAddress ? (['electronic_address'] as const) : []),
  ];
};

/** The customer's details in the portal, without fields that only the account may see, such as metadata. */
export const viewPortalCustomer = (customer: Customer) => ({
  id: customer.id,
  object: 'portal.customer' as const,
  name: customer.name,
  email: customer.email,
  /** New email that is not approved yet. */
  pending_email: customer.emailChange?.email ?? null,
  country_code: customer.countryCode,
  address: viewAddress(customer.address),
  language: customer.language,
  vat_number: customer.vatNumber,
  ...viewCustomerEInvoicing(customer.eInvoicing ?? NO_BUYER_E_INVOICING),
});

/** Name, support contact and appearance of the portal. */
const viewBranding = ({ name, email, branding }: Account) => ({
  display_name: shopNameOf({ name, branding }),
  logo_url: branding.logoUrl,
  icon_url: branding.iconUrl,
  primary_color: branding.primaryColor,
  background_color: branding.backgroundColor,
  support_email: branding.supportEmail ?? email,
  support_url: branding.supportUrl,
  privacy_url: branding.privacyUrl,
  terms_url: branding.termsUrl,
  ...viewWithdrawalUrl(branding),
});

/** Fields of the API's `invoice` that the portal shows. */
export const PORTAL_INVOICE_FIELDS = [
  'id',
  'number',
  'status',
  'currency',
  'tax_cents',
  'total_cents',
  'amount_due_cents',
  'period_start',
  'period_end',
  'issued_at',
  'paid_at',
  'next_payment_attempt',
] as const;

/** The part of the API's `invoice` that buyers see in documents, emails and the portal. */
export type ShownInvoice = Omit<Pick<ReturnType<typeof viewInvoice>, (typeof PORTAL_INVOICE_FIELDS)[number]>, 'id'>;

/** Fields of the API's `credit_note` that the portal shows. */
export const PORTAL_CREDIT_NOTE_FIELDS = ['id', 'number', 'invoice_id', 'currency', 'tax_cents', 'total_cents', 'issued_at'] as const;

/** The tax of the subscription's next charge, and the subscription's price and maximum amount after this tax. */
const viewChargedAmounts = (portal: OpenedPortal) => {
  const { subscription } = portal;
  const tax = taxTreatmentFor(portal, nextTaxPoint(subscription));
  return {
    tax: viewTax(tax),
    ...viewChargedPrice(subscription.price, tax),
    ...viewChargedMaximum(isMetered(subscription) ? usageLimitsOf(subscription).maxAmountCents : null, tax),
  };
};

/** True when this session can approve the pending email. */
const canApprove = ({ session, customer }: OpenedPortal): boolean =>
  customer.emailChange !== null && session.emailChangeId === customer.emailChange.id;

/** The saved method that the subscription is charged to, if there is one. It can differ from the customer's default. */
const viewChargedMethod = ({ wallet, subscription }: OpenedPortal) => {
  const charged = wallet.methods.find((method) => isMethodOf(method, subscription));
  return charged === undefined ? {} : { charged_method_id: charged.id };
};

/** The API's `portal.session`. */
export const viewPortal = (portal: OpenedPortal, tenant: Tenant) => ({
  id: portal.session.id,
  object: 'portal.session' as const,
  created: portal.session.created,
  livemode: livemode(tenant),
  limited: portal.session.limited,
  expires_at: portal.session.expiresAt,
  return_url: portal.session.returnUrl,
  branding: viewBranding(portal.account),
  customer: viewPortalCustomer(portal.customer),
  can_approve_email: canApprove(portal),
  subscription: viewSubscription(portal.subscription, tenant),
  ...viewChargedAmounts(portal),
  allow_promotion_codes: portal.product?.allowPromotionCodes ?? false,
  invoices: portal.invoices.map((invoice) => picked(viewInvoice(invoice, tenant), PORTAL_INVOICE_FIELDS)),
  has_more_invoices: portal.hasMoreInvoices,
  credit_notes: portal.creditNotes.map((note) => picked(viewCreditNote(note, tenant), PORTAL_CREDIT_NOTE_FIELDS)),
  payment_methods: viewWallet(portal.wallet, tenant),
  ...viewChargedMethod(portal),
  ...(viewAskedFields(portal).length === 0 ? {} : { e_invoicing_fields: viewAskedFields(portal) }),
  // Fields that were added after 1.0 are absent where they do not apply [VER-05].
  ...(portal.resumeDueCents === 0 ? {} : { resume_due_cents: portal.resumeDueCents }),
  ...(portal.withdrawalRefundCents === null ? {} : { withdrawal_refund_cents: portal.withdrawalRefundCents }),
  ...(portal.usage === null ? {} : { usage_summary: viewUsageSummary(portal.subscription, portal.usage, tenant) }),
});
