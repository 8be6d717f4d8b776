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
import { ApiError } from '../errors/errors.ts';
import type { Failure } from './portal.ts';
import { cookiesOf, type HttpEvent, type SignedIn } from './state.ts';

/** Browsers accept a cookie with the prefix `__Host-` only for this host and over TLS. */
const COOKIE = '__Host-billing-console';
export const COOKIE_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** Session cookie of a member. It contains the account's id, so that session and account are read in parallel. */
export interface SessionCookie {
  readonly accountId: string;
  readonly token: string;
}

/** The cookies of a request, each as `name=value`. */
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

export const CLEARED_SESSION_COOKIE = `${COOKIE}=; Max-Age=0; ${COOKIE_ATTRIBUTES}`;

/** Cookie with the id of a browser that requested a sign-in link; scripts cannot read it. */
const BROWSER_ID_COOKIE = '__Host-billing-console-asked';

/** Returns the id of the browser that requested a sign-in link; `null` if the browser requested no link recently. */
export const browserIdIn = (event: Cookies): string | null => {
  const value = cookieIn(event, BROWSER_ID_COOKIE);
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
};

export const newBrowserId = (): string => randomBytes(32).toString('base64url');

export const browserIdCookie = (value: string): string =>
  `${BROWSER_ID_COOKIE}=${value}; Max-Age=${SIGN_IN_LINK_SECONDS}; ${COOKIE_ATTRIBUTES}`;

/** Returns the hash of the browser's id. The hash is stored with the sign-in link that the browser requested. */
export const browserHashOf = (value: string): string => createHash('sha256').update(`asking:${value}`).digest('hex');

/** Derives the CSRF token from the session's token, which scripts cannot read. Only pages of the console contain the CSRF token. */
export const csrfTokenOf = (token: string): string => createHash('sha256').update(`csrf:${token}`).digest('base64url');

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD'];

/** Returns true if the request's `Origin` is the service. Browsers send `Origin` with every write, and scripts cannot change it. */
const isOwnOrigin = (origin: string | undefined): boolean => origin !== undefined && ownOrigins(baseUrl()).includes(origin);

/** Refuses requests from other websites, which could sign in a visitor as another user. Accepts requests without `Origin` (no browser). */
export const refuseOtherSites = (origin: string | undefined): void => {
  if (origin === undefined || isOwnOrigin(origin)) return;
  throw new ApiError('origin_access_denied', {
    message: 'Sign-in requests from other websites are refused. Sign in on the console page.',
    reason: 'csrf_proof_missing',
  });
};

const SESSION_EXPIRED = {
  code: 'authentication_required',
  message: 'Your console session has expired. Sign in again.',
  reason: 'console_session_expired',
} as const satisfies Failure;

/**
 * Refuses writes that do not come from the console: `Origin` must be the service, and `X-CSRF-Token` the token of the session. Also refuses
 * reads by a page that was loaded in another session: all pages in a browser share one cookie, so the page would show data of the
 * wrong account.
 */
export const checkOrigin = ({ headers, requestContext }: HttpEvent, { csrfToken }: SignedIn): void => {
  const sentToken = headers['x-csrf-token'];
  if (SAFE_METHODS.includes(requestContext.http.method)) {
    if (sentToken === undefined || isSameSecret(sentToken, csrfToken)) return;
    throw new ApiError(SESSION_EXPIRED.code, SESSION_EXPIRED);
  }
  if (isOwnOrigin(headers['origin']) && isSameSecret(sentToken ?? '', csrfToken)) return;
  throw new ApiError('origin_access_denied', {
    message: "The request does not come from the console. Send the console's Origin and the session's X-CSRF-Token.",
    reason: 'csrf_proof_missing',
  });
};

/**
 * Returns the signed-in member (`operator` in the pipeline) of a session cookie, or the error [AUTH-19]. `record`: the stored session;
 * `account`: the cookie's account.
 */
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
    return { failure: SESSION_EXPIRED };
  }
  return { operator: { account, member, session, sessionKey: { pk: record.pk, sk: record.sk }, csrfToken: csrfTokenOf(cookie.token) } };
};
