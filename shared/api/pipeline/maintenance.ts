import { isInMaintenance } from '../../platform/environment.ts';
import { ApiError } from '../errors/errors.ts';
import type { Operation } from '../operation.ts';
import type { Middleware } from './state.ts';

/** So long that the typed client does not retry automatically: maintenance takes hours. */
const RETRY_AFTER_SECONDS = 300;

/**
 * Returns true if requests of the operation are served during maintenance: reads, and the sign-in and sign-out of members, which have the
 * profile `read` too. Operations with `maintenance: 'refused'` are not served.
 */
export const isServedInMaintenance = ({ profile, maintenance }: Pick<Operation, 'profile' | 'maintenance'>, method: string): boolean =>
  maintenance !== 'refused' && (profile === 'read' || method === 'GET' || method === 'HEAD');

/** Throws 503 `at_capacity` for writes during maintenance (decision 0073), before anything is read or a credential is checked. */
export const refuseInMaintenance = (operation: Operation): Middleware => ({
  before: ({ event }) => {
    if (!isInMaintenance() || isServedInMaintenance(operation, event.requestContext.http.method)) return;
    throw new ApiError('at_capacity', {
      message: `The service is under maintenance and accepts no changes. Reads work. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    });
  },
});
