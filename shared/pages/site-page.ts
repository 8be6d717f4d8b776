import { fileResponse } from './file-response.ts';
import { NO_FRAMING } from './page-headers.ts';

/** The HTTP response for a page of the documentation. Pages change only with a release, so browsers keep them for five minutes. */
export const sitePageResponse = (contentType: string, gzipped: Uint8Array, policy: string) => {
  const response = fileResponse(contentType, gzipped, 'public, max-age=300');
  return {
    ...response,
    headers: {
      ...response.headers,
      ...NO_FRAMING,
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    },
  };
};
