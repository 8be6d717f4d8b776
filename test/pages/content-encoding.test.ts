import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptsGzip, encodedBody } from '../../shared/api/serve/content-encoding.ts';

describe('a client', () => {
  it.each(['gzip', 'br, GZIP', 'gzip;q=0.1, identity', '*', 'identity;q=0, *;q=0.5', 'deflate, gzip ; q=1.0'])(
    'accepts gzip if its Accept-Encoding header is %s',
    (header) => {
      expect(acceptsGzip(header)).toBe(true);
    },
  );

  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0, *', 'gzip; q=0.000', '*;q=0', 'gzip;q=x', 'gzipped'])(
    'does not accept gzip if its Accept-Encoding header is %s',
    (header) => {
      expect(acceptsGzip(header)).toBe(false);
    },
  );
});

describe('the body of a gzipped file', () => {
  it('is sent gzipped if the client accepts gzip, else decompressed; both responses have a Vary header', () => {
    const gzipped = gzipSync('text');
    const packed = encodedBody(gzipped, 'gzip');
    expect(packed.headers).toEqual({ vary: 'Accept-Encoding', 'content-encoding': 'gzip' });
    expect(String(gunzipSync(Buffer.from(packed.body, 'base64')))).toBe('text');
    const plain = encodedBody(gzipped, undefined);
    expect(plain.headers).toEqual({ vary: 'Accept-Encoding' });
    expect(String(Buffer.from(plain.body, 'base64'))).toBe('text');
  });
});
