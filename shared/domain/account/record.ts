import type { Aggregate, BaseRecord, Lookup, Stored } from '../aggregate.ts';
import { type EInvoicingSeller, viewSellerEInvoicing } from '../e-invoice/settings.ts';
import { type Address, viewAddress } from '../fields.ts';
import type { EmailText } from '../mail/email-texts.ts';
import { DEFAULT_RETRY_DAYS, type RetryDays } from '../subscription/renewal/dunning.ts';
import type { TaxMode, TaxRegistration } from '../tax/modes.ts';
import type { TaxBehavior } from '../tax/tax.ts';
import type { PlanId } from './plans.ts';

/** Prices that the portal offers for a plan change: those of the subscription's product, all of the account, or those with these ids. */
export type OfferedPlans = 'same_product' | 'all' | readonly string[];

/** Appearance of the portal and the hosted pages, and the plans that the portal offers. */
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
  /** Information about the right of withdrawal. Missing: none. */
  readonly withdrawalUrl?: string | null;
  /** For plan changes of customers. The plan of the account itself is `planId`. */
  readonly plans: OfferedPlans;
}

/** The account's custom domain, whose DNS records point to this deployment. */
export interface VerifiedDomain {
  readonly name: string;
  /** Unix seconds. */
  readonly verifiedAt: number;
}

/** Roles of members in the console: from `owner`, who has all permissions, to `viewer`, who can only read. */
export const ROLES = ['owner', 'admin', 'support', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** True when `role` has all permissions of the role `needed`. */
export const isAtLeastRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed);

/** A member of the account's team: signs in to the console, and can receive mail for test mode customers. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly created: number;
  /** Unix seconds; sessions that were opened before this time have ended. */
  readonly sessionsFrom: number;
  readonly passkeys: readonly Passkey[];
  /** The member was added and has not signed in yet. */
  readonly isInvited?: true;
}

/** A member's WebAuthn credential for signing in without mail. */
export interface Passkey {
  readonly id: string;
  /** Name chosen by the member. */
  readonly name: string;
  readonly created: number;
  /** Base64url. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** WebAuthn transports, such as `internal`. */
  readonly transports: readonly string[];
}

/** The account's setting for withdrawals from contracts. */
export interface WithdrawalSetting {
  /** True: consumers can withdraw from the contract of a new subscription in the portal. */
  readonly enabled: boolean;
  /** True: customers who asked that the service begins at once pay for the part that they used. */
  readonly partialRefund: boolean;
}

/** Settings of the account for billing: seller details for invoices, tax and refunds. Names are those of the API in camel case. */
export interface BillingProfile {
  readonly legalName: string | null;
  readonly address: Address | null;
  readonly countryCode: string | null;
  readonly vatId: string | null;
  readonly registrationNumber: string | null;
  /** Contact email of the account. */
  readonly email: string;
  readonly phone: string | null;
  readonly taxBehavior: TaxBehavior;
  /** Missing: `manual`. */
  readonly taxMode?: TaxMode;
  /** VAT registrations outside the EU. Missing: none. */
  readonly registrations?: readonly TaxRegistration[];
  /** Default refund window in days, for prices without a window; 0 disables refunds. */
  readonly refundWindowDays: number;
  /** Days on which a failed renewal is retried, counted from its first failure, ascending. Missing or `null`: the default. */
  readonly dunningSchedule?: RetryDays | null;
  readonly invoiceFooter: string | null;
  /** Settings for e-invoices. Missing or `null`: none. */
  readonly eInvoicing?: EInvoicingSeller | null;
  /** Missing: customers cannot withdraw in the portal. */
  readonly withdrawal?: WithdrawalSetting;
  /** Whether customers get the emails about their orders and subscriptions (`sendsCustomerEmails`). Missing: they do not. */
  readonly customerEmails?: boolean;
}

/** The account of a seller: one record for live and test mode. */
export interface Account extends BaseRecord, BillingProfile {
  readonly name: string;
  readonly members: readonly Member[];
  readonly branding: PortalBranding;
  /** Texts that replace the defaults in emails to customers. Missing: none. */
  readonly emailTexts?: readonly EmailText[];
  /** Custom domain of the portal; `null`: the deployment's domain is used. */
  readonly domain: VerifiedDomain | null;
  /** The plan that the account has with the operator of this deployment. */
  readonly planId: PlanId;
  /** Unix seconds; `null`: active. API keys of a suspended account are refused; its subscriptions are still billed. */
  readonly suspendedAt: number | null;
}

/** State for decisions about the account. */
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

/** Builds a member whose id is derived from the account's id. `index`: position in the list of members. */
const memberWithDerivedId = (
  { id, email, created }: Pick<Account, 'id' | 'email' | 'created'>,
  index = 0,
): Pick<Member, 'id' | 'email' | 'created'> => ({
  id: `${MEMBER_PREFIX}${id.slice('acct_'.length, -2)}${String(index).padStart(2, '0')}`,
  email,
  created,
});

/** Builds a new account with default settings. */
export const newAccount = (fields: {
  readonly id: string;
  readonly created: number;
  readonly name: string;
  readonly email: string;
  readonly countryCode: string | null;
}): Account => ({
  ...fields,
  members: [{ ...memberWithDerivedId(fields), role: 'owner', sessionsFrom: fields.created, passkeys: [] }],
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

/** True when the account's customers get the emails about their orders and subscriptions. Receipts and refunds are mailed in any case. */
export const sendsCustomerEmails = ({ customerEmails }: Pick<Account, 'customerEmails'>): boolean => customerEmails === true;

/** How the tax rates of the account's charges are found. */
export const taxModeOf = ({ taxMode = 'manual' }: Pick<Account, 'taxMode'>): TaxMode => taxMode;

const viewWithdrawalSetting = ({ withdrawal }: Account) =>
  withdrawal === undefined ? {} : { withdrawal: { enabled: withdrawal.enabled, partial_refund: withdrawal.partialRefund } };

/** The API's `billing_profile`. */
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
  tax_mode: taxModeOf(account),
  registrations: (account.registrations ?? []).map(({ country, number, from }) => ({ country, number, from })),
  refund_window_days: account.refundWindowDays,
  dunning_schedule: [...(account.dunningSchedule ?? DEFAULT_RETRY_DAYS)],
  invoice_footer: account.invoiceFooter,
  e_invoicing: viewSellerEInvoicing(account.eInvoicing ?? null),
  // Fields that were added after 1.0 are absent where they are not used [VER-05].
  ...viewWithdrawalSetting(account),
  ...(account.customerEmails === undefined ? {} : { customer_emails: account.customerEmails }),
});
type BillingProfileView = ReturnType<typeof viewBillingProfile>;

/** The API's `withdrawal_url`, absent if none is set [VER-05]. */
export const viewWithdrawalUrl = ({ withdrawalUrl = null }: PortalBranding) =>
  withdrawalUrl === null ? {} : { withdrawal_url: withdrawalUrl };

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
  ...viewWithdrawalUrl(branding),
  plans: branding.plans,
});

/** Version 1 had no domain. */
const withDomain = (account: Omit<Version2, 'domain'>): Version2 => ({ ...account, domain: null });

type Version2 = Omit<Version4, 'members'> & { readonly teamEmails: readonly string[] };

/** Version 2 had only email addresses of the team: the first address becomes the owner, the others viewers. */
const withMembers = ({ teamEmails, ...account }: Version2): Version3 => ({
  ...account,
  members: teamEmails.map((email, index) => ({
    ...memberWithDerivedId({ ...account, email }, index),
    role: index === 0 ? 'owner' : 'viewer',
    sessionsFrom: account.created,
  })),
});

type Version3 = Omit<Version4, 'members'> & { readonly members: readonly Omit<Member, 'passkeys'>[] };

/** Version 3 had no passkeys. */
const withPasskeys = (account: Version3): Version4 => ({
  ...account,
  members: account.members.map((member) => ({ ...member, passkeys: [] })),
});

type Version4 = Omit<Account, 'branding'> & { readonly branding: Omit<PortalBranding, 'plans'> };

/** Version 4 had no setting for the offered plans; the portal offered the prices of the subscription's product. */
const withPlans = (account: Version4): Account => ({ ...account, branding: { ...account.branding, plans: 'same_product' } });

/** The name of the seller that buyers see: the name for the portal or, without one, the account's name. */
export const shopNameOf = ({ branding, name }: Pick<Account, 'branding' | 'name'>): string => branding.displayName ?? name;

/** Lookup key of a member's email; accounts with the same member share the key. */
export const memberLookupKey = (email: string): string => `member-email#${email.trim().toLowerCase()}`;

/** Lookup entry from a member's email to the account. It may be stale for a removed member, so check the account's record. */
export const memberLookupEntry = ({ id }: Pick<Account, 'id'>, { email }: Pick<Member, 'email'>): Lookup => ({
  key: memberLookupKey(email),
  entry: id,
  data: {},
});

export const accountAggregate: Aggregate<Account, BillingProfileView> = {
  type: 'account',
  prefix: 'acct_',
  migrations: [withDomain, withMembers, withPasskeys, withPlans],
  view: viewBillingProfile,
  lookupsOf: (account) => account.members.map((member) => memberLookupEntry(account, member)),
  unlogged: true,
  bothModes: true,
};
