import { invalidParam, missingParam, type Refusal } from '../domain/refusal.ts';
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

/** The API key that an account connects, and the kind of its provider; `provider: null`: the format of the key decides. */
export interface KeyToConnect {
  readonly apiKey: string;
  readonly provider: ProviderKind | null;
}

const anyOf = (texts: readonly string[]): string => texts.join(' or ');

/**
 * Returns the provider whose API keys for this mode have the format of `apiKey`. Refuses an unknown `provider`, and a key that does not
 * have the format of `provider`. Without `provider`, refuses a key that has the format of no provider or of several.
 */
export const providerKindOfKey = (
  { apiKey, provider }: KeyToConnect,
  mode: Mode,
  providers: ReadonlyMap<ProviderKind, ProviderAdapter> = PROVIDERS,
): ProviderKind | Refusal => {
  const kinds = [...providers].filter(([kind]) => provider === null || kind === provider);
  const known = [...providers.keys()].map((kind) => `\`${kind}\``);
  if (kinds.length === 0) return invalidParam('provider', `\`provider\` must be ${anyOf(known)}.`);
  const [match, ...others] = kinds.filter(([, adapter]) => adapter.isApiKey(apiKey, mode)).map(([kind]) => kind);
  if (match === undefined) {
    const otherMode: Mode = mode === 'live' ? 'test' : 'live';
    if (kinds.some(([, adapter]) => adapter.isApiKey(apiKey, otherMode))) {
      return invalidParam('api_key', `\`api_key\` is a ${otherMode} key. Connect it in ${otherMode} mode, or send a ${mode} key.`);
    }
    const formats = kinds.map(([kind, adapter]) => `${kind} (${adapter.keyFormat(mode)})`);
    return invalidParam('api_key', `\`api_key\` is not a complete ${mode} key of ${anyOf(formats)}.`);
  }
  if (others.length === 0) return match;
  const candidates = [match, ...others].map((kind) => `\`${kind}\``);
  return missingParam('provider', `Keys of several payment providers look like this one. Send \`provider\`: ${anyOf(candidates)}.`);
};

/** Describes the API keys of all providers: `` mollie: `live_...` or `test_...` ``. */
export const describeKeys = (): string =>
  [...PROVIDERS].map(([kind, { keyExample }]) => `${kind}: \`${keyExample('live')}\` or \`${keyExample('test')}\``).join('; ');

/** Reads the provider payment id from a webhook body; `null`: not a webhook of any provider. */
export const paymentIdIn = (webhookBody: string): string | null => {
  for (const adapter of PROVIDERS.values()) {
    const id = adapter.paymentIdIn(webhookBody);
    if (id !== null) return id;
  }
  return null;
};
