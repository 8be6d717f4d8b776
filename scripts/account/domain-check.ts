const TIMEOUT_MS = 10_000;
/** A request that every deployment answers with its own error body: no key is sent. */
const PROBE = '/v1/ping';

const answerOf = async (origin: string, fetched: typeof fetch): Promise<string> => {
  const response = await fetched(`${origin}${PROBE}`, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body = (await response.json().catch(() => null)) as { readonly error?: { readonly code?: string } } | null;
  return `${response.status} ${body?.error?.code ?? 'without an error code'}`;
};

/**
 * Throws an error that says what is wrong unless the domain answers like the deployment with this base URL: DNS, certificate and routing.
 * Checks nothing for a local service, which has no domains.
 */
export const checkDomain = async (domain: string, baseUrl: string, fetched: typeof fetch = fetch): Promise<void> => {
  if (!baseUrl.startsWith('https:')) return;
  const expected = await answerOf(baseUrl, fetched);
  const answer = await answerOf(`https://${domain}`, fetched).catch((error: unknown) => {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    throw new Error(`https://${domain} cannot be reached: ${cause instanceof Error ? cause.message : message}`);
  });
  if (answer !== expected)
    throw new Error(`https://${domain}${PROBE} answers ${answer}, not ${expected} like this deployment. Add it to accountDomains first.`);
};
