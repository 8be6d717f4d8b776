import type { VerifiedDomain } from '../domain/account/record.ts';

/**
 * Where the portal opens to the holder of this token: on the account's own domain where it has one [PRT-11]. The token stands in the
 * fragment, which browsers send to nobody: it comes into no access log and no `Referer`.
 */
export const portalUrlOf = (domain: VerifiedDomain | null, baseUrl: string, token: string): string =>
  `${domain === null ? baseUrl : `https://${domain.name}`}/portal#${token}`;
