import { isIP } from 'node:net';
import { isCountryCode } from '../../domain/countries.ts';
import { isSameSecret } from '../../platform/signatures.ts';

/**
 * Headers that CloudFront adds to each request: a secret that proves that the request came through CloudFront, and the viewer's IP address.
 * The names must not begin with `X-Edge-`, which CloudFront does not allow.
 */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';
export const VIEWER_IP_HEADER = 'x-viewer-address';

/**
 * Header in which CloudFront sends the country of the viewer's IP address to operations that read it (`readsCountry`). For these
 * operations, CloudFront replaces a header of this name that the viewer sent; for other operations, it forwards the viewer's header.
 */
export const VIEWER_COUNTRY_HEADER = 'cloudfront-viewer-country';

type Headers = Readonly<Record<string, string | undefined>>;

/** Returns true if the request contains one of the secrets. Compares in constant time. */
export const hasOriginSecret = (headers: Headers, secrets: readonly string[]): boolean => {
  const sentSecret = headers[ORIGIN_SECRET_HEADER] ?? '';
  return secrets.filter((secret) => isSameSecret(secret, sentSecret)).length > 0;
};

/** Returns the viewer's IP address, or `null`. Trust it only if `hasOriginSecret` is true. */
export const viewerIp = (headers: Headers): string | null => {
  const ip = headers[VIEWER_IP_HEADER] ?? '';
  return isIP(ip) === 0 ? null : ip;
};

/** Returns the country of the viewer's IP address, or `null`. Trust it only if `hasOriginSecret` is true. */
export const viewerCountry = (headers: Headers): string | null => {
  const code = (headers[VIEWER_COUNTRY_HEADER] ?? '').toUpperCase();
  return isCountryCode(code) ? code : null;
};

/** Start of the paths to which payment providers send webhooks. The firewall limits them separately from other requests. */
export const PROVIDER_WEBHOOKS = '/provider/webhooks/';
