import { apiOf, type Json } from '../../../scripts/support/api.ts';
import type { service } from '../../support/service.ts';

/** What a browser of the console sends, and what it is answered. */

/** What signing a member in takes of a service. */
type Service = Pick<ReturnType<typeof service>, 'baseUrl' | 'operate'>;

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
  readonly error: { readonly code: string; readonly message: string; readonly reason?: string; readonly param?: string } | null;
}

export interface ConsoleCall {
  readonly method?: string;
  /** Below `/console/`. */
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

export const send = async (baseUrl: string, { method = 'GET', path, body, headers = {} }: ConsoleCall): Promise<ConsoleAnswer> =>
  answerOf(
    await fetch(`${baseUrl}/console/${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
    }),
  );

/** A member's browser, signed in. */
export class MemberBrowser {
  readonly cookie: string;
  readonly csrfToken: string;
  readonly session: Json;
  private readonly baseUrl: string;

  constructor(baseUrl: string, cookie: string, session: Json) {
    this.baseUrl = baseUrl;
    this.cookie = cookie;
    this.session = session;
    this.csrfToken = String(session['csrf_token']);
  }

  /** Calls with everything that the console's page sends; `headers` may take some of it away (`''`) or add to it. */
  call({ headers = {}, ...rest }: ConsoleCall): Promise<ConsoleAnswer> {
    const own = { cookie: this.cookie, origin: new URL(this.baseUrl).origin, 'x-csrf-token': this.csrfToken };
    const all = Object.fromEntries(Object.entries({ ...own, ...headers }).filter(([, value]) => value !== ''));
    return send(this.baseUrl, { ...rest, headers: all });
  }

  /** Calls the API through the console, and answers what it answered. Throws what was refused. */
  async api(method: string, path: string, body?: unknown, mode = 'test'): Promise<Json> {
    const answer = await this.call({ method, path: `api/${mode}${path}`, body });
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

export const signInLink = async ({ operate }: Service, accountId: string, email: string): Promise<string> =>
  String((await operate('sign-in', accountId, email))['sign_in_url']);

export const signInToken = async (served: Service, accountId: string, email: string): Promise<string> =>
  new URL(await signInLink(served, accountId, email)).hash.replace('#sign-in=', '');

export const openSession = (baseUrl: string, token: string): Promise<ConsoleAnswer> =>
  send(baseUrl, { method: 'POST', path: 'sessions', body: { token } });

/** The first cookie that an answer sets: of a sign-in that of its session, or what the asking browser keeps. */
export const cookieOf = ({ headers }: ConsoleAnswer): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** Signs a member of the account in. */
export const signIn = async (served: Service, accountId: string, email: string): Promise<MemberBrowser> => {
  const answer = await openSession(served.baseUrl, await signInToken(served, accountId, email));
  if (answer.status !== 200) throw new Error(`not signed in: ${JSON.stringify(answer.body)}`);
  return new MemberBrowser(served.baseUrl, cookieOf(answer), answer.body);
};

export const clientOf = (served: Service, key: string) => apiOf(served.baseUrl).client(key);
