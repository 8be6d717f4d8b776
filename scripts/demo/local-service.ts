const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Throws if the service is not on this machine. Readers of the guides set `BASE_URL`, `TEST_KEY` and `LIVE_KEY` to a real account. The demo
 * would set the VAT id of that account, which cannot be changed afterwards.
 */
export const requireLocalService = (baseUrl: string): void => {
  if (URL.canParse(baseUrl) && LOCAL_HOSTS.includes(new URL(baseUrl).hostname)) return;
  throw new Error(
    `${baseUrl} is not on this machine. The demo writes a billing profile with a VAT id, which can never be changed, into the live mode of ` +
      'the account. Unset BASE_URL, TEST_KEY and LIVE_KEY to use the local service of "npm start".',
  );
};
