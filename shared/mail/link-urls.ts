import type { Account } from '../domain/account/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { openMailedSession } from '../domain/portal-session/create.ts';
import type { Tenant } from '../domain/tenant.ts';
import { mintToken } from '../platform/credentials.ts';
import { consoleUrlOf, portalUrlOf } from '../platform/public-url.ts';
import type { Decrypt } from '../ports/cached-decrypt.ts';
import type { Cipher, SecretsPort } from '../ports/index.ts';
import { SYSTEM } from '../store/audit/entries.ts';
import type { Store } from '../store/writer/store.ts';
import type { MailLink } from './composed.ts';

export interface LinkDeps {
  readonly store: Store;
  readonly secrets: () => Promise<SecretsPort>;
  /** Decrypts the token of a mail order. */
  readonly decryptToken: Decrypt;
  /** Public URL of the service, without a trailing slash. */
  readonly baseUrl: string;
}

const signInContext = ({ accountId }: Tenant): Record<string, string> => ({ purpose: 'sign-in-link', accountId });

/** Encrypts a sign-in token for a mail order. */
export const encryptSignInToken = (cipher: Cipher, tenant: Tenant, token: string): Promise<string> =>
  cipher.encrypt(token, signInContext(tenant));

const portalLinkContext = ({ accountId }: Tenant): Record<string, string> => ({ purpose: 'portal-link', accountId });

/** Encrypts the token of a portal session for a mail order. */
export const encryptPortalToken = (cipher: Cipher, tenant: Tenant, token: string): Promise<string> =>
  cipher.encrypt(token, portalLinkContext(tenant));

/** Creates the URL of a mail's link. `to`: the recipient's email. If `link` has a `subscriptionId`, each call creates a portal session. */
export const createLinkUrl = async (
  { store, secrets, decryptToken, baseUrl }: LinkDeps,
  tenant: Tenant,
  account: Account,
  link: MailLink,
  to: string,
): Promise<string> => {
  if ('sealedSignIn' in link) {
    return consoleUrlOf(baseUrl, link.sealedSignIn === null ? null : await decryptToken(link.sealedSignIn, signInContext(tenant)));
  }
  if ('sealedToken' in link) return portalUrlOf(account.domain, baseUrl, await decryptToken(link.sealedToken, portalLinkContext(tenant)));
  const { token, stored } = mintToken('portal', await (await secrets()).apiKeyPeppers());
  await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ customer: await store.get(customerAggregate, tenant, link.customerId) }),
    nowOf: () => null,
    decide: (state, context) => openMailedSession({ ...link, token: stored, to }, state, context),
  });
  return portalUrlOf(account.domain, baseUrl, token);
};
