/** Reads a setting of the deployment; its absence is a fault of the deployment, not of the caller. */
export const fromEnvironment = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the environment lacks ${name}`);
  return value;
};

/** The name of a service's setting: `('webhook-delivery', 'QUEUE_URL')` is `WEBHOOK_DELIVERY_QUEUE_URL`. */
export const serviceSettingName = (service: string, suffix: string): string => `${service.toUpperCase().replaceAll('-', '_')}_${suffix}`;

export const serviceSetting = (service: string, suffix: string): string => fromEnvironment(serviceSettingName(service, suffix));

/** Whether the deployment was made with a feature that it can go without. */
export const deploymentHas = (feature: 'SANDBOX_ENABLED' | 'CUSTOM_DOMAIN'): boolean => fromEnvironment(feature) === '1';

/** Where connected provider accounts are reached. The adapter's paths begin with the version, so that it may be here or not. */
export const providerBaseUrl = (): string => fromEnvironment('PROVIDER_BASE_URL').replace(/\/+$/, '').replace(/\/v2$/, '');

/** Where the service is reached from outside, without a trailing slash. */
export const baseUrl = (): string => fromEnvironment('PUBLIC_BASE_URL');
