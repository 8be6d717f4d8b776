/**
 * How many executions at once each function has that no caller of the API waits for. Each has them to itself and never more, so
 * that a month's end cannot take what the API needs: that is all the rest of the account's quota.
 */
export const CONCURRENCY = {
  relay: 10,
  webhookFanout: 10,
  webhookDelivery: 50,
  providerWebhook: 10,
  dueWork: 10,
  mailOrders: 5,
  mail: 5,
  documents: 5,
  /** Those of a tenant are counted by one at a time. */
  businessMetrics: 5,
  /** One continues with one import at a time. */
  customerImport: 5,
  sweep: 10,
  runPrepare: 20,
  /** Each has ten charges under way. */
  runCharge: 20,
  runSettle: 20,
  clockNext: 10,
} as const;

/** Executions that AWS never lets an account reserve. */
const NEVER_RESERVED = 100;

/** The quota of executions at once below which AWS refuses the reservations. */
export const LEAST_QUOTA = Object.values(CONCURRENCY).reduce((sum, each) => sum + each, 0) + NEVER_RESERVED;
