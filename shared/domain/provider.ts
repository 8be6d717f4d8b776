/**
 * The provider of a payment: `sandbox`, or the profile id of the connected provider account. Stored with every id from the provider, since
 * such an id is valid only there.
 */
export type ProviderName = string;

export const SANDBOX: ProviderName = 'sandbox';
