import { baseUrl } from '../../platform/environment.ts';
import { logNotice } from '../../platform/log-lines.ts';
import { edgeSecrets } from '../../runtime/services.ts';
import { hasOriginSecret, viewerIp } from '../edge.ts';
import { ApiError } from '../errors.ts';
import { type HttpEvent, type Middleware, stateOf } from './state.ts';

/**
 * Returns the caller's IP address. CloudFront sends the address in a header, and a secret in another header that proves that the request
 * comes from CloudFront. Requests that bypass CloudFront, and so its firewall, are refused.
 */
export const callerIpOf = async ({ headers, requestContext }: HttpEvent): Promise<string> => {
  const secrets = await edgeSecrets();
  if (secrets === null) return requestContext.http.sourceIp;
  if (!hasOriginSecret(headers, secrets)) {
    throw new ApiError('origin_access_denied', { message: `Direct requests to this address are not allowed. Call ${baseUrl()} instead.` });
  }
  const viewer = viewerIp(headers);
  if (viewer === null) logNotice('viewer_address_missing', {});
  return viewer ?? requestContext.http.sourceIp;
};

/** Sets the caller's IP address before rate limits use it. */
export const setCallerIp = (): Middleware => ({
  before: async ({ event, context }) => {
    const state = stateOf(context);
    state.actor = { ...state.actor, ip: await callerIpOf(event) };
  },
});
