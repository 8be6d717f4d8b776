import { ApiError } from '../../../shared/api/errors/errors.ts';
import { routesAt } from '../../../shared/api/matcher.ts';
import type { HttpEvent, HttpResult, RequestState, SignedIn } from '../../../shared/api/pipeline/state.ts';
import { CONSOLE_CALLS, ROUTES } from '../../../shared/api/routes.generated.ts';
import { encodeLarge } from '../../../shared/api/serve/large-response.ts';
import { baseUrl } from '../../../shared/platform/environment.ts';
import { createMemberToken } from './member-token.ts';

/** An API request that the console forwards. */
interface ForwardedCall {
  readonly mode: 'live' | 'test';
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Without a leading slash. */
  readonly path: string;
}

/** Less than API Gateway's timeout of 30 s, because that timeout also ends the console's request that waits for this call. */
const DEADLINE_MS = 27_000;

const REQUEST_HEADERS = ['content-type', 'idempotency-key'] as const;
const RESPONSE_HEADERS = [
  'allow',
  'content-disposition',
  'content-type',
  'idempotent-replayed',
  'link',
  'request-id',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const;

const pickHeaders = (names: readonly string[], headerOf: (name: string) => string | null | undefined): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headerOf(name) ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );

/** Whether the console can forward the call. True for every API operation except streaming operations. */
export const canForward = (method: string, path: string): boolean =>
  routesAt(ROUTES, path).some((route) => route.method === method && CONSOLE_CALLS.has(route.id));

/**
 * Forwards a member's call to the API over HTTP, so that the operation runs in its Lambda function with all checks. Returns the status, the
 * body and the `RESPONSE_HEADERS` of the API's response. Throws `at_capacity` if the request fails or takes too long.
 */
export const callApi = async (
  state: RequestState,
  signedIn: SignedIn,
  event: HttpEvent,
  { mode, method, path }: ForwardedCall,
): Promise<HttpResult> => {
  const { token } = await createMemberToken(state, signedIn, mode, null);
  const query = event.rawQueryString === '' ? '' : `?${event.rawQueryString}`;
  const body = method === 'POST' && event.body !== undefined ? Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8') : null;
  const encodedPath = path.split('/').map(encodeURIComponent).join('/');
  const response = await fetch(`${baseUrl()}/${encodedPath}${query}`, {
    method,
    headers: { ...pickHeaders(REQUEST_HEADERS, (name) => event.headers[name]), authorization: `Bearer ${token}` },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch(() => null);
  if (response === null) throw new ApiError('at_capacity', { message: 'The API could not be reached. Try again in a moment.' });
  const bytes = Buffer.from(await response.arrayBuffer());
  const tooLarge = { message: 'The response has more than 4 MB. Request less.' };
  const { headers, ...encoded } = encodeLarge(bytes, event.headers['accept-encoding'], tooLarge);
  return {
    statusCode: response.status,
    headers: { ...pickHeaders(RESPONSE_HEADERS, (name) => response.headers.get(name)), ...headers },
    ...encoded,
  };
};
