import * as v from 'valibot';
import { PORTAL_CREDIT_NOTE_FIELDS, PORTAL_INVOICE_FIELDS } from '../../../domain/portal-session/view.ts';
import { described, doc, named } from '../../schemas/described.ts';
import { address, cents, count, customerId, livemode, objectHead, objectName, openEnum, taxBehavior, timestamp } from '../common.ts';
import { CreditNote as CreditNoteObject } from '../credit-note.ts';
import { PortalEInvoicing } from '../e-invoicing.ts';
import { Invoice as InvoiceObject } from '../invoice.ts';
import { PortalBranding } from '../portal-branding.ts';
import { PriceSummary } from '../price.ts';
import { Subscription } from '../subscription.ts';
import { UsageSummary } from '../usage/usage-record.ts';
import { CheckoutPaymentMethods } from './checkout-payment-methods.ts';

const text = v.nullable(v.string());

const Invoice = v.pick(InvoiceObject, PORTAL_INVOICE_FIELDS);
const CreditNote = v.pick(CreditNoteObject, PORTAL_CREDIT_NOTE_FIELDS);

/** The customer as shown in the portal. */
export const PortalCustomer = v.strictObject({
  id: customerId,
  object: objectName('portal.customer'),
  name: described(text, doc('Name of the customer, printed on invoices; `null` if unknown.')),
  email: described(text, doc('Email address for invoices and notices; `null` if unknown.')),
  pending_email: described(text, doc('New email address that the customer has not approved yet; `null` if there is none.')),
  country_code: described(
    text,
    doc('Billing country of the customer: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown.'),
  ),
  address: described(v.nullable(address), doc('Billing address, printed on invoices; `null` if unknown.')),
  language: described(text, doc('Language of emails and invoices, as a BCP 47 tag such as `nl`; `null` if unknown.')),
  vat_number: described(text, doc('Verified VAT number with its country prefix; `null` if none is set.')),
  e_invoicing: described(v.optional(PortalEInvoicing), doc('Settings for e-invoices. Absent if none was set.')),
});

const Branding = v.strictObject({
  ...v.omit(PortalBranding, ['id', 'object', 'created', 'livemode', 'plans', 'contrast_warnings']).entries,
  display_name: described(
    v.string(),
    doc('Name of the seller: `display_name` of the portal branding or, without one, the name of the account.'),
  ),
  support_email: described(
    v.string(),
    doc('Email address for questions: that of the portal branding, or the email address of the account.'),
  ),
});

/** The tax of charges to the customer. */
const Tax = named(
  v.strictObject({
    behavior: described(taxBehavior, doc('`inclusive` (prices include tax) or `exclusive` (tax is added to prices).')),
    rate_basis_points: described(count, doc('Tax rate in hundredths of a percent; 0 if no tax is charged.')),
    display_name: described(text, doc('Name of the tax; `null` if there is none.')),
    reverse_charge: described(
      v.optional(v.boolean()),
      doc('True if the customer owes the tax, so that none is charged. Otherwise absent.'),
    ),
  }),
  'PortalSessionTax',
);

/** A price as it is charged to the customer. */
const ChargedPrice = named(
  v.strictObject({
    amount_cents: described(v.nullable(cents), doc('Amount per period in cents; `null` for metered prices.')),
    unit_amount_decimal: described(
      v.nullable(v.string()),
      doc('Price of one unit of usage in cents, as a decimal string such as `0.05`; `null` for licensed prices and for prices with tiers.'),
    ),
  }),
  'PortalChargedPrice',
);

/** Data of the portal's page. */
export const PortalSession = v.strictObject({
  ...objectHead('portal.session', doc('Id of the portal session. Starts with `bps_`.')),
  limited: described(
    v.boolean(),
    doc(
      'True for the link in an automatic email, such as one about a failed renewal: plan changes, cancellation, coupons and changes of details are refused.',
    ),
  ),
  expires_at: described(timestamp, doc('Unix time in seconds when the session expires, in real time.')),
  return_url: described(text, doc('URL that leads back to the site of the seller; `null` for sessions from emails.')),
  branding: described(Branding, doc('Name, colors and links of the seller.')),
  customer: described(PortalCustomer, doc('The customer of the subscription.')),
  can_approve_email: described(v.boolean(), doc('True if this session can approve `pending_email` of the customer.')),
  subscription: described(Subscription, doc('The subscription of the session.')),
  tax: described(Tax, doc('Tax of charges to the customer.')),
  charged_price: described(
    v.optional(ChargedPrice),
    doc(
      'The price that is charged under reverse charge: the price in `subscription` minus the tax that it includes. Absent if the price in `subscription` is charged.',
    ),
  ),
  charged_max_amount_cents: described(
    v.optional(cents),
    doc(
      '`max_amount_cents` of the subscription without the tax that its prices include. Present with `charged_price` if there is a maximum.',
    ),
  ),
  allow_promotion_codes: described(
    v.boolean(),
    doc('True if the customer can enter a promotion code for the product of the subscription.'),
  ),
  invoices: described(v.array(Invoice), doc('The latest invoices of the subscription, newest first.')),
  has_more_invoices: described(v.boolean(), doc('True if there are older invoices.')),
  credit_notes: described(v.array(CreditNote), doc('Credit notes of the listed `invoices`, newest first.')),
  payment_methods: described(CheckoutPaymentMethods, doc('The saved payment methods of the customer.')),
  charged_method_id: described(
    v.optional(v.string()),
    doc('Id of the saved payment method that the subscription is charged to; absent if there is none. It can differ from the default.'),
  ),
  resume_due_cents: described(
    v.optional(cents),
    doc('Amount in cents, with tax, that resuming the subscription charges now; absent if it charges nothing.'),
  ),
  withdrawal_refund_cents: described(
    v.optional(cents),
    doc('Amount in cents that a withdrawal from the contract refunds now; absent if the customer cannot withdraw.'),
  ),
  e_invoicing_fields: described(
    v.optional(v.array(openEnum(['buyer_reference', 'electronic_address']))),
    doc('Fields of `e_invoicing` that e-invoices to businesses in the country of the customer need. Absent if there are none.'),
  ),
  usage_summary: described(
    v.optional(UsageSummary),
    doc(
      'Usage of the open period by day, or by month if the period is longer than 31 days; without `breakdown` if it cannot be shown. With `charged_price`, its amounts are without the tax that prices include. Absent for licensed prices.',
    ),
  ),
});

const Plan = named(
  v.strictObject({
    ...PriceSummary.entries,
    tax: described(Tax, doc('Tax of charges to the customer for this price.')),
    charged_price: described(
      v.optional(ChargedPrice),
      doc('The price that is charged under reverse charge: this price minus the tax that it includes. Absent if this price is charged.'),
    ),
  }),
  'PortalPlan',
);

/** Prices that the customer can change to. */
export const PortalPlans = v.strictObject({
  object: objectName('portal.plans'),
  livemode,
  data: described(v.array(Plan), doc('The prices that the subscription can change to.')),
});

/** Result of paying an invoice in the portal. */
export const PortalInvoicePayment = v.strictObject({
  object: objectName('portal.invoice_payment'),
  livemode,
  invoice_id: described(v.string(), doc('Id of the invoice. Starts with `inv_`.')),
  payment_id: described(
    v.nullable(v.string()),
    doc(
      'Id of the payment that charges the invoice; with `requires_action`, of the verification charge. Starts with `pay_`; `null` if there is none.',
    ),
  ),
  status: described(
    openEnum(['paid', 'processing', 'requires_action']),
    doc('`paid`, `processing` while the payment has no outcome yet, or `requires_action` if the customer must confirm the payment.'),
  ),
  redirect_url: described(
    v.optional(v.string()),
    doc('Page of the payment provider on which the customer confirms the payment. Present with `requires_action`.'),
  ),
});
