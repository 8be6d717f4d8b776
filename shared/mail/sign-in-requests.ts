import { memberOf } from '../domain/account/members.ts';
import { accountAggregate, type Member } from '../domain/account/record.ts';
import type { Tenant } from '../domain/tenant.ts';
import { mintToken } from '../platform/credentials.ts';
import type { Cipher, SecretsPort } from '../ports/index.ts';
import { accountsOfMember, keepSignInLink } from '../store/console/sign-in-links.ts';
import { type SignInRequest, signInRequest } from '../store/console/sign-in-requests.ts';
import { type MailMessage, outboxOf } from '../store/mail/outbox.ts';
import type { Store } from '../store/writer/store.ts';
import { sealSignIn } from './portal-links.ts';

/** A wake-up on the mail queue: which request for links of sign-in is to be processed. */
export type SignInMessage = { readonly signInRequestId: string };

export interface SignInDeps {
  readonly store: Store;
  readonly secrets: () => Promise<SecretsPort>;
  readonly cipher: () => Promise<Cipher>;
  /** Tells the mail worker of orders; the sweep does so where this fails permanently. */
  readonly wake: (messages: readonly MailMessage[]) => Promise<void>;
  readonly nowMs: () => number;
}

const memberIn = async (store: Store, tenant: Tenant, email: string): Promise<Member | null> => {
  const account = await store.get(accountAggregate, tenant, tenant.accountId);
  return account === null || account.record.suspendedAt !== null ? null : memberOf(account.record, email);
};

/** Orders the mail with the link to one account; one that was ordered for the request already stays as it is. */
const orderLink = async (
  { store, secrets, cipher, nowMs }: SignInDeps,
  tenant: Tenant,
  { id: memberId }: Member,
  { id, browserHash, expiresAt }: SignInRequest,
): Promise<MailMessage> => {
  const mailId = `sign_in_link#${id}`;
  const { token, kept } = mintToken('signin', await (await secrets()).apiKeyPeppers());
  const sealedToken = await sealSignIn(await cipher(), tenant, token);
  await keepSignInLink(store.table, kept, { accountId: tenant.accountId, memberId, browserHash, expiresAt });
  await outboxOf(store.table).order(tenant, mailId, { kind: 'sign_in_link', memberId, sealedToken, expiresAt }, nowMs());
  return { ...tenant, mailId };
};

/**
 * Orders a link of sign-in from each account that has a member with the address that somebody asked for. Done here and not where it is
 * asked for: so the answer takes the same time, and fails as often, no matter who the address belongs to.
 */
export const orderSignInLinks = async (deps: SignInDeps, requestId: string): Promise<void> => {
  const { store, wake, nowMs } = deps;
  const request = await signInRequest(store.table, requestId);
  if (request === null || nowMs() >= request.expiresAt * 1000) return;
  const ordered = await Promise.all(
    (await accountsOfMember(store.table, request.email)).map(async (accountId) => {
      const tenant: Tenant = { accountId, mode: 'live' };
      const member = await memberIn(store, tenant, request.email);
      return member === null ? [] : [await orderLink(deps, tenant, member, request)];
    }),
  );
  const messages = ordered.flat();
  if (messages.length > 0) await wake(messages);
};
