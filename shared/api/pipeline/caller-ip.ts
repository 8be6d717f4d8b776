import { baseUrl } from '../../platform/environment.ts';
import { logNotice } from '../../platform/log-lines.ts';
import { edgeSecrets } from '../../runtime/services.ts';
import { ApiError } from '../errors/errors.ts';
import type { Operation } from '../operation.ts';
import { hasOriginSecret, viewerCountry, viewerIp } from '../serve/edge.ts';
import { type HttpEvent, type Middleware, stateOf } from './state.ts';

/** Where a request comes from. `country`: country of the IP address; `null`: unknown. */
export interface Origin {
  readonly ip: string;
  readonly country: string | null;
}

/**
 * Returns the caller's IP address and its country. CloudFront sends both in headers. A secret in a third header proves that the request
 * comes from CloudFront. Requests that bypass CloudFront, and so its firewall, are refused. Without CloudFront, the headers are not read,
 * because any caller could send them.
 */
export const callerAddressOf = async ({ headers, requestContext }: HttpEvent): Promise<Origin> => {
  const secrets = await edgeSecrets();
  if (secrets === null) return { ip: requestContext.http.sourceIp, country: null };
  if (!hasOriginSecret(headers, secrets)) {
    throw new ApiError('origin_access_denied', { message: `Direct requests to this address are not allowed. Call ${baseUrl()} instead.` });
  }
  const viewer = viewerIp(headers);
  if (viewer === null) logNotice('viewer_address_missing', {});
  return { ip: viewer ?? requestContext.http.sourceIp, country: viewerCountry(headers) };
};

/** Sets the caller's IP address before rate limits use it, and the country of the address if the operation reads it. */
export const setCallerIp = ({ readsCountry }: Operation): Middleware => ({
  before: async ({ event, context }) => {
    const state = stateOf(context);
    const { ip, country } = await callerAddressOf(event);
    state.actor = { ...state.actor, ip };
    state.ipCountry = readsCountry ? country : null;
  },
});
