import type * as v from 'valibot';
import type { SearchResult } from '../../../../shared/api/objects/reports/search-result.ts';
import type { UsageSummary } from '../../../../shared/api/objects/usage/usage-record.ts';
import { allows, type Scope } from '../../../../shared/api/scopes.ts';
import type { Role } from '../../../../shared/domain/account/record.ts';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import { CallError, createApiClient } from '../../../../shared/pages/browser/calls.ts';
import type {
  ConsoleExportToken,
  ConsoleMemberKeys,
  ConsoleMembers,
  ConsoleNames,
  ConsolePasskeyOptions,
  ConsolePasskeys,
  ConsoleSignInLink,
} from '../../api/objects.ts';
import { importCalls } from '../import/calls.ts';
import type { Row, RowAt, Summary } from '../objects/rows.ts';
import { CONSOLE_BASE_URL, publicClient, type Session } from '../session/current-session.ts';
import { isSignedOut } from './parts.tsx';
import { retryRateLimited } from './rate-limit.ts';

/** API client of the console, authenticated by the session cookie, which scripts cannot read. */

export type { Session };
export type Member = Session['member'];
type Members = v.InferOutput<typeof ConsoleMembers>;
type MemberKeys = v.InferOutput<typeof ConsoleMemberKeys>;
export type MemberKey = MemberKeys['data'][number];
type FoundNames = v.InferOutput<typeof ConsoleNames>;
type Passkeys = v.InferOutput<typeof ConsolePasskeys>;
type Export = v.InferOutput<typeof ConsoleExportToken>;
type SignInLink = v.InferOutput<typeof ConsoleSignInLink>;
type PasskeyOptions = v.InferOutput<typeof ConsolePasskeyOptions>;
export type Passkey = Passkeys['data'][number];

interface Summarized {
  readonly summary?: Summary;
}

export interface Page<T = Row> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/** Whether the member has the scope. The API makes the final check. */
export const hasScope = ({ scopes }: Session, scope: Scope): boolean => allows(scopes, scope);

export const openSession = (token: string): Promise<Session> => publicClient.post<Session>('sessions', { token });
/** Requests a sign-in link by email. */
export const requestSignInLink = (email: string): Promise<SignInLink> => publicClient.post<SignInLink>('sign_in_links', { email });
/** Creates a challenge that a passkey signs. */
export const createPasskeyChallenge = (): Promise<PasskeyOptions> => publicClient.post<PasskeyOptions>('passkey_challenges');
export const openSessionByPasskey = (credential: unknown): Promise<Session> =>
  publicClient.post<Session>('passkey_sessions', { credential });

/** Why a session must be renewed: it has expired, or its sign-in is too old for the operation. */
export type RenewalReason = 'expired' | 'not_recent';

/** The session of a page, and how it is renewed. */
interface RenewableSession {
  readonly session: () => Session;
  /** Waits until `usedSession`, with which a call failed, is renewed or the member cancels. Returns whether there is a new session. */
  readonly renew: (usedSession: Session, reason: RenewalReason) => Promise<boolean>;
}

/** Whether the call failed because another tab replaced the session cookie, so that the page's CSRF token does not match. */
const isSessionReplaced = (error: unknown): boolean => error instanceof CallError && error.reason === 'csrf_proof_missing';

/** The reason to renew the session, if the call could succeed with a renewed one; otherwise `null`. */
const renewalReasonOf = (error: unknown): RenewalReason | null => {
  if (isSignedOut(error) || isSessionReplaced(error)) return 'expired';
  return error instanceof CallError && error.reason === 'sign_in_not_recent' ? 'not_recent' : null;
};

/** Like `renewalReasonOf`, for signing out. `null` if the session itself has ended: the member is signed out already. */
const signOutRenewalReason = (error: unknown): RenewalReason | null => (isSessionReplaced(error) ? 'expired' : null);

/** An API client that renews the session if a call is rejected because of the session, and then repeats the call. */
const renewingClient = ({ session, renew }: RenewableSession) => {
  // A getter returns the current token. So the same client, with its idempotency keys, works after the session is renewed.
  const credentials = {
    get 'x-csrf-token'() {
      return session().csrf_token;
    },
  };
  const { get, file, post, remove } = createApiClient(CONSOLE_BASE_URL, credentials);
  const withRenewal = async <T>(
    call: () => Promise<T>,
    reasonIn: (error: unknown) => RenewalReason | null = renewalReasonOf,
  ): Promise<T> => {
    const usedSession = session();
    try {
      return await call();
    } catch (error) {
      const reason = reasonIn(error);
      if (reason === null || !(await renew(usedSession, reason))) throw error;
      return withRenewal(call, reasonIn);
    }
  };
  let changeCount = 0;
  const countChange = <T>(call: Promise<T>): Promise<T> =>
    call.finally(() => {
      changeCount += 1;
    });
  return {
    get: <T>(path: string) => withRenewal(() => retryRateLimited(() => get<T>(path))),
    file: (path: string) => withRenewal(() => retryRateLimited(() => file(path))),
    post: <T>(path: string, body?: Row) => countChange(withRenewal(() => post<T>(path, body))),
    remove: <T>(path: string) => countChange(withRenewal(() => remove<T>(path))),
    /** How many changes the member has made, including those that failed. */
    changeCount: () => changeCount,
    signOut: () => withRenewal(() => remove<unknown>('session'), signOutRenewalReason),
    signOutEverywhere: () => withRenewal(() => post<unknown>('session/sign_out_everywhere'), signOutRenewalReason),
  };
};

export const callsOf = (renewableSession: RenewableSession) => {
  const { get, file, post, remove, changeCount, signOut, signOutEverywhere } = renewingClient(renewableSession);
  return {
    changeCount,
    signOut,
    signOutEverywhere,
    members: async () => (await get<Members>('members')).data,
    addMember: async (email: string, role: Role) => (await post<Members>('members', { email, role })).data,
    inviteAgain: async ({ email, role }: Member) => (await post<Members>('members', { email, role, send_again: true })).data,
    setRole: async (id: string, role: Role) => (await post<Members>(`members/${id}`, { role })).data,
    keysOfMember: async (id: string) => (await get<MemberKeys>(`members/${id}/api_keys`)).data,
    removeMember: async (id: string, revokedKeys: readonly string[]) => {
      const query = revokedKeys.length === 0 ? '' : `?revoke_api_keys=${revokedKeys.join(',')}`;
      return (await remove<Members>(`members/${id}${query}`)).data;
    },
    passkeys: async () => (await get<Passkeys>('passkeys')).data,
    passkeyOptions: () => post<PasskeyOptions>('passkeys/options'),
    addPasskey: async (name: string, credential: unknown) => (await post<Passkeys>('passkeys', { name, credential })).data,
    imports: importCalls({ get, post }),
    removePasskey: async (id: string) => (await remove<Passkeys>(`passkeys/${id}`)).data,
    /** The names of the objects with these ids, and of the customers or products that they belong to. */
    names: async (mode: Mode, ids: readonly string[]) =>
      (await get<FoundNames>(`api/${mode}/names?${new URLSearchParams({ ids: ids.join(',') })}`)).data,
    /** Creates a token with which the browser can fetch the export of the account. */
    exportToken: (mode: Mode) => post<Export>('exports', { mode }),
    page: <Path extends string>(mode: Mode, path: Path, query: URLSearchParams) =>
      get<Page<RowAt<Path>>>(`api/${mode}/v1/${path}?${query}`),
    /** The counts and sums of a list with these filters. */
    summary: async (mode: Mode, path: string, filters: Readonly<Record<string, string>>) =>
      (await get<Summarized>(`api/${mode}/v1/${path}?${new URLSearchParams({ ...filters, limit: '1', include: 'summary' })}`)).summary ??
      null,
    object: <Path extends string>(mode: Mode, path: Path) => get<RowAt<Path>>(`api/${mode}/v1/${path}`),
    /** The usage of a subscription by day or month; without `breakdown` if there are too many usage records and events. */
    usage: async (mode: Mode, id: string, interval: 'day' | 'month') => {
      const path = `api/${mode}/v1/subscriptions/${id}/usage_summary`;
      try {
        return await get<v.InferOutput<typeof UsageSummary>>(`${path}?interval=${interval}`);
      } catch (error) {
        if (!(error instanceof CallError) || error.param !== 'interval') throw error;
        return get<v.InferOutput<typeof UsageSummary>>(path);
      }
    },
    search: (mode: Mode, query: URLSearchParams) => get<v.InferOutput<typeof SearchResult>>(`api/${mode}/v1/search?${query}`),
    file: (mode: Mode, path: string) => file(`api/${mode}/v1/${path}`),
    post: (mode: Mode, path: string, body: Row) => post<Row>(`api/${mode}/v1/${path}`, body),
    remove: (mode: Mode, path: string) => remove<Row>(`api/${mode}/v1/${path}`),
  };
};

export type Calls = ReturnType<typeof callsOf>;
