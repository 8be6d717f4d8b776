import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { ConsoleSignInLink } from '../../shared/api/objects/console.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { wakeMail } from '../../shared/api/ordered-mail.ts';
import { throttled } from '../../shared/api/pipeline/authenticate.ts';
import {
  askingBrowserIn,
  askingCookie,
  browserHashOf,
  newAskingBrowser,
  refuseOtherSites,
} from '../../shared/api/pipeline/console-session.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { memberOf } from '../../shared/domain/account/members.ts';
import { accountAggregate, type Member } from '../../shared/domain/account/record.ts';
import type { Tenant } from '../../shared/domain/kernel.ts';
import type { NamedOrder } from '../../shared/domain/mail/orders.ts';
import { sealSignIn } from '../../shared/mail/portal-doors.ts';
import { mintToken } from '../../shared/platform/credentials.ts';
import { cipher, clock, ids, secrets } from '../../shared/runtime/services.ts';
import { accountsOfMember, keepSignInLink, SIGN_IN_LINK_SECONDS } from '../../shared/store/console/sign-in-links.ts';
import { debitPreAuth, debitSignInMail } from '../../shared/store/limits/rate-limit.ts';
import { outboxOf } from '../../shared/store/mail/outbox.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'console.request_sign_in_link',
  method: 'POST',
  path: '/console/sign_in_links',
  summary: 'Ask for a link of sign-in by mail',
  description:
    'Sends a link to each account of which this address is a member; the answer does not tell whether it is one. The link works once, within ' +
    '15 minutes, in the browser that asked, which keeps a cookie for it.',
  auth: { kind: 'none' },
  profile: 'read',
  uses: ['console-sessions', 'failed-attempts', 'mail-orders', 'mail', 'sign-in-link'],
  params: {},
  query: null,
  body: v.strictObject({ email: fields.email }),
  response: ConsoleSignInLink,
  errors: ['origin_access_denied', 'rate_limited'],
});

const memberIn = async (store: Store, tenant: Tenant, email: string): Promise<Member | null> => {
  const account = await store.get(accountAggregate, tenant, tenant.accountId);
  return account === null || account.record.suspendedAt !== null ? null : memberOf(account.record, email);
};

interface Asked {
  readonly browserHash: string;
  readonly expiresAt: number;
}

const mailLink = async (store: Store, tenant: Tenant, { id: memberId }: Member, { browserHash, expiresAt }: Asked): Promise<void> => {
  const { token, kept } = mintToken('signin', await (await secrets()).apiKeyPeppers());
  const sealedToken = await sealSignIn(await cipher(), tenant, token);
  await keepSignInLink(store.table, kept, { accountId: tenant.accountId, memberId, browserHash, expiresAt });
  const ordered: NamedOrder = {
    mailId: `sign_in_link#${ids.next('link_')}`,
    order: { kind: 'sign_in_link', memberId, sealedToken, expiresAt },
    customerId: null,
  };
  await outboxOf(store.table).order(tenant, ordered.mailId, ordered.order, clock.nowMs());
  await wakeMail(tenant, ordered, operation.id);
};

export const handler = servePublic(operation, async ({ body: { email } }, { store, now, ip, http, setCookie }) => {
  refuseOtherSites(http.headers.origin);
  for (const debit of [
    () => debitPreAuth(store.table, ip, operation.id, clock.nowMs(), 0),
    () => debitSignInMail(store.table, email, clock.nowMs()),
  ]) {
    const attempts = await debit();
    if (!attempts.allowed) throw throttled(attempts);
  }
  // One who asks twice may use either link.
  const kept = askingBrowserIn(http) ?? newAskingBrowser();
  const asked = { browserHash: browserHashOf(kept), expiresAt: now + SIGN_IN_LINK_SECONDS };
  const accountIds = await accountsOfMember(store.table, email);
  await Promise.all(
    accountIds.map(async (accountId) => {
      const tenant: Tenant = { accountId, mode: 'live' };
      const member = await memberIn(store, tenant, email);
      if (member !== null) await mailLink(store, tenant, member, asked);
    }),
  );
  setCookie(askingCookie(kept));
  return { object: 'console.sign_in_link' as const, expires_at: asked.expiresAt };
});
