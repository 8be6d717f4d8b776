/** Reads an environment variable; throws if it is missing or empty. */
export const fromEnvironment = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`);
  return value;
};

/** Name of the environment variable of a queue or state machine: `('webhook-delivery', 'QUEUE_URL')` gives `WEBHOOK_DELIVERY_QUEUE_URL`. */
export const resourceSettingName = (service: string, suffix: string): string => `${service.toUpperCase().replaceAll('-', '_')}_${suffix}`;

/** Reads the environment variable of a queue or state machine. */
export const resourceSetting = (service: string, suffix: string): string => fromEnvironment(resourceSettingName(service, suffix));

/** True if the deployment includes the optional feature. */
export const isFeatureEnabled = (feature: 'SANDBOX_ENABLED' | 'CUSTOM_DOMAIN'): boolean => fromEnvironment(feature) === '1';

/** Whether renewal charges are looked up at the provider before they are made; set after a backup is restored (`infra/operating.md`). */
export const isChargeLookupEnabled = (): boolean => process.env.LOOK_UP_CHARGES === '1';

/** Whether the service accepts no writes; set while a backup is restored. */
export const isInMaintenance = (): boolean => process.env.MAINTENANCE === '1';

/**
 * Minimum time from the start of one mail to the start of the next in an execution of the mail worker; 0 in an emulator, which has no
 * sending rate.
 */
export const mailIntervalMs = (): number => Number(process.env.MAIL_INTERVAL_MS ?? 0);

/** Base URL of the payment provider's API without `/v2`, which the adapter's paths contain. */
export const providerBaseUrl = (): string => fromEnvironment('PROVIDER_BASE_URL').replace(/\/+$/, '').replace(/\/v2$/, '');

/** Public base URL of the service, without a trailing slash. */
export const baseUrl = (): string => fromEnvironment('PUBLIC_BASE_URL');
