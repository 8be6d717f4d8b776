import { randomUUID } from 'node:crypto';
import { type Client, type Json, clientOf as newClient } from '../../../scripts/support/api.ts';
import type { service } from '../../support/service.ts';

/** The members of the service that the functions of this file use. */
type Service = Pick<ReturnType<typeof service>, 'baseUrl' | 'runCommand'>;

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
  readonly error: { readonly code: string; readonly message: string; readonly reason?: string; readonly param?: string } | null;
}

export interface ConsoleCall {
  readonly method?: string;
  /** Relative to `/console/`. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const answerOf = async (response: Response): Promise<ConsoleAnswer> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const body: Json & { readonly error?: ConsoleAnswer['error'] } = isJson ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, body, error: body.error ?? null };
};

/** Sends a console request. Adds no cookie and no CSRF token. */
export const sendConsoleRequest = async (
  baseUrl: string,
  { method = 'GET', path, body, headers = {} }: ConsoleCall,
): Promise<ConsoleAnswer> =>
  answerOf(
    await fetch(`${baseUrl}/console/${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
    }),
  );

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly invited: boolean;
}

/** The browser of a signed-in member. */
export class MemberBrowser {
  readonly cookie: string;
  readonly csrfToken: string;
  readonly session: Json;
  readonly member: Member;
  private readonly baseUrl: string;

  constructor(baseUrl: string, cookie: string, session: Json) {
    this.baseUrl = baseUrl;
    this.cookie = cookie;
    this.session = session;
    this.member = session['member'] as Member;
    this.csrfToken = String(session['csrf_token']);
  }

  /** Sends a request with the cookie, origin and CSRF token, as the console does. `headers` adds or replaces headers; `''` removes one. */
  call({ headers = {}, ...rest }: ConsoleCall): Promise<ConsoleAnswer> {
    const defaultHeaders = { cookie: this.cookie, origin: new URL(this.baseUrl).origin, 'x-csrf-token': this.csrfToken };
    const sentHeaders = Object.fromEntries(Object.entries({ ...defaultHeaders, ...headers }).filter(([, value]) => value !== ''));
    return sendConsoleRequest(this.baseUrl, { ...rest, headers: sentHeaders });
  }

  /** Calls the API through the console and returns the body. Throws unless the status is 200. */
  async api(method: string, path: string, body?: unknown, mode = 'test'): Promise<Json> {
    const answer = await this.call({ method, path: `api/${mode}${path}`, body });
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

export const signInLink = async ({ runCommand }: Service, accountId: string, email: string): Promise<string> =>
  String((await runCommand('sign-in', accountId, email))['sign_in_url']);

export const signInToken = async (testService: Service, accountId: string, email: string): Promise<string> =>
  new URL(await signInLink(testService, accountId, email)).hash.replace('#sign-in=', '');

export const openMemberSession = (baseUrl: string, token: string): Promise<ConsoleAnswer> =>
  sendConsoleRequest(baseUrl, { method: 'POST', path: 'sessions', body: { token } });

/** The first cookie that an answer sets, as `name=value`; `''` if there is none. */
export const cookieOf = ({ headers }: ConsoleAnswer): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** Signs in a member of the account with a link that an operator creates. */
export const signIn = async (testService: Service, accountId: string, email: string): Promise<MemberBrowser> => {
  const answer = await openMemberSession(testService.baseUrl, await signInToken(testService, accountId, email));
  if (answer.status !== 200) throw new Error(`Sign-in failed: ${JSON.stringify(answer.body)}`);
  return new MemberBrowser(testService.baseUrl, cookieOf(answer), answer.body);
};

/** Adds a member to the account of `owner`; returns the member. Throws if the member is not added. */
export const addMember = async (owner: MemberBrowser, role: string, email = `${role}-${randomUUID()}@example.com`): Promise<Member> => {
  const { body } = await owner.call({ method: 'POST', path: 'members', body: { email, role } });
  const member = (body['data'] as readonly Member[] | undefined)?.find((each) => each.email === email);
  if (member === undefined) throw new Error(`The member was not added: ${JSON.stringify(body)}`);
  return member;
};

export const clientOf = ({ baseUrl }: Pick<Service, 'baseUrl'>, key: string): Client => newClient(baseUrl, key);
