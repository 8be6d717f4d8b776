import type { ProviderName } from './provider.ts';

/** A customer's standing permission to be charged, and where it was given. */
export interface Mandate {
  readonly provider: ProviderName;
  readonly providerCustomerId: string;
  readonly mandateId: string;
}

/** What a record keeps of the mandate that it is charged to; `null` where there is none. */
export interface ChargedTo {
  readonly provider: ProviderName;
  readonly providerCustomerId: string | null;
  readonly mandateId: string | null;
}

export const mandateOf = ({ provider, providerCustomerId, mandateId }: ChargedTo): Mandate | null =>
  providerCustomerId === null || mandateId === null ? null : { provider, providerCustomerId, mandateId };

export const sameMandate = (one: Mandate, other: Mandate): boolean => one.provider === other.provider && one.mandateId === other.mandateId;
