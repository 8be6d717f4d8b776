import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** A request to a checked host. */
export interface DialRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Checked addresses; connections to other addresses are not allowed. */
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
}

/** Lookup function that returns the checked addresses, so that the name is not resolved again. */
const lookupIn = (addresses: readonly string[]): LookupFunction => {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const first = entries[0];
    if (options.all) callback(null, entries);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
};

/** Sends a request over a new connection; returns a response with any status. Follows no redirects. Rejects if no response arrives. */
export const dial = ({ url, method, headers, body, addresses, signal }: DialRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const startRequest = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = startRequest(url, { method, headers, agent: false, lookup: lookupIn(addresses), signal }, resolve);
    request.on('error', reject);
    // Rejects if the connection is closed without a response. Otherwise it has no effect, because the promise is settled.
    request.on('close', () => reject(new Error('closed')));
    request.end(body);
  });
