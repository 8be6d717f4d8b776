import { fileResponse, type RequestHeaders } from './file-response.ts';
import { NO_FRAMING } from './page-headers.ts';

/** The HTTP response for a page of the documentation. Browsers cache it for five minutes, because pages change only with a release. */
export const sitePageResponse = (
  file: { readonly type: string; readonly gzipped: Uint8Array },
  policy: string,
  request: RequestHeaders,
) => {
  const response = fileResponse(file, 'public, max-age=300', request);
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
