import { isIP } from 'node:net';
import { isSameSecret } from '../platform/signatures.ts';

/**
 * What CloudFront adds to each request where it is before the API: a secret, which proves that the request came through
 * it, and the address of the viewer. Names that begin with `X-Edge-` are taken: CloudFront refuses to send them.
 */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';

type Headers = Readonly<Record<string, string | undefined>>;

/** Whether the request carries one of the secrets. Takes the same time whichever it carries, and when it carries none. */
export const carriesSecret = (headers: Headers, secrets: readonly string[]): boolean => {
  const given = headers[ORIGIN_SECRET_HEADER] ?? '';
  return secrets.filter((secret) => isSameSecret(secret, given)).length > 0;
};

/** The viewer's address, to be believed only next to the secret; `null` when there is none. */
export const viewerAddress = (headers: Headers): string | null => {
  const given = headers[VIEWER_ADDRESS_HEADER] ?? '';
  return isIP(given) === 0 ? null : given;
};
