import { setTimeout as pause } from 'node:timers/promises';
import { URL_MAX_LENGTH } from '../domain/limits.ts';
import { checkHost, type GuardSettings } from '../platform/egress/address-guard.ts';

/** The `reason` in the 400 for a refused receiver URL (`parameter_invalid`, `param: url`). */
export const URL_REFUSED_REASON = 'url_not_public';

export type UrlVerdict =
  /** `url`: the parsed and checked URL. */
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: typeof URL_REFUSED_REASON; readonly message: string };

const RESOLVE_TIMEOUT_MS = 5000;

const refused = (message: string): UrlVerdict => ({ ok: false, reason: URL_REFUSED_REASON, message });

/**
 * Checks a receiver URL: https, and a host with only public addresses. Plain http is allowed only for loopback, and only if the settings
 * allow loopback. The message does not contain the resolved address.
 */
export const checkEndpointUrl = async (url: string, settings: GuardSettings): Promise<UrlVerdict> => {
  const parsed = url.length <= URL_MAX_LENGTH && URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || parsed.href.length > URL_MAX_LENGTH)
    return refused(`The URL must be complete, such as https://shop.example/webhooks, and have at most ${URL_MAX_LENGTH} characters.`);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return refused('The URL must start with https://.');
  if (parsed.username !== '' || parsed.password !== '') return refused('The URL must not contain a user name or password.');
  const host = await Promise.race([
    checkHost(parsed.hostname, settings),
    pause(RESOLVE_TIMEOUT_MS, { kind: 'unresolved' as const }, { ref: false }),
  ]);
  if (host.kind === 'unresolved') return refused('The host of the URL does not resolve.');
  if (host.kind === 'refused') return refused('The host of the URL must have public addresses only.');
  if (parsed.protocol === 'http:' && !host.loopbackOnly) return refused('The URL must start with https://.');
  return { ok: true, url: parsed.href };
};
