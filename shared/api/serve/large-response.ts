import { gzipSync } from 'node:zlib';
import { ApiError } from '../errors/errors.ts';
import { acceptsGzip } from './content-encoding.ts';

/** Larger bodies are compressed if the caller accepts gzip. */
const COMPRESSED_FROM_BYTES = 256 * 1024;
/** Maximum size before Base64, which adds a third: a response of a Lambda function may have 6 MB. */
const MAX_BYTES = 4_000_000;

/** Details of the 400 for a body that is too large. */
interface TooLarge {
  readonly param?: string;
  readonly message: string;
}

/**
 * Compresses a large body if the caller accepts gzip. Returns the body and the headers that describe it, as fields of an HTTP result;
 * throws 400 for a body that is still too large. Sets no `Vary`, because responses of the API are never cached.
 */
export const encodeLarge = (bytes: Uint8Array, acceptEncoding: string | undefined, tooLarge: TooLarge) => {
  const isGzip = bytes.byteLength > COMPRESSED_FROM_BYTES && acceptsGzip(acceptEncoding);
  const encoded = isGzip ? gzipSync(bytes) : bytes;
  if (encoded.byteLength > MAX_BYTES) throw new ApiError('parameter_invalid', tooLarge);
  return {
    headers: isGzip ? { 'content-encoding': 'gzip' } : {},
    isBase64Encoded: true,
    body: Buffer.from(encoded).toString('base64'),
  };
};

/** Like `encodeLarge`, for reports: the error names `from` as the parameter to change. */
export const encodeReport = (bytes: Uint8Array, acceptEncoding: string | undefined) =>
  encodeLarge(bytes, acceptEncoding, {
    param: 'from',
    message: 'The report has more than 4 MB. Choose a shorter range, or accept compression with `Accept-Encoding: gzip`.',
  });
