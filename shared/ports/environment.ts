/** Reads a setting of the deployment; its absence is a fault of the deployment, not of the caller. */
export const fromEnvironment = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the environment lacks ${name}`);
  return value;
};

/** The setting of a named part: `('webhook-delivery', 'QUEUE_URL')` reads `WEBHOOK_DELIVERY_QUEUE_URL`. */
export const partSetting = (part: string, suffix: string): string =>
  fromEnvironment(`${part.toUpperCase().replaceAll('-', '_')}_${suffix}`);
