const TIMEOUT_MS = 10_000;
/** Requested without a key: every deployment responds with the same status and error code. */
const PROBE = '/v1/ping';

const answerOf = async (origin: string, fetchUrl: typeof fetch): Promise<string> => {
  const response = await fetchUrl(`${origin}${PROBE}`, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body = (await response.json().catch(() => null)) as { readonly error?: { readonly code?: string } } | null;
  return `${response.status} ${body?.error?.code ?? 'without an error code'}`;
};

/**
 * Checks DNS, certificate and routing of a domain: it must respond like the deployment with this base URL. Throws an error that says what
 * is wrong. Checks nothing for a local service, which has no domains.
 */
export const checkDomain = async (domain: string, baseUrl: string, fetchUrl: typeof fetch = fetch): Promise<void> => {
  if (!baseUrl.startsWith('https:')) return;
  const expected = await answerOf(baseUrl, fetchUrl);
  const answer = await answerOf(`https://${domain}`, fetchUrl).catch((error: unknown) => {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    throw new Error(`https://${domain} cannot be reached: ${cause instanceof Error ? cause.message : message}`);
  });
  if (answer !== expected)
    throw new Error(`https://${domain}${PROBE} answers ${answer}, not ${expected} like this deployment. Add it to accountDomains first.`);
};
