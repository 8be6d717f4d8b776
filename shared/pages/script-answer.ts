/** A script, gzipped, as the whole HTTP result of a function. Any page may load it. */
export const scriptAnswer = (gzipped: Uint8Array, cacheControl: string) => ({
  statusCode: 200,
  headers: {
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': cacheControl,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  },
  isBase64Encoded: true,
  body: Buffer.from(gzipped).toString('base64'),
});
