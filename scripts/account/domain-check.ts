import { isObject } from '../local/files.ts';

const TIMEOUT_MS = 10_000;
/** Needs no key, and is never answered by a cache. */
const PING = '/v1/ping';
/** The description of the API contains the public URL of its deployment. */
const DESCRIPTION = '/openapi.json';

/** What a site answers. Two sites of the same deployment have equal answers. */
interface Answer {
  /** Status and body of the ping, without its time. */
  readonly ping: string;
  readonly hasRequestId: boolean;
  /** The public URL of the deployment; `null` if the API description names none. */
  readonly deployment: string | null;
}

const fetchAnswer = async (origin: string, fetchUrl: typeof fetch): Promise<Answer> => {
  const fetchJson = async (path: string) => {
    const response = await fetchUrl(`${origin}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { response, body: (await response.json().catch(() => null)) as unknown };
  };
  const ping = await fetchJson(PING);
  const { body: description } = await fetchJson(DESCRIPTION);
  return { ping: textOfPing(ping), hasRequestId: ping.response.headers.has('request-id'), deployment: deploymentIn(description) };
};

const textOfPing = ({ response: { status }, body }: { readonly response: Response; readonly body: unknown }): string => {
  if (!isObject(body)) return `${status} without JSON`;
  const { time, ...others } = body;
  return `${status} ${JSON.stringify(others)}${typeof time === 'number' ? ' and the time' : ''}`;
};

const deploymentIn = (description: unknown): string | null => {
  const [server] = isObject(description) && Array.isArray(description.servers) ? (description.servers as readonly unknown[]) : [];
  return isObject(server) && typeof server.url === 'string' ? server.url : null;
};

const isPing = ({ ping, hasRequestId }: Answer): boolean => ping.startsWith('200 {"object":"ping"') && hasRequestId;

/** Describes how a domain's answer differs from the deployment's, or returns `null` if they are equal. */
const difference = (answer: Answer, expected: Answer): string | null => {
  if (answer.ping !== expected.ping) return `${PING} answers ${answer.ping}, not ${expected.ping} like this deployment`;
  if (!answer.hasRequestId) return `${PING} answers without a Request-Id, not like this deployment`;
  if (answer.deployment === expected.deployment) return null;
  return `${DESCRIPTION} answers for ${answer.deployment ?? 'no deployment'}, not for ${expected.deployment} like this deployment`;
};

/**
 * Checks DNS, certificate and routing of a domain: it must answer like the deployment with this base URL, and name the same public URL in
 * its API description. Throws an error that says what is wrong. Checks nothing for a local service, which has no domains. Finds mistakes,
 * not deceit: a site that copies these answers, or forwards requests to the deployment, is accepted.
 */
export const checkDomain = async (domain: string, baseUrl: string, fetchUrl: typeof fetch = fetch): Promise<void> => {
  if (!baseUrl.startsWith('https:')) return;
  const expected = await fetchAnswer(baseUrl, fetchUrl);
  if (!isPing(expected) || expected.deployment === null)
    throw new Error(`The deployment does not answer at ${baseUrl}${PING} and ${DESCRIPTION}: ${expected.ping}.`);
  const answer = await fetchAnswer(`https://${domain}`, fetchUrl).catch((error: unknown) => {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    throw new Error(`https://${domain} cannot be reached: ${cause instanceof Error ? cause.message : message}`);
  });
  const found = difference(answer, expected);
  if (found !== null) throw new Error(`https://${domain}${found}. Add it to accountDomains first.`);
};
