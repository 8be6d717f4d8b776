import { type GuardSettings, systemResolve } from '../platform/egress/address-guard.ts';

/** Address checks of this deployment; loopback is allowed only on a development host. */
export const addressGuardSettings = (): GuardSettings => ({
  resolve: systemResolve,
  allowLoopback: process.env.ALLOW_LOOPBACK_RECEIVERS === '1',
});
