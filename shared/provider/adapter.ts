import type { ProviderAccountId } from '../domain/payment/provider.ts';
import type { Mode } from '../domain/tenant.ts';
import type { PaymentProvider } from './port.ts';

/**
 * Settings of a provider account. `name`: the account's profile id at the provider (`pfl_...` at Mollie), stored with every id that the
 * provider issues.
 */
export interface ProviderSettings {
  readonly name: ProviderAccountId;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Time limit of one method call, including all its requests. */
  readonly deadlineMs: number;
  readonly fetch: typeof fetch;
}

/** A payment provider, implemented in a folder of `shared/provider/` and registered in `PROVIDERS`. */
export interface ProviderAdapter {
  /** True when the key has this provider's format for the mode. */
  readonly isApiKey: (key: string, mode: Mode) => boolean;
  /** How keys of the mode look, for messages and documentation: `test_...`. */
  readonly keyExample: (mode: Mode) => string;
  /** What keys of the mode consist of, for the message about a wrong key. */
  readonly keyFormat: (mode: Mode) => string;
  /** Base URL of the provider's API; `configured` is the deployment's setting. */
  readonly baseUrl: (configured: string) => string;
  readonly open: (settings: ProviderSettings) => PaymentProvider;
  /** Reads the provider payment id from an untrusted webhook body; `null`: not a webhook of this provider. */
  readonly paymentIdIn: (webhookBody: string) => string | null;
}
