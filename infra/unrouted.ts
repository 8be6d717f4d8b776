/** Source files of the functions that a queue, the table's stream or a log triggers. */
export const WORKERS = {
  relay: 'functions/workers/event-relay.ts',
  webhookFanout: 'functions/workers/webhook-fanout.ts',
  webhookDelivery: 'functions/workers/webhook-delivery.ts',
  providerWebhook: 'functions/workers/provider-webhook.ts',
  dueWork: 'functions/workers/due-work.ts',
  mailOrders: 'functions/workers/mail-orders.ts',
  mail: 'functions/workers/mail.ts',
  mailFeedback: 'functions/workers/mail-feedback.ts',
  documents: 'functions/workers/documents.ts',
  businessMetrics: 'functions/workers/metrics.ts',
  customerImport: 'functions/workers/customer-import.ts',
  requestLog: 'functions/workers/request-log.ts',
} as const;

/** Source files of the functions that state machines invoke. */
export const STEPS = {
  sweep: 'functions/schedules/sweep.ts',
  runPrepare: 'functions/schedules/run-prepare.ts',
  runCharge: 'functions/schedules/run-charge.ts',
  runSettle: 'functions/schedules/run-settle.ts',
  clockNext: 'functions/schedules/clock-next.ts',
} as const;

/** Source file of the function that handles requests without a route (it is behind the `$default` route of API Gateway). */
export const FALLBACK = 'functions/fallback.ts';

/** Source files with a `handler` that belong to no operation. */
export const FILES_WITHOUT_OPERATION: readonly string[] = [...Object.values(WORKERS), ...Object.values(STEPS), FALLBACK];
