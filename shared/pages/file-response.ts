export const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** The HTTP response for a gzipped file, loadable from any origin. */
export const fileResponse = (contentType: string, gzipped: Uint8Array, cacheControl: string) => ({
  statusCode: 200,
  headers: {
    'content-type': contentType,
    'content-encoding': 'gzip',
    'cache-control': cacheControl,
    'cross-origin-resource-policy': 'cross-origin',
  },
  isBase64Encoded: true,
  body: Buffer.from(gzipped).toString('base64'),
});
