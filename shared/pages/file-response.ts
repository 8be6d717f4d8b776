import { encodedBody } from '../api/serve/content-encoding.ts';

export const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
export const FONT_TYPE = 'font/woff2';

interface BundledFile {
  readonly type: string;
  readonly gzipped: Uint8Array;
}

/** The request headers that decide how a file is sent. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** The HTTP response for a file, loadable from any origin; gzipped if the client accepts that. */
export const fileResponse = ({ type, gzipped }: BundledFile, cacheControl: string, request: RequestHeaders) => {
  const { headers, ...body } = encodedBody(gzipped, request['accept-encoding']);
  return {
    statusCode: 200,
    headers: { 'content-type': type, 'cache-control': cacheControl, 'cross-origin-resource-policy': 'cross-origin', ...headers },
    ...body,
  };
};
