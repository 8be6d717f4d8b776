import type { ProviderAccountId } from './provider.ts';

/** A customer's mandate at a provider. */
export interface Mandate {
  readonly provider: ProviderAccountId;
  readonly providerCustomerId: string;
  readonly mandateId: string;
}

/** Fields of a record that identify the mandate which is charged. If an id is `null`, the record has no mandate. */
export interface ChargedTo {
  readonly provider: ProviderAccountId;
  readonly providerCustomerId: string | null;
  readonly mandateId: string | null;
}

export const mandateOf = ({ provider, providerCustomerId, mandateId }: ChargedTo): Mandate | null =>
  providerCustomerId === null || mandateId === null ? null : { provider, providerCustomerId, mandateId };

export const sameMandate = (one: Mandate, other: Mandate): boolean => one.provider === other.provider && one.mandateId === other.mandateId;
