import { type GuardSettings, systemResolve } from '../platform/egress/address-guard.ts';

/** How receivers' hosts are judged in this deployment: loopback only where a development host allows it. */
export const guardSettings = (): GuardSettings => ({
  resolve: systemResolve,
  allowLoopback: process.env.ALLOW_LOOPBACK_RECEIVERS === '1',
});
