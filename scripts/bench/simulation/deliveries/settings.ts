import { CONCURRENCY, DELIVERY_BATCH } from '../../../../infra/concurrency.ts';
import { CAPS } from '../../../../shared/domain/webhook-delivery/in-flight-caps.ts';
import { EVENTS_PER_ENVELOPE } from '../../../../shared/ports/envelopes.ts';
import { START_MARGIN_MS } from '../../../../shared/webhooks/drain.ts';

/** Settings of the delivery worker in the CDK templates. */
export interface DeployedDeliveries {
  /** Maximum concurrent executions. */
  readonly concurrency: number;
  /** Maximum number of messages of an execution. */
  readonly batchSize: number;
  readonly timeoutMs: number;
  readonly memoryMegabytes: number;
}

export interface DeliverySettings extends DeployedDeliveries {
  /** Maximum concurrent requests to the only endpoint of an account. */
  readonly inFlight: number;
  /** An execution starts no request in this time before its timeout. */
  readonly startMarginMs: number;
  /** Number of deliveries that one wake-up announces. */
  readonly deliveriesPerWakeUp: number;
  /** Mean response time of the receivers. */
  readonly receiverMs: number;
}

/** Settings of a deployment with these values, and of accounts with one endpoint each. */
export const deliverySettingsWith = (values: DeployedDeliveries): DeliverySettings => ({
  ...values,
  inFlight: Math.min(CAPS.perEndpoint, CAPS.perMode, CAPS.perAccount),
  startMarginMs: START_MARGIN_MS,
  deliveriesPerWakeUp: EVENTS_PER_ENVELOPE,
  receiverMs: 200,
});

/** The values of a deployment with the default settings. */
export const DEPLOYED_DELIVERIES: DeployedDeliveries = {
  concurrency: CONCURRENCY.webhookDelivery,
  batchSize: DELIVERY_BATCH,
  timeoutMs: 120_000,
  memoryMegabytes: 512,
};

/** Memory of a function with one processor. With less memory, a function gets a proportional share of a processor. */
export const ONE_PROCESSOR_MEGABYTES = 1769;

/** Durations on AWS, in milliseconds. Only the processor time is measured; the others are assumed. */
export const DELIVERY_COSTS = {
  /** Receiving messages and invoking the function. */
  receiveMs: 25,
  /** Acquiring the lease, reading the queue and the first deliveries. */
  startMs: 25,
  /** Trying to acquire a lease that another execution has. */
  heldMs: 10,
  /** The transaction that records an attempt. */
  recordMs: 15,
  /** Reading the queue once more and releasing the lease. */
  endMs: 15,
  /** Processor time of a delivery: loading, signing, posting and recording it. `npm run bench -- --only delivery` measures it. */
  processorMs: 4.5,
} as const;

/** Accounts by number of deliveries, all due at once. */
export type DeliveryShape = readonly { readonly accounts: number; readonly deliveries: number }[];

export const DELIVERY_SHAPES = {
  '5,000 accounts with similar backlogs': [50, 75, 100, 125, 150].map((deliveries) => ({ accounts: 1000, deliveries })),
  '4,200 accounts, from 10 to 1,000 each': [
    { accounts: 1500, deliveries: 10 },
    { accounts: 1500, deliveries: 50 },
    { accounts: 800, deliveries: 100 },
    { accounts: 300, deliveries: 400 },
    { accounts: 100, deliveries: 1000 },
  ],
} as const satisfies Readonly<Record<string, DeliveryShape>>;
