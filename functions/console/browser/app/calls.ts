import type * as v from 'valibot';
import { allows, type Scope } from '../../../../shared/api/scopes.ts';
import type { Role } from '../../../../shared/domain/account/record.ts';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import { bearing, CallError, caller } from '../../../../shared/pages/browser/calls.ts';
import type {
  ConsoleExport,
  ConsoleMemberKeys,
  ConsoleMembers,
  ConsolePasskeyOptions,
  ConsolePasskeys,
  ConsoleSession,
  ConsoleSignInLink,
} from '../../api/objects.ts';
import { importCalls } from '../import/calls.ts';
import type { Row, RowAt } from '../objects/rows.ts';
import { isSignedOut } from './parts.tsx';

/** The calls that a member's session opens; its cookie is sent by the browser, and read by no script. */

export type Session = v.InferOutput<typeof ConsoleSession>;
export type Member = Session['member'];
type Members = v.InferOutput<typeof ConsoleMembers>;
type MemberKeys = v.InferOutput<typeof ConsoleMemberKeys>;
export type MemberKey = MemberKeys['data'][number];
type Passkeys = v.InferOutput<typeof ConsolePasskeys>;
type Export = v.InferOutput<typeof ConsoleExport>;
type SignInLink = v.InferOutput<typeof ConsoleSignInLink>;
type PasskeyOptions = v.InferOutput<typeof ConsolePasskeyOptions>;
export type Passkey = Passkeys['data'][number];

export interface Page<T = Row> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/** Whether the member may do what the scope protects. The API has the final outcome. */
export const allowed = ({ scopes }: Session, scope: Scope): boolean => allows(scopes, scope);

/** With which the export ends that arrived whole. */
const END = '\n}\n';

/** The page is at `<service>/console`. */
const CONSOLE = new URL('console/', location.href);

const anybody = caller(CONSOLE, {});

export const openSession = (token: string): Promise<Session> => anybody.post<Session>('sessions', { token });
/** Has links of sign-in mailed to the address, if it is a member's. */
export const requestSignInLink = (email: string): Promise<SignInLink> => anybody.post<SignInLink>('sign_in_links', { email });
/** What a passkey is to sign, and what it signed. */
export const passkeyChallenge = (): Promise<PasskeyOptions> => anybody.post<PasskeyOptions>('passkey_challenges');
export const openSessionByPasskey = (credential: unknown): Promise<Session> => anybody.post<Session>('passkey_sessions', { credential });
export const currentSession = (): Promise<Session> => anybody.get<Session>('session');

/** Why the session that was used is not good enough: it is over, or opened too long ago for what was asked. */
export type Lapse = 'over' | 'not_recent';

/** What the calls of a page are made with. */
export interface Access {
  readonly session: () => Session;
  /** Waits where the session that was used is not good enough; `true`: its member has another one by now. */
  readonly renewed: (used: Session, lapse: Lapse) => Promise<boolean>;
}

/** Another session than the page's came with the call: the browser has one for all of its tabs. */
const isOfAnother = (error: unknown): boolean => error instanceof CallError && error.reason === 'csrf_proof_missing';

/** Why a call was refused that another session of its member may make; `null`: for another reason. */
const lapseOf = (error: unknown): Lapse | null => {
  if (isSignedOut(error) || isOfAnother(error)) return 'over';
  return error instanceof CallError && error.reason === 'sign_in_not_recent' ? 'not_recent' : null;
};

/** The same of signing out: who is signed out has no session to end. */
const lapseOfSigningOut = (error: unknown): Lapse | null => (isOfAnother(error) ? 'over' : null);

/** Makes calls again with the session that follows the one that was over: it refused them, so that nothing was done. */
const permanent = ({ session, renewed }: Access) => {
  // Read at each call, so that one caller knows all of the page's writes of which it is not known what came.
  const credentials = {
    get 'x-csrf-token'() {
      return session().csrf_token;
    },
  };
  const { get, file, post, remove } = caller(CONSOLE, credentials);
  const through = async <T>(call: () => Promise<T>, lapseIn: (error: unknown) => Lapse | null = lapseOf): Promise<T> => {
    const used = session();
    try {
      return await call();
    } catch (error) {
      const lapse = lapseIn(error);
      if (lapse === null || !(await renewed(used, lapse))) throw error;
      return through(call, lapseIn);
    }
  };
  return {
    get: <T>(path: string) => through(() => get<T>(path)),
    file: (path: string) => through(() => file(path)),
    post: <T>(path: string, body?: Row) => through(() => post<T>(path, body)),
    remove: <T>(path: string) => through(() => remove<T>(path)),
    signOut: () => through(() => remove<unknown>('session'), lapseOfSigningOut),
    signOutEverywhere: () => through(() => post<unknown>('session/sign_out_everywhere'), lapseOfSigningOut),
  };
};

export const callsOf = (access: Access) => {
  const { get, file, post, remove, signOut, signOutEverywhere } = permanent(access);
  return {
    signOut,
    signOutEverywhere,
    members: async () => (await get<Members>('members')).data,
    addMember: async (email: string, role: Role) => (await post<Members>('members', { email, role })).data,
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
    /** Everything of the account; as long as it takes. Throws where it did not arrive whole. */
    exported: async (mode: Mode): Promise<Blob> => {
      const { token } = await post<Export>('exports', { mode });
      const answer = await fetch(new URL('../v1/tenant/export', CONSOLE), { headers: bearing(token), cache: 'no-store' });
      if (answer.status === 404) throw new CallError(404, { message: 'This deployment serves no exports.' }, 0);
      if (!answer.ok) throw new CallError(answer.status, {}, 0);
      const whole = await answer.blob();
      // The document's own end; a piece of it could end in a bracket too, but not in these lines.
      if ((await whole.slice(-END.length).text()) !== END) throw new CallError(0, { message: 'The export broke off. Try again.' }, 0);
      return whole;
    },
    page: <Path extends string>(mode: Mode, path: Path, query: URLSearchParams) =>
      get<Page<RowAt<Path>>>(`api/${mode}/v1/${path}?${query}`),
    object: <Path extends string>(mode: Mode, path: Path) => get<RowAt<Path>>(`api/${mode}/v1/${path}`),
    file: (mode: Mode, path: string) => file(`api/${mode}/v1/${path}`),
    post: (mode: Mode, path: string, body: Row) => post<Row>(`api/${mode}/v1/${path}`, body),
    remove: (mode: Mode, path: string) => remove<Row>(`api/${mode}/v1/${path}`),
  };
};

export type Calls = ReturnType<typeof callsOf>;
