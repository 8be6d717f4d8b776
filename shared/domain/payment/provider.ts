/**
 * The provider of a payment: `sandbox`, or the profile id of the connected provider account. Stored with every id from a provider, since
 * such an id is valid only at that provider.
 */
export type ProviderAccountId = string;

export const SANDBOX: ProviderAccountId = 'sandbox';
