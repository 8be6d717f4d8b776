import type { Mode } from '../domain/tenant.ts';
import type { ProviderAdapter } from './adapter.ts';
import { mollie } from './mollie/index.ts';

/** Kind of a provider, stored with its credential. */
export type ProviderKind = string;

export const PROVIDERS: ReadonlyMap<ProviderKind, ProviderAdapter> = new Map([['mollie', mollie]]);

/** Total of one call of the port, all pages of a search included. */
export const PROVIDER_DEADLINE_MS = 10_000;

/** The adapter of a stored kind. Throws for a kind that is not registered. */
export const adapterOf = (kind: ProviderKind): ProviderAdapter => {
  const adapter = PROVIDERS.get(kind);
  if (adapter === undefined) throw new Error(`No payment provider is registered as ${kind}.`);
  return adapter;
};

/** The provider whose format the key has for the mode; `null`: none. */
export const kindOfKey = (key: string, mode: Mode): ProviderKind | null =>
  [...PROVIDERS].find(([, adapter]) => adapter.isApiKey(key, mode))?.[0] ?? null;

/** The provider payment id that a webhook body names; `null`: no provider sends such a body. */
export const paymentIdIn = (webhookBody: string): string | null => {
  for (const adapter of PROVIDERS.values()) {
    const id = adapter.paymentIdIn(webhookBody);
    if (id !== null) return id;
  }
  return null;
};
