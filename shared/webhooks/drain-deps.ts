import type { Tenant } from '../domain/tenant.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint/record.ts';
import type { DeliveryStore } from '../store/deliveries/delivery-store.ts';
import type { Leases } from '../store/deliveries/lease.ts';
import type { DeliveryLine } from './delivery-log.ts';
import type { Post } from './post.ts';

/** Dependencies of a drainer: a run of the worker that sends an account's deliveries. A wake-up is a message that starts a drainer. */
export interface DrainDeps {
  readonly deliveryStore: Pick<DeliveryStore, 'scan' | 'load' | 'recordAttempt' | 'park' | 'remove' | 'dropStale'>;
  readonly leases: Leases;
  readonly post: Post;
  /** Decrypts the endpoint's active signing secrets, newest first. */
  readonly secretsOf: (tenant: Tenant, endpoint: WebhookEndpoint, nowSeconds: number) => Promise<readonly string[]>;
  /** Number of wake-ups in a row that came from drainers without progress. Includes the wake-up that started this drainer. */
  readonly wakeUpsWithoutProgress: number;
  /** Sends a delayed wake-up of this account with the new value of `wakeUpsWithoutProgress`. */
  readonly wake: (delaySeconds: number, wakeUpsWithoutProgress: number) => Promise<void>;
  /** Writes a line about a delivery. */
  readonly log: (line: DeliveryLine) => void;
  readonly nowMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** Returns a random number from 0 to 1, for the jitter of retries. */
  readonly jitter: () => number;
  /** Remaining run time of this process. */
  readonly remainingMs: () => number;
}
