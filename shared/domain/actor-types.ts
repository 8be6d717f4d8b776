/**
 * Who makes changes, as the audit log shows it. `operator`: a member in the console, or a command of the deployment's operator. `reaper`:
 * completes interrupted writes that call the provider.
 */
export const ACTOR_TYPES = [
  'api_key',
  'operator',
  'portal_session',
  'checkout_session',
  'one_shot_payment',
  'payment_link',
  'provider_webhook',
  'system',
  'reaper',
] as const;

export type ActorType = (typeof ACTOR_TYPES)[number];
