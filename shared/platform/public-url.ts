import type { VerifiedDomain } from '../domain/account/record.ts';

const LOOPBACK = ['127.0.0.1', 'localhost'];

/** From where the service's own pages call it: its public address; on the own machine by either of the machine's names. */
export const ownOrigins = (baseUrl: string): readonly string[] => {
  const { origin, protocol, hostname, port } = new URL(baseUrl);
  return LOOPBACK.includes(hostname) ? LOOPBACK.map((name) => `${protocol}//${name}:${port}`) : [origin];
};

/** Where an account's buyers and customers reach it: at its own domain where it has one, otherwise at the deployment's own address. */
export const originOf = (domain: VerifiedDomain | null, baseUrl: string): string => (domain === null ? baseUrl : `https://${domain.name}`);

/** The portal's page [PRT-11]. */
const pageOf = (domain: VerifiedDomain | null, baseUrl: string): string => `${originOf(domain, baseUrl)}/portal`;

/** The console's page. With a token, which is in the fragment as the portal's does, its holder is let in. */
export const consoleUrlOf = (baseUrl: string, signInToken: string | null): string =>
  `${baseUrl}/console${signInToken === null ? '' : `#sign-in=${signInToken}`}`;

/**
 * Where the portal opens to the holder of this token. The token is in the fragment, which browsers send to nobody: it comes into no
 * access log and no `Referer`.
 */
export const portalUrlOf = (domain: VerifiedDomain | null, baseUrl: string, token: string): string => `${pageOf(domain, baseUrl)}#${token}`;

/** Where the provider sends the customer back to who proved a method for the wallet; the page knows its token still. */
export const portalReturnUrlOf = (domain: VerifiedDomain | null, baseUrl: string, setupId: string): string =>
  `${pageOf(domain, baseUrl)}?setup=${setupId}`;
