import { gunzipSync } from 'node:zlib';

/** The quality of each encoding in an `Accept-Encoding` header: 1 if the encoding has no quality, 0 if its quality is invalid. */
const qualitiesOf = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
        const [, quality = '1'] = parameters.map((parameter) => /^q=(.*)$/.exec(parameter)).find((match) => match !== null) ?? [];
        return [name, Number(quality) || 0];
      }),
  );

/** True if the header contains `gzip`, or else `*`, with a quality above 0. Without the header: false. */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean => {
  const qualities = qualitiesOf(acceptEncoding ?? '');
  return (qualities.get('gzip') ?? qualities.get('*') ?? 0) > 0;
};

/** The body of a gzipped file in an encoding that the client accepts, with the headers that describe it. */
export const encodedBody = (gzipped: Uint8Array, acceptEncoding: string | undefined) => {
  const isGzip = acceptsGzip(acceptEncoding);
  return {
    headers: { vary: 'Accept-Encoding', ...(isGzip ? { 'content-encoding': 'gzip' } : {}) },
    isBase64Encoded: true,
    body: Buffer.from(isGzip ? gzipped : gunzipSync(gzipped)).toString('base64'),
  };
};
