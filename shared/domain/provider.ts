/**
 * Who moves the money of a payment: the sandbox, or the connected provider account, named by its profile id. It is kept
 * next to every id that the provider gave, because such an id means nothing elsewhere.
 */
export type ProviderName = string;

export const SANDBOX: ProviderName = 'sandbox';
