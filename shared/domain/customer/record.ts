import type { Aggregate, Lockable, Stored } from '../aggregate.ts';
import { type EInvoicingBuyer, viewBuyerEInvoicing } from '../e-invoice/settings.ts';
import { type Address, type Metadata, viewAddress } from '../fields.ts';
import { sameEmail } from '../mail/recipients.ts';
import type { ProviderAccountId } from '../payment/provider.ts';
import { nameTerms, textTerms } from '../search-terms.ts';
import { countryOfVatId } from '../tax/vat-id.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** An email address that a customer entered in the portal and has not approved yet. */
export interface EmailChange {
  readonly id: string;
  readonly email: string;
  /** Unix seconds, real time. */
  readonly requestedAt: number;
}

/** A report of the mail service that mail to an address bounced permanently or was marked as spam. */
export interface EmailDelivery {
  readonly status: 'bounced' | 'complained';
  /** The customer's email when the report was recorded. */
  readonly email: string;
  /** Time of the bounce or complaint, Unix seconds, real time. */
  readonly reportedAt: number;
}

/** Fields of a customer that callers set. */
export interface CustomerDetails {
  readonly name: string | null;
  readonly email: string | null;
  readonly countryCode: string | null;
  readonly address: Address | null;
  readonly language: string | null;
  readonly metadata: Metadata;
  /** Settings for e-invoices. Missing or `null`: none. */
  readonly eInvoicing?: EInvoicingBuyer | null;
}

/** The details of a customer that was created without details. */
export const NO_DETAILS: CustomerDetails = { name: null, email: null, countryCode: null, address: null, language: null, metadata: {} };

export interface Customer extends Lockable, CustomerDetails {
  readonly testClockId: string | null;
  readonly vatNumber: string | null;
  readonly vatName: string | null;
  readonly vatVerifiedAt: number | null;
  /** The customer's id at each payment provider. */
  readonly providerCustomerIds: Readonly<Record<ProviderAccountId, string>>;
  /** Time of the deletion. The API returns 404 for a deleted customer [CUS-11]; the record remains for invoices and a purge. */
  readonly deletedAt: number | null;
  readonly purgedAt: number | null;
  /** True when the customer is being removed, so that nothing can be sold any more. Reverted only if the provider refuses the removal. */
  readonly closedForSale: boolean;
  /** `null`: no email is pending. */
  readonly emailChange: EmailChange | null;
  /** Read it with `emailDeliveryOf`. Missing or `null`: no report. */
  readonly emailDelivery?: EmailDelivery | null;
  /** When the email was last changed or its report cleared, Unix seconds, real time. Missing: never, or before this field was added. */
  readonly emailSetAt?: number;
  /** How often all portal sessions were revoked at once. A session that was created when this number was lower has ended. */
  readonly portalRevocations: number;
}

/** True when nothing can be sold to this customer, because it is deleted or being removed. */
export const isClosedToSales = ({ closedForSale, deletedAt }: Customer): boolean => closedForSale || deletedAt !== null;

/** Country of the customer's verified VAT number; `null`: none. */
export const verifiedVatCountry = ({ vatNumber, vatVerifiedAt }: Pick<Customer, 'vatNumber' | 'vatVerifiedAt'>): string | null =>
  vatNumber === null || vatVerifiedAt === null ? null : countryOfVatId(vatNumber);

/** Sparse index of customers with a verified VAT number of their billing country. */
export const VAT_REGISTERED_LIST = 'registered_for_vat';

const isRegistered = (customer: Customer): boolean =>
  customer.deletedAt === null && customer.countryCode !== null && customer.countryCode === verifiedVatCountry(customer);

/**
 * Returns the bounce or complaint report about the customer's current email, or `null`. No mail is sent to an email with a report. Ignores
 * a report about another email: code of an earlier release can change the email without clearing the report.
 */
export const emailDeliveryOf = ({ email, emailDelivery = null }: Pick<Customer, 'email' | 'emailDelivery'>): EmailDelivery | null =>
  emailDelivery !== null && email !== null && sameEmail(email, emailDelivery.email) ? emailDelivery : null;

/** Sets the email and clears the report, even if the email stays the same. `realNow`: Unix seconds. */
export const withEmail = (customer: Customer, email: string, realNow: number): Customer => {
  const { emailDelivery = null, ...withoutReport } = customer;
  return customer.email === email && emailDelivery === null ? customer : { ...withoutReport, email, emailSetAt: realNow };
};

const viewEmailDelivery = (delivery: EmailDelivery | null) =>
  delivery === null ? null : { status: delivery.status, email: delivery.email, reported_at: delivery.reportedAt };

export const viewCustomer = (customer: Customer, tenant: Tenant) => ({
  id: customer.id,
  object: 'customer' as const,
  created: customer.created,
  livemode: livemode(tenant),
  name: customer.name,
  email: customer.email,
  country_code: customer.countryCode,
  address: viewAddress(customer.address),
  language: customer.language,
  metadata: customer.metadata,
  test_clock_id: customer.testClockId,
  vat_number: customer.vatNumber,
  vat_name: customer.vatName,
  vat_verified_at: customer.vatVerifiedAt,
  email_delivery: viewEmailDelivery(emailDeliveryOf(customer)),
  e_invoicing: customer.eInvoicing ? viewBuyerEInvoicing(customer.eInvoicing) : null,
});
type CustomerView = ReturnType<typeof viewCustomer>;

/** The API's `customer.summary`, embedded by `expand=customer`. */
export const viewCustomerSummary = (customer: Customer) => ({
  id: customer.id,
  object: 'customer.summary' as const,
  name: customer.name,
  email: customer.email,
  country_code: customer.countryCode,
});
export type CustomerSummaryView = ReturnType<typeof viewCustomerSummary>;

/** Key of customers in the `by-customer` index: their email in lower case. */
export const emailIndexKey = (email: string): string => `email#${email.toLowerCase()}`;

/** Key of customers that former releases stored, in the same index: the email as entered. */
export const formerEmailIndexKey = (email: string): string => `email#${email}`;

/** List state of customers that are not deleted. Lists contain only customers in this state. */
export const NOT_DELETED = 'kept';

/** Version 1 had no pending email. */
const withEmailChange = (customer: Omit<Customer, 'emailChange' | 'portalRevocations'>): Omit<Customer, 'portalRevocations'> => ({
  ...customer,
  emailChange: null,
});

/** Version 2 could not revoke all portal sessions. */
const withRevocations = (customer: Omit<Customer, 'portalRevocations'>): Customer => ({ ...customer, portalRevocations: 0 });

/** True if the customer's personal data is erased. */
export const isPurged = (customer: Stored<Customer> | null): boolean => customer !== null && customer.record.purgedAt !== null;

export const customerAggregate: Aggregate<Customer, CustomerView> = {
  type: 'customer',
  prefix: 'cus_',
  migrations: [withEmailChange, withRevocations],
  view: viewCustomer,
  // The `by-customer` index finds other records by their customer, but customers by their email.
  customerIdOf: ({ email }) => (email === null ? null : emailIndexKey(email)),
  parentIdOf: (customer) => customer.testClockId,
  sparseIndexKeysOf: (customer) => (isRegistered(customer) ? [VAT_REGISTERED_LIST] : []),
  listStateOf: ({ deletedAt }) => (deletedAt === null ? NOT_DELETED : 'deleted'),
  searchTermsOf: ({ deletedAt, name, email }) => (deletedAt === null ? [...nameTerms(name), ...textTerms(email)] : []),
};
