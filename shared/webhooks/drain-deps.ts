import type { Tenant } from '../domain/tenant.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint/record.ts';
import type { Leases } from '../store/deliveries/lease.ts';
import type { Deliveries } from '../store/deliveries/ledger.ts';
import type { DeliveryLine } from './delivery-log.ts';
import type { Post } from './post.ts';

/** What a drainer works with. */
export interface DrainDeps {
  readonly ledger: Pick<Deliveries, 'scan' | 'load' | 'recordAttempt' | 'park' | 'remove' | 'dropStale'>;
  readonly leases: Leases;
  readonly post: Post;
  /** The secrets that sign now, newest first. */
  readonly secretsOf: (tenant: Tenant, endpoint: WebhookEndpoint, nowSeconds: number) => Promise<readonly string[]>;
  /** How many wake-ups before this one were sent by a drainer that had nothing to do, in a row. */
  readonly idleHops: number;
  /** Sends this account's wake-up, to arrive after the delay, with that count as it then is. */
  readonly wake: (delaySeconds: number, idleHops: number) => Promise<void>;
  /** Writes a line about a delivery. */
  readonly log: (line: DeliveryLine) => void;
  readonly nowMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** 0 to 1: how much of the allowed jitter a retry takes. */
  readonly spread: () => number;
  /** How long this process may still run. */
  readonly remainingMs: () => number;
}
