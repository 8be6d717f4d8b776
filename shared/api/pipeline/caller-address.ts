import { baseUrl } from '../../platform/environment.ts';
import { logNotice } from '../../platform/log-lines.ts';
import { edgeSecrets } from '../../runtime/services.ts';
import { carriesSecret, viewerAddress } from '../edge.ts';
import { ApiError } from '../errors.ts';
import { type HttpEvent, type Step, stateOf } from './state.ts';

/**
 * The address that calls. Behind CloudFront the connection is CloudFront's, which names the viewer and proves by a secret that it
 * is CloudFront. What comes past it, and so past its firewall, is refused.
 */
export const callerAddressOf = async ({ headers, requestContext }: HttpEvent): Promise<string> => {
  const secrets = await edgeSecrets();
  if (secrets === null) return requestContext.http.sourceIp;
  if (!carriesSecret(headers, secrets)) {
    throw new ApiError('origin_access_denied', { message: `Nothing is answered here. Call ${baseUrl()} instead.` });
  }
  const viewer = viewerAddress(headers);
  if (viewer === null) logNotice('viewer_address_missing', {});
  return viewer ?? requestContext.http.sourceIp;
};

/** Notes who calls, before anything is counted against their address. */
export const findCaller = (): Step => ({
  before: async ({ event, context }) => {
    const state = stateOf(context);
    state.actor = { ...state.actor, ip: await callerAddressOf(event) };
  },
});
