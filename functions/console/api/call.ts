import { ApiError } from '../../../shared/api/errors.ts';
import { routesAt } from '../../../shared/api/matcher.ts';
import type { HttpEvent, HttpResult, RequestState, SignedIn } from '../../../shared/api/pipeline/state.ts';
import { CONSOLE_CALLS, ROUTES } from '../../../shared/api/routes.generated.ts';
import { baseUrl } from '../../../shared/platform/environment.ts';
import { memberToken } from './member-token.ts';

/** A request of the console for the API. */
interface PassedCall {
  readonly mode: 'live' | 'test';
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Without a slash before it. */
  readonly path: string;
}

/** Before API Gateway gives up on the console's own request. */
const DEADLINE_MS = 27_000;

const SENT_HEADERS = ['content-type', 'idempotency-key'] as const;
const ANSWERED_HEADERS = [
  'allow',
  'content-disposition',
  'content-type',
  'idempotent-replayed',
  'request-id',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const;

const kept = (names: readonly string[], read: (name: string) => string | null | undefined): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name) ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );

/** Whether the console passes a call on: what the API has, but for what it streams. */
export const isPassedOn = (method: string, path: string): boolean =>
  routesAt(ROUTES, path).some((route) => route.method === method && CONSOLE_CALLS.has(route.id));

/**
 * Has the API answer a member's call: by the function of the operation, with all of its checks and rules, so that there is no second
 * implementation. What it answers is answered.
 */
export const callApi = async (
  state: RequestState,
  signedIn: SignedIn,
  event: HttpEvent,
  { mode, method, path }: PassedCall,
): Promise<HttpResult> => {
  const { token } = await memberToken(state, signedIn, mode, null);
  const query = event.rawQueryString === '' ? '' : `?${event.rawQueryString}`;
  const body = method === 'POST' && event.body !== undefined ? Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8') : null;
  const address = path.split('/').map(encodeURIComponent).join('/');
  const answer = await fetch(`${baseUrl()}/${address}${query}`, {
    method,
    headers: { ...kept(SENT_HEADERS, (name) => event.headers[name]), authorization: `Bearer ${token}` },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch(() => null);
  if (answer === null) throw new ApiError('at_capacity', { message: 'The API did not answer in time. Try again shortly.' });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return {
    statusCode: answer.status,
    headers: kept(ANSWERED_HEADERS, (name) => answer.headers.get(name)),
    isBase64Encoded: true,
    body: bytes.toString('base64'),
  };
};
