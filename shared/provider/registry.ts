import type { Mode } from '../domain/tenant.ts';
import type { ProviderAdapter } from './adapter.ts';
import { mollie } from './mollie/index.ts';

/** Name of a provider implementation (`mollie`), stored with its credential. */
export type ProviderKind = string;

export const PROVIDERS: ReadonlyMap<ProviderKind, ProviderAdapter> = new Map([['mollie', mollie]]);

/** Time limit of one call of a provider method, including all pages of a search. */
export const PROVIDER_DEADLINE_MS = 10_000;

/** Returns the adapter of a stored kind. Throws if the kind is not registered. */
export const adapterOf = (kind: ProviderKind): ProviderAdapter => {
  const adapter = PROVIDERS.get(kind);
  if (adapter === undefined) throw new Error(`No payment provider is registered as ${kind}.`);
  return adapter;
};

/** Returns the provider whose API key format matches for the mode; `null`: none. */
export const kindOfKey = (key: string, mode: Mode): ProviderKind | null =>
  [...PROVIDERS].find(([, adapter]) => adapter.isApiKey(key, mode))?.[0] ?? null;

/** Reads the provider payment id from a webhook body; `null`: not a webhook of any provider. */
export const paymentIdIn = (webhookBody: string): string | null => {
  for (const adapter of PROVIDERS.values()) {
    const id = adapter.paymentIdIn(webhookBody);
    if (id !== null) return id;
  }
  return null;
};
