import type { Aggregate, BaseRecord, Lookup, Stored } from '../aggregate.ts';
import { type Address, viewAddress } from '../fields.ts';
import type { TaxBehavior } from '../tax.ts';
import type { PlanId } from './plans.ts';

/** The prices that the portal offers: those of the subscription's product, all of the account, or the ones with these ids. */
export type OfferedPlans = 'same_product' | 'all' | readonly string[];

/** How the portal and the hosted pages look, and what the portal offers. */
export interface PortalBranding {
  readonly displayName: string | null;
  readonly logoUrl: string | null;
  readonly iconUrl: string | null;
  readonly primaryColor: string | null;
  readonly backgroundColor: string | null;
  readonly supportEmail: string | null;
  readonly supportUrl: string | null;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
  readonly plans: OfferedPlans;
}

/** A domain of the account's own that leads to this deployment. */
export interface VerifiedDomain {
  readonly name: string;
  /** Unix seconds. */
  readonly verifiedAt: number;
}

/** What a member may do in the console, from everything to looking. */
export const ROLES = ['owner', 'admin', 'support', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** Whether a role may do what another one may; owners may do everything. */
export const reaches = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed);

/** Who runs the business on this account: signs in to the console, and gets mail for customers of the test mode. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly created: number;
  /** Unix seconds; sessions that were opened before are over. */
  readonly sessionsFrom: number;
  readonly passkeys: readonly Passkey[];
}

/** With which a member signs in without mail: the public half of a key pair (WebAuthn). */
export interface Passkey {
  readonly id: string;
  /** As the member calls it. */
  readonly name: string;
  readonly created: number;
  /** Base64url, as the next. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: string;
  /** How browsers reach it. */
  readonly transports: readonly string[];
}

/** The tenant: one record for both modes. */
export interface Account extends BaseRecord {
  readonly name: string;
  /** Where the account itself is written to. */
  readonly email: string;
  readonly members: readonly Member[];
  readonly legalName: string | null;
  readonly address: Address | null;
  readonly countryCode: string | null;
  readonly vatId: string | null;
  readonly registrationNumber: string | null;
  readonly phone: string | null;
  readonly taxBehavior: TaxBehavior;
  /** Days a charge can be refunded unless its price says otherwise; 0 turns refunds off. */
  readonly refundWindowDays: number;
  readonly invoiceFooter: string | null;
  readonly branding: PortalBranding;
  /** Where its customers reach the portal; `null`: at the deployment's own address. */
  readonly domain: VerifiedDomain | null;
  /** The account's own plan at anyone who runs this deployment. */
  readonly planId: PlanId;
  /** Unix seconds. While it is set, no key of the account opens anything; existing subscriptions are still billed. */
  readonly suspendedAt: number | null;
}

/** What rules about the account decide on. */
export interface AccountState {
  readonly account: Stored<Account>;
}

const DEFAULT_REFUND_WINDOW_DAYS = 14;

export const NO_BRANDING: PortalBranding = {
  displayName: null,
  logoUrl: null,
  iconUrl: null,
  primaryColor: null,
  backgroundColor: null,
  supportEmail: null,
  supportUrl: null,
  privacyUrl: null,
  termsUrl: null,
  plans: 'same_product',
};

export const MEMBER_PREFIX = 'mem_';
export const PASSKEY_PREFIX = 'psk_';

/** The members of an account's first team have no separate ids: they are made of the account's. */
const firstMember = (
  { id, email, created }: Pick<Account, 'id' | 'email' | 'created'>,
  index = 0,
): Pick<Member, 'id' | 'email' | 'created'> => ({
  id: `${MEMBER_PREFIX}${id.slice('acct_'.length, -2)}${String(index).padStart(2, '0')}`,
  email,
  created,
});

/** A fresh account with every setting at its default. */
export const newAccount = (given: {
  readonly id: string;
  readonly created: number;
  readonly name: string;
  readonly email: string;
  readonly countryCode: string | null;
}): Account => ({
  ...given,
  members: [{ ...firstMember(given), role: 'owner', sessionsFrom: given.created, passkeys: [] }],
  legalName: null,
  address: null,
  vatId: null,
  registrationNumber: null,
  phone: null,
  taxBehavior: 'inclusive',
  refundWindowDays: DEFAULT_REFUND_WINDOW_DAYS,
  invoiceFooter: null,
  branding: NO_BRANDING,
  domain: null,
  planId: 'free',
  suspendedAt: null,
});

/** The account as a seller: what its invoices say of it, and how it taxes and refunds. */
export const viewBillingProfile = (account: Account) => ({
  id: account.id,
  object: 'billing_profile' as const,
  created: account.created,
  livemode: true,
  legal_name: account.legalName,
  address: viewAddress(account.address),
  country_code: account.countryCode,
  vat_id: account.vatId,
  registration_number: account.registrationNumber,
  email: account.email,
  phone: account.phone,
  tax_behavior: account.taxBehavior,
  refund_window_days: account.refundWindowDays,
  invoice_footer: account.invoiceFooter,
});
type BillingProfileView = ReturnType<typeof viewBillingProfile>;

export const viewPortalBranding = ({ id, created, branding }: Account) => ({
  id,
  object: 'portal_branding' as const,
  created,
  livemode: true,
  display_name: branding.displayName,
  logo_url: branding.logoUrl,
  icon_url: branding.iconUrl,
  primary_color: branding.primaryColor,
  background_color: branding.backgroundColor,
  support_email: branding.supportEmail,
  support_url: branding.supportUrl,
  privacy_url: branding.privacyUrl,
  terms_url: branding.termsUrl,
  plans: branding.plans,
});

/** A step of `upgrades`: accounts of the first form had no domain. */
const withDomain = (account: Omit<WithTeam, 'domain'>): WithTeam => ({ ...account, domain: null });

type WithTeam = Omit<WithoutPlans, 'members'> & { readonly teamEmails: readonly string[] };

/** A step of `upgrades`: who was only an address of the team may look, and its owner is its owner. */
const withMembers = ({ teamEmails, ...account }: WithTeam): WithoutPasskeys => ({
  ...account,
  members: teamEmails.map((email, index) => ({
    ...firstMember({ ...account, email }, index),
    role: index === 0 ? 'owner' : 'viewer',
    sessionsFrom: account.created,
  })),
});

type WithoutPasskeys = Omit<WithoutPlans, 'members'> & { readonly members: readonly Omit<Member, 'passkeys'>[] };

/** A step of `upgrades`: members of that form signed in by links alone. */
const withPasskeys = (account: WithoutPasskeys): WithoutPlans => ({
  ...account,
  members: account.members.map((member) => ({ ...member, passkeys: [] })),
});

type WithoutPlans = Omit<Account, 'branding'> & { readonly branding: Omit<PortalBranding, 'plans'> };

/** A step of `upgrades`: the portal of that form offered the prices of the subscription's product. */
const withPlans = (account: WithoutPlans): Account => ({ ...account, branding: { ...account.branding, plans: 'same_product' } });

/** By what members are found who only say their address; accounts share it where they share a member. */
export const memberLookup = (email: string): string => `member-email#${email.trim().toLowerCase()}`;

/** The way from a member's address to the account. Anyone who left may still be found: the record has the final outcome. */
export const memberLookupOf = ({ id }: Pick<Account, 'id'>, { email }: Pick<Member, 'email'>): Lookup => ({
  key: memberLookup(email),
  entry: id,
  data: {},
});

export const accountAggregate: Aggregate<Account, BillingProfileView> = {
  type: 'account',
  prefix: 'acct_',
  migrations: [withDomain, withMembers, withPasskeys, withPlans],
  view: viewBillingProfile,
  lookupsOf: (account) => account.members.map((member) => memberLookupOf(account, member)),
  unlogged: true,
  bothModes: true,
};
