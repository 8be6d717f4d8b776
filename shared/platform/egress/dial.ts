import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** A request to a host that was checked. */
export interface Dialled {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** What the check found: no other address is dialled. */
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
}

/** Answers a connection's look-up from the addresses that were checked, so that no second resolution can differ. */
const lookupIn = (addresses: readonly string[]): LookupFunction => {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const first = entries[0];
    if (options.all) callback(null, entries);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
};

/** Sends a request over a fresh connection and gives its answer, whatever it says; redirects are not followed. Rejects without one. */
export const dial = ({ url, method, headers, body, addresses, signal }: Dialled): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = open(url, { method, headers, agent: false, lookup: lookupIn(addresses), signal }, resolve);
    sent.on('error', reject);
    sent.on('close', () => reject(new Error('closed')));
    sent.end(body);
  });
