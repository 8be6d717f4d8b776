import { createHash, randomBytes } from 'node:crypto';
import { memberOf } from '../../domain/account/members.ts';
import type { Account } from '../../domain/account/record.ts';
import type { Stored } from '../../domain/aggregate.ts';
import { isToken } from '../../platform/credentials.ts';
import { baseUrl } from '../../platform/environment.ts';
import { ownOrigins } from '../../platform/public-url.ts';
import { isSameSecret } from '../../platform/signatures.ts';
import { isOpen, SESSION_SECONDS, sessionIn } from '../../store/console/sessions.ts';
import { SIGN_IN_LINK_SECONDS } from '../../store/console/sign-in-links.ts';
import type { Item } from '../../store/core/table.ts';
import { ApiError } from '../errors.ts';
import type { Failure } from './portal.ts';
import { cookiesOf, type HttpEvent, type SignedIn } from './state.ts';

/** The prefix has browsers refuse the cookie unless it is for this host alone, and sent by TLS. */
const COOKIE = '__Host-billing-console';
export const COOKIE_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** What the browser of a member keeps: it names the account, so that both are read at once. */
export interface SessionCookie {
  readonly accountId: string;
  readonly token: string;
}

/** What a browser sent of its cookies. */
export interface Cookies {
  readonly cookies: readonly string[];
}

export const cookieIn = ({ cookies }: Cookies, name: string): string | null =>
  cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;

export const sessionCookieIn = (event: HttpEvent): SessionCookie | null => {
  const [accountId = '', token = ''] = (cookieIn({ cookies: cookiesOf(event) }, COOKIE) ?? '').split('.');
  return /^acct_[0-9A-Z]{26}$/.test(accountId) && isToken('console', token) ? { accountId, token } : null;
};

export const sessionCookie = ({ accountId, token }: SessionCookie): string =>
  `${COOKIE}=${accountId}.${token}; Max-Age=${SESSION_SECONDS}; ${COOKIE_ATTRIBUTES}`;

export const NO_SESSION_COOKIE = `${COOKIE}=; Max-Age=0; ${COOKIE_ATTRIBUTES}`;

/** What the browser keeps that asked for a link of sign-in, and no page can read. */
const ASKING_COOKIE = '__Host-billing-console-asked';

/** What this browser keeps of having asked for a link; `null`: it did not, or long ago. */
export const askingBrowserIn = (event: Cookies): string | null => {
  const kept = cookieIn(event, ASKING_COOKIE);
  return kept !== null && /^[\w-]{43}$/.test(kept) ? kept : null;
};

export const newAskingBrowser = (): string => randomBytes(32).toString('base64url');

export const askingCookie = (kept: string): string => `${ASKING_COOKIE}=${kept}; Max-Age=${SIGN_IN_LINK_SECONDS}; ${COOKIE_ATTRIBUTES}`;

/** What is kept on this side of it. */
export const browserHashOf = (kept: string): string => createHash('sha256').update(`asking:${kept}`).digest('hex');

/** Follows from the session's token, which no page can read: only a page that was answered by the console knows it. */
export const csrfTokenOf = (token: string): string => createHash('sha256').update(`csrf:${token}`).digest('base64url');

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD'];

/** Whether a request comes from a page of the service itself. Browsers say so with every change, and no page can say otherwise. */
const isOwnOrigin = (origin: string | undefined): boolean => origin !== undefined && ownOrigins(baseUrl()).includes(origin);

/** Refuses a page of another site: it must not sign its visitor in as somebody else. What is no browser does not mention itself. */
export const refuseOtherSites = (origin: string | undefined): void => {
  if (origin === undefined || isOwnOrigin(origin)) return;
  throw new ApiError('origin_access_denied', {
    message: 'The console is signed in to from its own page only.',
    reason: 'csrf_proof_missing',
  });
};

const OVER = {
  code: 'authentication_required',
  message: 'Your session in the console is over. Sign in again.',
  reason: 'console_session_expired',
} as const satisfies Failure;

/**
 * Refuses a change that does not come from the console's own page, by its origin and by what only that page knows; and what a page reads
 * that knows another session: its browser keeps one cookie for all of its pages, and the page would show this account under that one's name.
 */
export const proveOrigin = ({ headers, requestContext }: HttpEvent, { csrfToken }: SignedIn): void => {
  const reported = headers['x-csrf-token'];
  if (SAFE_METHODS.includes(requestContext.http.method)) {
    if (reported === undefined || isSameSecret(reported, csrfToken)) return;
    throw new ApiError(OVER.code, OVER);
  }
  if (isOwnOrigin(headers['origin']) && isSameSecret(reported ?? '', csrfToken)) return;
  throw new ApiError('origin_access_denied', {
    message: 'Changes are taken from the console itself only: send its origin and X-CSRF-Token.',
    reason: 'csrf_proof_missing',
  });
};

/** Who is signed in with this cookie, by what is kept of the session and of the account's members [AUTH-19]. */
export const sessionVerdict = (
  cookie: SessionCookie | null,
  record: Item | null,
  account: Stored<Account> | null,
  nowSeconds: number,
): { readonly operator: Omit<SignedIn, 'mode'> } | { readonly failure: Failure } => {
  if (cookie === null) return { failure: { code: 'authentication_required', message: 'Sign in to the console.' } };
  const session = record === null ? null : sessionIn(record);
  const member =
    session === null || account === null || session.accountId !== account.record.id ? null : memberOf(account.record, session.memberId);
  if (
    record === null ||
    session === null ||
    account === null ||
    member === null ||
    !isOpen(session, nowSeconds) ||
    session.openedAt < member.sessionsFrom
  ) {
    return { failure: OVER };
  }
  return { operator: { account, member, session, sessionKey: { pk: record.pk, sk: record.sk }, csrfToken: csrfTokenOf(cookie.token) } };
};
