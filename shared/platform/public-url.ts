import type { VerifiedDomain } from '../domain/account/record.ts';

const LOOPBACK = ['127.0.0.1', 'localhost'];

/** Origins of the service's pages: the public origin; on a local machine both `127.0.0.1` and `localhost`. */
export const ownOrigins = (baseUrl: string): readonly string[] => {
  const { origin, protocol, hostname, port } = new URL(baseUrl);
  return LOOPBACK.includes(hostname) ? LOOPBACK.map((name) => `${protocol}//${name}:${port}`) : [origin];
};

/** Origin of an account's pages: the account's custom domain, or else the deployment's origin. */
export const originOf = (domain: VerifiedDomain | null, baseUrl: string): string => (domain === null ? baseUrl : `https://${domain.name}`);

/** URL of the portal page [PRT-11]. */
const portalPageOf = (domain: VerifiedDomain | null, baseUrl: string): string => `${originOf(domain, baseUrl)}/portal`;

/** URL of the console; with `signInToken`, a sign-in link with the token in the fragment. */
export const consoleUrlOf = (baseUrl: string, signInToken: string | null): string =>
  `${baseUrl}/console${signInToken === null ? '' : `#sign-in=${signInToken}`}`;

/**
 * Portal link of a token. The token is in the fragment, which browsers do not send, so that it appears in no access log and no
 * `Referer` header.
 */
export const portalUrlOf = (domain: VerifiedDomain | null, baseUrl: string, token: string): string =>
  `${portalPageOf(domain, baseUrl)}#${token}`;

/** URL to which the provider returns a customer who set up a payment method in the portal. Without the token: the browser keeps it. */
export const portalReturnUrlOf = (domain: VerifiedDomain | null, baseUrl: string, setupId: string): string =>
  `${portalPageOf(domain, baseUrl)}?setup=${setupId}`;
