import type { Account } from '../account/record.ts';
import type { CreditNote } from '../credit-note/record.ts';
import type { Customer } from '../customer/record.ts';
import { viewAddress } from '../fields.ts';
import { amountDueCents, type Invoice } from '../invoice/record.ts';
import type { Product } from '../product/record.ts';
import type { Subscription } from '../subscription/types.ts';
import { viewSubscription } from '../subscription/view.ts';
import { livemode, type Tenant } from '../tenant.ts';
import { viewWallet, type WalletDetails } from '../wallet/record.ts';
import type { PortalSession } from './record.ts';

/** Everything that the portal of a subscription shows. */
export interface OpenedPortal {
  readonly session: PortalSession;
  readonly account: Account;
  readonly customer: Customer;
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
}

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
});

/** Name, support contact and appearance of the portal. */
const viewBranding = ({ name, email, branding }: Account) => ({
  display_name: branding.displayName ?? name,
  logo_url: branding.logoUrl,
  icon_url: branding.iconUrl,
  primary_color: branding.primaryColor,
  background_color: branding.backgroundColor,
  support_email: branding.supportEmail ?? email,
  support_url: branding.supportUrl,
  privacy_url: branding.privacyUrl,
  terms_url: branding.termsUrl,
});

const viewPortalInvoice = (invoice: Invoice) => ({
  id: invoice.id,
  number: invoice.number,
  status: invoice.status,
  currency: invoice.currency,
  total_cents: invoice.totalCents,
  amount_due_cents: amountDueCents(invoice),
  period_start: invoice.periodStart,
  period_end: invoice.periodEnd,
  issued_at: invoice.issuedAt,
  paid_at: invoice.paidAt,
  next_payment_attempt: invoice.nextPaymentAttempt,
});

const viewPortalCreditNote = (note: CreditNote) => ({
  id: note.id,
  number: note.number,
  invoice_id: note.invoiceId,
  currency: note.currency,
  total_cents: note.totalCents,
  issued_at: note.issuedAt,
});

/** True when this session can approve the pending email. */
const canApprove = ({ session, customer }: OpenedPortal): boolean =>
  customer.emailChange !== null && session.emailChangeId === customer.emailChange.id;

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
  allow_promotion_codes: portal.product?.allowPromotionCodes ?? false,
  invoices: portal.invoices.map(viewPortalInvoice),
  has_more_invoices: portal.hasMoreInvoices,
  credit_notes: portal.creditNotes.map(viewPortalCreditNote),
  payment_methods: viewWallet(portal.wallet, tenant),
});
