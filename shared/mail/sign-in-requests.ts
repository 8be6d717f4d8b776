import { memberOf } from '../domain/account/members.ts';
import { accountAggregate, type Member } from '../domain/account/record.ts';
import type { Tenant } from '../domain/tenant.ts';
import { mintToken } from '../platform/credentials.ts';
import type { Cipher, SecretsPort } from '../ports/index.ts';
import { accountsOfMember, saveSignInLink } from '../store/console/sign-in-links.ts';
import { findSignInRequest, type SignInRequest } from '../store/console/sign-in-requests.ts';
import { type MailQueueMessage, outboxOf, SIGN_IN_MAIL } from '../store/mail/outbox.ts';
import type { Store } from '../store/writer/store.ts';
import { encryptSignInToken } from './link-urls.ts';

/** A message on the queue of sign-in mails: the sign-in request to process. */
export type SignInMessage = { readonly signInRequestId: string };

export interface SignInDeps {
  readonly store: Store;
  readonly secrets: () => Promise<SecretsPort>;
  readonly cipher: () => Promise<Cipher>;
  /** Enqueues orders for the mail worker. If this fails, the sweep, which runs every minute, enqueues them. */
  readonly wake: (messages: readonly MailQueueMessage[]) => Promise<void>;
  readonly nowMs: () => number;
}

/** The member with this address; `null`: there is none, or the account is suspended. */
const memberIn = async (store: Store, tenant: Tenant, email: string): Promise<Member | null> => {
  const account = await store.get(accountAggregate, tenant, tenant.accountId);
  return account === null || account.record.suspendedAt !== null ? null : memberOf(account.record, email);
};

/** Orders the mail with the sign-in link of one account. A repeat for the same request orders no second mail. */
const orderLink = async (
  { store, secrets, cipher, nowMs }: SignInDeps,
  tenant: Tenant,
  { id: memberId }: Member,
  { id, browserHash, expiresAt }: SignInRequest,
): Promise<MailQueueMessage> => {
  const mailId = `${SIGN_IN_MAIL}${id}`;
  const { token, stored } = mintToken('signin', await (await secrets()).apiKeyPeppers());
  const sealedToken = await encryptSignInToken(await cipher(), tenant, token);
  await saveSignInLink(store.table, stored, { accountId: tenant.accountId, memberId, browserHash, expiresAt });
  await outboxOf(store.table).order(tenant, mailId, { kind: 'sign_in_link', memberId, sealedToken, expiresAt }, nowMs());
  return { ...tenant, mailId };
};

/**
 * Orders a sign-in mail for each account that has a member with the requested address. Runs in the worker and not in the request, so that
 * neither the timing nor the errors of the response reveal whether the address belongs to a member.
 */
export const orderSignInLinks = async (deps: SignInDeps, requestId: string): Promise<void> => {
  const { store, wake, nowMs } = deps;
  const request = await findSignInRequest(store.table, requestId);
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
