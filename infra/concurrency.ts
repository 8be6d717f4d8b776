import { CHARGES_PER_BATCH } from '../shared/domain/due.ts';
import { MAX_CONCURRENT_ADVANCES } from '../shared/domain/test-clock/turns.ts';

/**
 * Reserved concurrency of the functions that no API caller waits for. It is also their limit, so that at a month end they leave the rest of
 * the AWS account's quota to the API.
 */
export const CONCURRENCY = {
  relay: 10,
  webhookFanout: 10,
  webhookDelivery: 50,
  providerWebhook: 10,
  dueWork: 10,
  mailOrders: 5,
  mail: 5,
  mailFeedback: 2,
  documents: 5,
  /** A tenant uses at most one execution at a time. */
  businessMetrics: 5,
  /** An execution processes one import. */
  customerImport: 5,
  requestLog: 5,
  /** One for each shard of the due index, so that a sweep ends before the next one starts. */
  sweep: 16,
  runPrepare: 25,
  /** The run of a large tenant uses several executions at a time. */
  runCharge: 85,
  runSettle: 25,
  clockNext: 10,
} as const;

/** How often the sweep starts. */
export const SWEEP_EVERY_MINUTES = 1;

/**
 * Accounts that one execution of the delivery worker serves concurrently: it mostly waits for their receivers. Lambda allows no larger
 * batch without a batching window.
 */
export const DELIVERY_BATCH = 10;

/** Largest batch of the mail worker, and the time that the mails of a batch may take because of the sending rate. */
const MAX_MAIL_BATCH = 5;
const MAIL_BATCH_MS = 10_000;

/**
 * The pace with which all executions of the mail worker together do not exceed the sending rate of SES: the time between two mails of an
 * execution, and the batch size. Some executions only send sign-in mails (`urgent` in `work-queue.ts`), so other mails cannot use the whole rate.
 */
export const mailPace = (perSecond: number): { readonly intervalMs: number; readonly batchSize: number } => {
  const intervalMs = Math.ceil((CONCURRENCY.mail * 1000) / perSecond);
  return { intervalMs, batchSize: Math.max(1, Math.min(MAX_MAIL_BATCH, Math.floor(MAIL_BATCH_MS / intervalMs))) };
};

/** Executions of `runPrepare` and of `runCharge` that are kept free for billing runs of test clocks: `runsAtOnce` does not limit those. */
const EXECUTIONS_FOR_TEST_CLOCKS = MAX_CONCURRENT_ADVANCES;

/**
 * Maximum number of concurrent billing runs, without those of test clocks; at least 1. Even if each of them makes `chargesAtOnce` charges,
 * there is an execution for every batch of charges.
 */
export const runsAtOnce = (chargesAtOnce: number): number => {
  const runs = Math.floor((CONCURRENCY.runCharge - EXECUTIONS_FOR_TEST_CLOCKS) / Math.ceil(chargesAtOnce / CHARGES_PER_BATCH));
  return Math.max(1, Math.min(runs, CONCURRENCY.runPrepare - EXECUTIONS_FOR_TEST_CLOCKS));
};

/** Executions that AWS requires to stay unreserved. */
const NEVER_RESERVED = 100;

/** Concurrency quota below which AWS refuses the reservations. */
export const MINIMUM_QUOTA = Object.values(CONCURRENCY).reduce((sum, each) => sum + each, 0) + NEVER_RESERVED;
