import type { Aggregate, Lockable } from '../aggregate.ts';
import { type Address, type Metadata, viewAddress } from '../fields.ts';
import type { ProviderName } from '../provider.ts';
import { livemode, type Tenant } from '../tenant.ts';
import { countryOfVatId } from '../vat-id.ts';

/** An address that a customer asked for in the portal, and that its reader has not approved yet. */
export interface EmailChange {
  readonly id: string;
  readonly email: string;
  /** Unix seconds, real time. */
  readonly requestedAt: number;
}

export interface Customer extends Lockable {
  readonly name: string | null;
  readonly email: string | null;
  readonly countryCode: string | null;
  readonly address: Address | null;
  readonly language: string | null;
  readonly metadata: Metadata;
  readonly testClockId: string | null;
  readonly vatNumber: string | null;
  readonly vatName: string | null;
  readonly vatVerifiedAt: number | null;
  /** The customer's id at each payment provider that knows them. */
  readonly providerCustomerIds: Readonly<Record<ProviderName, string>>;
  /** A deleted customer answers 404 [CUS-11]; the record stays for its invoices and for a purge. */
  readonly deletedAt: number | null;
  readonly purgedAt: number | null;
  /** A removal has passed the point from which on nothing is sold: only a refusal of the provider takes this back. */
  readonly closedForSale: boolean;
  /** `null`: no address waits for approval. */
  readonly emailChange: EmailChange | null;
  /** How often all of the customer's portal sessions were revoked: those opened before the last time are over. */
  readonly portalRevocations: number;
}

/** True when a payment of this customer buys nothing any more: it is being removed, or gone. */
export const isClosedForSale = ({ closedForSale, deletedAt }: Customer): boolean => closedForSale || deletedAt !== null;

/** The country that the customer's VAT number is of, where it was found valid; `null`: there is no such number. */
export const verifiedVatCountry = ({ vatNumber, vatVerifiedAt }: Pick<Customer, 'vatNumber' | 'vatVerifiedAt'>): string | null =>
  vatNumber === null || vatVerifiedAt === null ? null : countryOfVatId(vatNumber);

/** The list of customers with a valid VAT number of the country that they are billed in. */
export const REGISTERED_LIST = 'registered_for_vat';

const isRegistered = (customer: Customer): boolean =>
  customer.deletedAt === null && customer.countryCode !== null && customer.countryCode === verifiedVatCountry(customer);

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
});
type CustomerView = ReturnType<typeof viewCustomer>;

/** What `expand=customer` embeds. */
export const viewCustomerSummary = (customer: Customer) => ({
  id: customer.id,
  object: 'customer.summary' as const,
  name: customer.name,
  email: customer.email,
  country_code: customer.countryCode,
});
export type CustomerSummaryView = ReturnType<typeof viewCustomerSummary>;

/** Where the index of customers' things lists the customers themselves: by their address, whatever its case. */
export const addressEntry = (email: string): string => `email#${email.toLowerCase()}`;

/** As former releases listed them: by the address as it is written. What was written since is listed by `addressEntry`. */
export const formerAddressEntry = (email: string): string => `email#${email}`;

/** The state of customers that were not deleted: the only ones that are listed. */
export const KEPT = 'kept';

/** A step of `upgrades`: no address waited for approval in customers of the first form. */
const withEmailChange = (customer: Omit<Customer, 'emailChange' | 'portalRevocations'>): Omit<Customer, 'portalRevocations'> => ({
  ...customer,
  emailChange: null,
});

/** A step of `upgrades`: portal sessions were revoked one by one. */
const withRevocations = (customer: Omit<Customer, 'portalRevocations'>): Customer => ({ ...customer, portalRevocations: 0 });

export const customerAggregate: Aggregate<Customer, CustomerView> = {
  type: 'customer',
  prefix: 'cus_',
  migrations: [withEmailChange, withRevocations],
  view: viewCustomer,
  customerIdOf: ({ email }) => (email === null ? null : addressEntry(email)),
  parentIdOf: (customer) => customer.testClockId,
  sparseIndexKeysOf: (customer) => (isRegistered(customer) ? [REGISTERED_LIST] : []),
  listStateOf: ({ deletedAt }) => (deletedAt === null ? KEPT : 'deleted'),
};
