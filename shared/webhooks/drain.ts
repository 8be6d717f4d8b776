import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Tenant } from '../domain/tenant.ts';
import { capOn, chooseNext } from '../domain/webhook-delivery/in-flight-caps.ts';
import { abandoned, afterAttempt, type Delivery, isSuccess, isTestEvent, type PostResult } from '../domain/webhook-delivery/record.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint/record.ts';
import type { LoadedDelivery, StoredDelivery } from '../store/deliveries/delivery-store.ts';
import { LEASE_MS, type Lease } from '../store/deliveries/lease.ts';
import type { QueueEntry } from '../store/deliveries/queue.ts';
import { CachedQueue } from './cached-queue.ts';
import { DeliveriesInProgress, type Recording } from './deliveries-in-progress.ts';
import { attemptLine, type DeliveryLine, entryLine, failedLine, skipLine } from './delivery-log.ts';
import type { DrainDeps } from './drain-deps.ts';
import { POST_DEADLINE_MS, wasReadCompletely } from './post.ts';
import { PreloadedWork } from './preloaded-work.ts';
import { deliveryHeaders } from './signing.ts';

/** A delivery (not of a test event) whose attempts are exhausted; the account's owner is notified. */
export interface ExhaustedDelivery {
  readonly tenant: Tenant;
  readonly delivery: Delivery;
}

/** Result of a drainer. A drainer is a run of the worker that sends an account's deliveries; a wake-up is a message that starts one. */
export interface DrainReport {
  /** `held`: another drainer holds the lease and sees the wake-up. `out_of_time`: ended early; a wake-up or the sweep starts a new one. */
  readonly outcome: 'drained' | 'held' | 'out_of_time' | 'lost_lease';
  readonly delivered: number;
  readonly failedAttempts: number;
  readonly exhausted: readonly ExhaustedDelivery[];
}

/** End and duration of a request. */
interface Exchange {
  readonly endedAtMs: number;
  readonly ms: number;
}

/** Requests start at least this long before the lease or the process ends, so that they end in time. */
export const START_MARGIN_MS = POST_DEADLINE_MS + 3000;
/** The lease is renewed when less than this time is left. */
const RENEW_BELOW_MS = LEASE_MS - 10_000;
/** Interval at which new work is read while requests are running and the limits allow more. */
const TICK_MS = 500;
/** The drainer waits for work that is due within this time; later work gets a delayed wake-up. */
const SHORT_WAIT_MS = 1500;
const MAX_MESSAGE_DELAY_SECONDS = 900;
/**
 * Limit of consecutive wake-ups without progress. A drainer can wake the next drainer, so an error could cause endless wake-ups. After the
 * limit the sweep, which runs every minute, takes over. Any progress resets the count, so a backlog of any length is processed without a
 * pause.
 */
export const MAX_WAKE_UPS_WITHOUT_PROGRESS = 20;
/** A scheduled wake-up is early enough if it arrives at most this long after the next work is due. Otherwise, another one is sent. */
const WAKE_SLACK_MS = 250;

/**
 * Posts all due deliveries of both modes of an account, within the limits of concurrent requests. An account has one drainer at a time.
 * Ends when nothing is due or in flight, after sending a wake-up for work that is due within 15 minutes. Throws if an entry could not be
 * processed (store or key service unreachable); recorded attempts stay recorded.
 */
export const drainDeliveries = async (accountId: string, deps: DrainDeps): Promise<DrainReport> => {
  const acquired = await deps.leases.acquire(accountId, deps.nowMs());
  if (acquired.kind === 'acquired') return new Drainer(accountId, deps, acquired.lease).run();
  if (acquired.checkNeeded && deps.wakeUpsWithoutProgress < MAX_WAKE_UPS_WITHOUT_PROGRESS) {
    const delaySeconds = Math.ceil((acquired.expiresAtMs - deps.nowMs()) / 1000) + 1;
    await deps.wake(delaySeconds, deps.wakeUpsWithoutProgress + 1);
    await deps.leases.recordCheck(accountId, deps.nowMs() + delaySeconds * 1000);
  }
  return { outcome: 'held', delivered: 0, failedAttempts: 0, exhausted: [] };
};

/** A drainer that holds the lease of its account. */
class Drainer {
  private readonly accountId: string;
  private readonly deps: DrainDeps;
  private lease: Lease;
  private leaseLost = false;
  private readonly queue: CachedQueue;
  private readonly preloaded: PreloadedWork;
  private readonly inProgress = new DeliveriesInProgress();
  /** For `chooseNext`: the order in which endpoints were last served. */
  private readonly lastServed = new Map<string, number>();
  /** Disabled endpoints, whose parked entries are skipped until the next wake-up. */
  private readonly disabledEndpoints = new Set<string>();
  /** By delivery id: the errors of deliveries that could not be processed. */
  private readonly faults = new Map<string, unknown>();
  /** Ids of deliveries for which this run has written a log line. */
  private readonly logged = new Set<string>();
  /** True if this run has processed a queue entry. */
  private progressed = false;
  private delivered = 0;
  private failedAttempts = 0;
  private readonly exhausted: ExhaustedDelivery[] = [];

  constructor(accountId: string, deps: DrainDeps, lease: Lease) {
    this.accountId = accountId;
    this.deps = deps;
    this.lease = lease;
    this.queue = new CachedQueue(() => deps.deliveryStore.scan(accountId), deps.nowMs);
    this.preloaded = new PreloadedWork((entry) => deps.deliveryStore.load(accountId, entry), deps.nowMs);
  }

  async run(): Promise<DrainReport> {
    try {
      const outcome = await this.loop();
      if (this.faults.size > 0) throw new AggregateError(this.faults.values(), `${this.faults.size} deliveries could not be processed`);
      return { outcome, delivered: this.delivered, failedAttempts: this.failedAttempts, exhausted: this.exhausted };
    } catch (error) {
      await this.inProgress.allEnd();
      await this.deps.leases.abandon(this.accountId, this.lease).catch(() => undefined);
      throw error;
    }
  }

  private async loop(): Promise<Exclude<DrainReport['outcome'], 'held'>> {
    for (;;) {
      await this.keepLease();
      const mustStop = this.leaseLost || this.deps.remainingMs() < START_MARGIN_MS;
      const wasBusy = this.inProgress.isBusy;
      const launched = mustStop || this.inProgress.capacity === 0 ? 0 : await this.launchDue();
      if (this.inProgress.isBusy) await Promise.race([this.inProgress.anyEnd(), this.deps.pause(TICK_MS)]);
      else if (mustStop) return this.closeEarly();
      // A delivery that ended during the scan may have added a retry, so scan again before ending.
      else if (!wasBusy && launched === 0 && (await this.waitOrFinish())) return this.leaseLost ? 'lost_lease' : 'drained';
    }
  }

  /** Waits for work that is due soon, or ends the run. Returns true if the run has ended. */
  private async waitOrFinish(): Promise<boolean> {
    const { nextAtMs } = this.queue;
    const waitMs = nextAtMs === null ? Number.POSITIVE_INFINITY : nextAtMs - this.deps.nowMs();
    if (waitMs > SHORT_WAIT_MS) return this.finish(nextAtMs);
    await this.deps.pause(Math.max(1, waitMs));
    return false;
  }

  private async keepLease(): Promise<void> {
    const nowMs = this.deps.nowMs();
    if (this.leaseLost || this.lease.expiresAtMs - nowMs >= RENEW_BELOW_MS) return;
    const renewed = await this.deps.leases.renew(this.accountId, this.lease, nowMs);
    if (renewed === null) this.leaseLost = true;
    else this.setLease(renewed);
  }

  private setLease(lease: Lease): void {
    // A wake-up has arrived: a disabled endpoint may be enabled again.
    if (lease.wakes !== this.lease.wakes) this.disabledEndpoints.clear();
    this.lease = lease;
  }

  /** Starts due deliveries within the limits and returns their number. Reads the queue first if the last scan has no work left. */
  private async launchDue(): Promise<number> {
    const hasNoWork = this.launchable().length === 0 && !this.inProgress.isRecording;
    if (hasNoWork) await this.queue.read(this.inProgress.entries);
    else this.queue.refresh(this.inProgress.entries);
    const launchable = this.launchable();
    const running = this.inProgress.inFlight;
    const chosen = chooseNext(launchable, running, this.lastServed, this.inProgress.capacity);
    for (const entry of chosen) this.launch(entry);
    this.logCapped(launchable, [...running, ...chosen]);
    // Lets the started requests be sent before the next work is loaded.
    await yieldToEventLoop();
    this.preloaded.prepare(chooseNext(this.launchable(), [], new Map(this.lastServed)));
    return chosen.length;
  }

  /** Due entries that this run may start: not failed in this run, and not parked for an endpoint that is still disabled. */
  private launchable(): readonly QueueEntry[] {
    return this.queue
      .due()
      .filter((entry) => !this.faults.has(entry.deliveryId) && !(entry.parked && this.disabledEndpoints.has(entry.endpointId)));
  }

  private launch(entry: QueueEntry): void {
    this.queue.take(entry);
    this.inProgress.start(entry, this.attempt(entry), (error) => this.fail(entry, error));
  }

  /** Logs each due delivery that a limit delays, once. */
  private logCapped(launchable: readonly QueueEntry[], running: readonly QueueEntry[]): void {
    for (const entry of launchable) {
      const reason = running.includes(entry) || this.logged.has(entry.deliveryId) ? null : capOn(entry, running);
      if (reason !== null) this.log(entryLine(this.accountId, entry, reason));
    }
  }

  private log(line: DeliveryLine): void {
    this.logged.add(line.delivery);
    this.deps.log(line);
  }

  private fail(entry: QueueEntry, error: unknown): void {
    this.faults.set(entry.deliveryId, error);
    this.log(entryLine(this.accountId, entry, 'fault'));
  }

  /** Makes an attempt. Returns a function that records the result; during that call, the attempt does not count against the limits. */
  private async attempt(entry: QueueEntry): Promise<Recording> {
    const tenant: Tenant = { accountId: this.accountId, mode: entry.mode };
    const work = await this.preloaded.take(entry);
    if (work.kind === 'ready') return this.deliver(tenant, work.stored, work.endpoint, work.body);
    return () => this.settleUnpostable(tenant, entry, work);
  }

  /** Drops, fails or parks an entry that cannot be posted. */
  private async settleUnpostable(tenant: Tenant, entry: QueueEntry, work: Exclude<LoadedDelivery, { kind: 'ready' }>): Promise<void> {
    const { deliveryStore } = this.deps;
    if (work.kind === 'stale') {
      await deliveryStore.dropStale(this.accountId, entry);
      this.log(entryLine(this.accountId, entry, work.reason));
    } else if (work.kind === 'endpoint_gone') {
      await deliveryStore.remove(tenant, work.stored);
      this.log(failedLine(tenant, work.stored.delivery, 'endpoint_deleted'));
    } else if (work.kind === 'event_gone') {
      await deliveryStore.recordAttempt(tenant, work.stored, (delivery) => abandoned(delivery, 'the event is no longer stored'));
      this.log(failedLine(tenant, work.stored.delivery, 'event_gone'));
    } else {
      this.disabledEndpoints.add(entry.endpointId);
      if (!entry.parked) await deliveryStore.park(tenant, work.stored);
      this.log(skipLine(tenant, work.stored.delivery, 'endpoint_disabled'));
    }
    this.progressed ||= work.kind !== 'endpoint_disabled' || !entry.parked;
  }

  private async deliver(tenant: Tenant, stored: StoredDelivery, endpoint: WebhookEndpoint, body: Buffer): Promise<Recording> {
    const { deps } = this;
    const { delivery } = stored;
    const secrets = await deps.secretsOf(tenant, endpoint, Math.floor(deps.nowMs() / 1000));
    const sentAtMs = deps.nowMs();
    if (this.leaseLost || this.lease.expiresAtMs - sentAtMs < START_MARGIN_MS)
      return async () => this.log(skipLine(tenant, delivery, 'lease_lost'));
    const signed = { eventId: delivery.eventId, eventType: delivery.eventType, attempt: delivery.attemptCount + 1, body, secrets };
    const result = await deps.post({ url: endpoint.url, headers: deliveryHeaders(signed, Math.floor(sentAtMs / 1000)), body });
    const endedAtMs = deps.nowMs();
    const record: Recording = () => this.record(tenant, stored, result, { endedAtMs, ms: endedAtMs - sentAtMs });
    if (wasReadCompletely(result)) return record;
    // The receiver may still be busy, so the delivery counts against the limits until its result is recorded.
    await record();
    return async () => undefined;
  }

  private async record(tenant: Tenant, stored: StoredDelivery, result: PostResult, exchange: Exchange): Promise<void> {
    const { deps } = this;
    const jitter = deps.jitter();
    const after = await deps.deliveryStore.recordAttempt(tenant, stored, (row, redeliveryRequested) =>
      afterAttempt(row, result, { nowMs: exchange.endedAtMs, jitter, redeliveryRequested }),
    );
    this.progressed = true;
    this.log(attemptLine(tenant, stored.delivery, after, result, exchange.ms));
    if (isSuccess(result)) this.delivered += 1;
    else this.failedAttempts += 1;
    if (after?.status === 'failed' && !isTestEvent(after)) this.exhausted.push({ tenant, delivery: after });
  }

  /** Sends the next wake-up and releases the lease; `false` if a wake-up arrived before the release, so that the run continues. */
  private async finish(nextAtMs: number | null): Promise<boolean> {
    const nowMs = this.deps.nowMs();
    const wakeAtMs = this.mayWake() ? await this.scheduleWake(nextAtMs) : null;
    const nextWork = { nowMs, nextAtMs: this.faults.size > 0 ? nowMs : nextAtMs, wakeAtMs, bySweep: !this.mayWake() };
    const released = await this.deps.leases.release(this.accountId, this.lease, nextWork);
    if (released.kind === 'woken') {
      this.disabledEndpoints.clear();
      this.lease = { ...released.lease, wakeAtMs };
      return false;
    }
    this.leaseLost = released.kind === 'lost';
    for (const entry of this.queue.waiting)
      if (!this.logged.has(entry.deliveryId)) this.log(entryLine(this.accountId, entry, 'not_yet_due'));
    return true;
  }

  private mayWake(): boolean {
    return this.progressed || this.deps.wakeUpsWithoutProgress < MAX_WAKE_UPS_WITHOUT_PROGRESS;
  }

  private wake(delaySeconds: number): Promise<void> {
    return this.deps.wake(delaySeconds, this.progressed ? 0 : this.deps.wakeUpsWithoutProgress + 1);
  }

  /**
   * Sends a delayed wake-up for work due within 15 minutes, unless one was already sent. The wake-up arrives up to a second before the
   * work is due; the drainer that it starts waits for the rest. Returns the arrival time of the next wake-up; `null`: there is none.
   */
  private async scheduleWake(nextAtMs: number | null): Promise<number | null> {
    const nowMs = this.deps.nowMs();
    const scheduledAtMs = this.lease.wakeAtMs !== null && this.lease.wakeAtMs > nowMs ? this.lease.wakeAtMs : null;
    if (nextAtMs === null || (scheduledAtMs !== null && scheduledAtMs <= nextAtMs + WAKE_SLACK_MS)) return scheduledAtMs;
    const delaySeconds = Math.floor((nextAtMs - nowMs) / 1000);
    if (delaySeconds > MAX_MESSAGE_DELAY_SECONDS) return scheduledAtMs;
    await this.wake(delaySeconds);
    return nowMs + delaySeconds * 1000;
  }

  private async closeEarly(): Promise<'out_of_time' | 'lost_lease'> {
    if (this.leaseLost) return 'lost_lease';
    if (this.mayWake()) await this.wake(0);
    await this.deps.leases.abandon(this.accountId, this.lease);
    return 'out_of_time';
  }
}
