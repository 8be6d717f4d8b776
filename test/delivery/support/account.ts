import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { exampleOf } from '../../../events-schema/examples.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { JsonObject, Mode, Tenant } from '../../../shared/domain/tenant.ts';
import type { Delivery } from '../../../shared/domain/webhook-delivery/record.ts';
import { type WebhookEndpoint, webhookEndpointAggregate } from '../../../shared/domain/webhook-endpoint/record.ts';
import { rotateSecret, updateWebhookEndpoint } from '../../../shared/domain/webhook-endpoint/update.ts';
import { type Resolve, systemResolve } from '../../../shared/platform/egress/address-guard.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import { envelopesOf } from '../../../shared/ports/envelopes.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import { openClient } from '../../../shared/store/core/client.ts';
import { objectKey } from '../../../shared/store/core/keys.ts';
import { schemaVersionOf } from '../../../shared/store/core/objects.ts';
import { readPage } from '../../../shared/store/core/pages.ts';
import { type Table, tableOf } from '../../../shared/store/core/table.ts';
import { type DeliveryStore, deliveryStoreOf, requestedDeliveryWrites } from '../../../shared/store/deliveries/delivery-store.ts';
import { leasesOf } from '../../../shared/store/deliveries/lease.ts';
import { logEntryItem, readEntries } from '../../../shared/store/event-log/entries.ts';
import { eventId, sequenceOf } from '../../../shared/store/event-log/event-id.ts';
import type { EventObject } from '../../../shared/store/event-log/event-text.ts';
import { openStore, type Store } from '../../../shared/store/writer/store.ts';
import type { WriterCommand } from '../../../shared/store/writer/unit.ts';
import type { DeliveryLine } from '../../../shared/webhooks/delivery-log.ts';
import { type DrainReport, drainDeliveries } from '../../../shared/webhooks/drain.ts';
import type { DrainDeps } from '../../../shared/webhooks/drain-deps.ts';
import { type FanOutDeps, type FanOutResult, fanOut } from '../../../shared/webhooks/fan-out.ts';
import { createPoster } from '../../../shared/webhooks/post.ts';
import { redeliver } from '../../../shared/webhooks/redeliver.ts';
import { createSecretDecrypter } from '../../../shared/webhooks/secrets.ts';
import { sendTestEvent } from '../../../shared/webhooks/send-test-event.ts';
import type { TestEngine } from '../../support/engine.ts';
import { publicEntry } from '../../support/entries.ts';
import { type ConcurrentPosts, reportingPosts } from './concurrent-posts.ts';

export const tableIn = (engine: TestEngine): Table => tableOf(openClient(engine.config), engine.tableName, newCapacityCounter());

export interface TestAccountSettings {
  /** Id of an account that another process also uses; default: a new one. */
  readonly accountId?: string;
  /** Initial time of the account's clock; default: now. */
  readonly startMs?: number;
  readonly deadlineMs?: number;
  readonly resolve?: Resolve;
  readonly remainingMs?: () => number;
  readonly onPosts?: (posts: ConcurrentPosts) => void;
}

export const secretOf = (name: string): string => `svcwhsec_${name}`;
export const encryptedSecret = (secret: string) => ({ ciphertext: `sealed:${secret}`, fingerprint: 'f'.repeat(12) });

/** An account in the table that the tests share, with a clock and everything that a delivery needs. */
export class TestAccount {
  readonly accountId: string;
  readonly table: Table;
  private readonly store: Store;
  readonly deliveryStore: DeliveryStore;
  readonly deps: DrainDeps;
  /** Delays of the sent wake-ups, in seconds. */
  readonly wakes: number[] = [];
  /** Log lines about deliveries. */
  readonly lines: DeliveryLine[] = [];
  /** Ids of endpoints whose deliveries were deleted. */
  readonly removedEndpointIds: string[] = [];
  private clockMs: number;
  private sequence = 0;
  private readonly ids = idSource(() => this.clockMs);

  constructor(table: Table, settings: TestAccountSettings = {}) {
    this.accountId = settings.accountId ?? `acct_${randomUUID()}`;
    this.clockMs = settings.startMs ?? Date.now();
    this.table = table;
    this.store = openStore(table, { nowMs: this.nowMs, ids: this.ids });
    this.deliveryStore = deliveryStoreOf(table, this.nowMs);
    this.deps = {
      deliveryStore: this.deliveryStore,
      leases: leasesOf(table),
      post: reportingPosts(
        createPoster({ resolve: settings.resolve ?? systemResolve, allowLoopback: true, deadlineMs: settings.deadlineMs ?? 15_000 }),
        settings.onPosts ?? (() => undefined),
      ),
      secretsOf: createSecretDecrypter({
        encrypt: async (text) => `sealed:${text}`,
        decrypt: async (text) => text.replace('sealed:', ''),
      }),
      wakeUpsWithoutProgress: 0,
      wake: async (delaySeconds) => void this.wakes.push(delaySeconds),
      log: (line) => void this.lines.push(line),
      nowMs: this.nowMs,
      pause: (ms) => this.pause(ms),
      jitter: () => 0,
      remainingMs: settings.remainingMs ?? (() => 120_000),
    };
  }

  /** The account's time. Only `advance` and the pauses of drainers advance it, so that tests do not depend on the machine's speed. */
  readonly nowMs = (): number => this.clockMs;

  advance(ms: number): void {
    this.clockMs += ms;
  }

  private async pause(ms: number): Promise<void> {
    const endMs = this.clockMs + ms;
    await pause(ms);
    this.clockMs = Math.max(this.clockMs, endMs);
  }

  tenant(mode: Mode = 'test'): Tenant {
    return { accountId: this.accountId, mode };
  }

  /** Creates an endpoint that is subscribed to all events. */
  async endpoint(url: string, fields: Partial<WebhookEndpoint> = {}, mode: Mode = 'test'): Promise<WebhookEndpoint> {
    const endpoint: WebhookEndpoint = {
      id: this.ids.next('we_'),
      created: Math.floor(this.nowMs() / 1000),
      url,
      enabledEvents: ['*'],
      description: null,
      status: 'enabled',
      heardAfter: this.sequence,
      disabledSpan: null,
      secret: encryptedSecret(secretOf('one')),
      formerSecrets: [],
      ...fields,
    };
    await this.save(endpoint, mode);
    return endpoint;
  }

  /** Rotates the secret as the API does; returns the changed endpoint. */
  async rotate(endpoint: WebhookEndpoint, secret: string): Promise<WebhookEndpoint> {
    const state = { endpoint: { record: endpoint, version: 1, seq: 0, changedAt: 0 } };
    const now = Math.floor(this.nowMs() / 1000);
    const context = { tenant: this.tenant('test'), now, realNow: now, ids: this.ids };
    const decision = rotateSecret({ secret: encryptedSecret(secret) }, state, context);
    if (decision instanceof Refusal) throw new Error(decision.message);
    await this.save(decision.result);
    return decision.result;
  }

  save(endpoint: WebhookEndpoint, mode: Mode = 'test'): Promise<void> {
    return this.storeEndpoint(endpoint, schemaVersionOf(webhookEndpointAggregate), mode);
  }

  /** Stores an endpoint's record with a schema version. */
  async storeEndpoint<R extends { readonly id: string }>(record: R, schemaVersion: number, mode: Mode = 'test'): Promise<void> {
    const key = objectKey(webhookEndpointAggregate, this.tenant(mode), record.id);
    await this.table.put({ Item: { ...key, t: 'object', schema_version: schemaVersion, v: 1, record } });
  }

  /** Sets the status as the API does. */
  async switch(endpoint: WebhookEndpoint, status: WebhookEndpoint['status'], mode: Mode = 'test'): Promise<WebhookEndpoint> {
    const state = { endpoint: { record: endpoint, version: 1, seq: 0, changedAt: 0 }, lastSequence: this.sequence };
    const now = Math.floor(this.nowMs() / 1000);
    const context = { tenant: this.tenant(mode), now, realNow: now, ids: this.ids };
    const decision = updateWebhookEndpoint({ status }, state, context);
    if (decision instanceof Refusal) throw new Error(decision.message);
    await this.save(decision.result, mode);
    return decision.result;
  }

  async removeEndpoint(endpoint: WebhookEndpoint, mode: Mode = 'test'): Promise<void> {
    await this.table.delete({ Key: objectKey(webhookEndpointAggregate, this.tenant(mode), endpoint.id) });
  }

  /** Records an event in the event log, without fan-out. */
  async record(type: string, data: JsonObject = { id: 'cus_1', object: 'customer' }, mode: Mode = 'test'): Promise<EventObject> {
    this.sequence += 1;
    const event: EventObject = {
      id: eventId(this.sequence, this.accountId),
      object: 'event',
      type,
      created: Math.floor(this.nowMs() / 1000),
      livemode: mode === 'live',
      data,
      previous_attributes: null,
    };
    const entry = logEntryItem(this.tenant(mode), publicEntry(this.sequence, event, 'n'), this.nowMs());
    await this.table.put(entry.Put as Parameters<Table['put']>[0]);
    return event;
  }

  /**
   * Creates the delivery rows of an event. Returns true if the account has deliveries to send. Throws if the fan-out failed.
   * @param mayContinue true while there is time to delete more deliveries of a deleted endpoint
   */
  async fanOut(event: EventObject, mode: Mode = 'test', mayContinue: () => boolean = () => true): Promise<boolean> {
    const { toWake, failed } = await this.fanOutAll([event], mode, { mayContinue });
    for (const reason of failed.values()) throw reason;
    return toWake.has(this.accountId);
  }

  /** Creates the delivery rows of a batch of events. */
  fanOutAll(events: readonly EventObject[], mode: Mode = 'test', overrides: Partial<FanOutDeps> = {}): Promise<FanOutResult> {
    const deps: FanOutDeps = {
      readEvents: async (tenant, ids) => {
        const entries = await readEntries(
          this.table,
          tenant,
          ids.map((id) => sequenceOf(id) ?? 0),
        );
        return entries.flatMap(({ event, sequence, recordedAtMs }) => (event === null ? [] : [{ event, sequence, recordedAtMs }]));
      },
      endpointsOf: async (tenant) => {
        const { items } = await readPage(this.table, webhookEndpointAggregate, tenant, { limit: 100 });
        return items.map(({ record }) => record);
      },
      deliveryStore: this.deliveryStore,
      announceWork: leasesOf(this.table).announceWork,
      onDeliveriesDeleted: (_tenant, endpointId) => void this.removedEndpointIds.push(endpointId),
      nowMs: this.nowMs,
      mayContinue: () => true,
      ...overrides,
    };
    return fanOut(envelopesOf(events.map(({ id, type }) => ({ tenant: this.tenant(mode), event: { id, type } }))), deps);
  }

  /** Records an event and creates its delivery rows. */
  async publish(type = 'customer.created', data?: JsonObject, mode: Mode = 'test'): Promise<EventObject> {
    const event = await this.record(type, data, mode);
    await this.fanOut(event, mode);
    return event;
  }

  /** Runs a write like the API does, but sends no wake-up after it. */
  private async run<State, Result>(
    tenant: Tenant,
    unit: Pick<WriterCommand<State, Result>, 'load' | 'decide' | 'extraWrites'>,
  ): Promise<Result> {
    const outcome = await this.store.run({ tenant, actor: SYSTEM, nowOf: () => null, ...unit });
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    return outcome.result;
  }

  /** Requests a redelivery; returns the row. */
  async redeliver(endpoint: WebhookEndpoint, deliveryId: string, mode: Mode = 'test'): Promise<Delivery> {
    const tenant = this.tenant(mode);
    const { delivery } = await this.run(tenant, {
      load: async () => ({
        endpoint: await this.store.get(webhookEndpointAggregate, tenant, endpoint.id),
        stored: await this.deliveryStore.find(tenant, endpoint.id, deliveryId),
      }),
      decide: redeliver,
      extraWrites: ({ before, delivery: after }) => (before === null ? [] : requestedDeliveryWrites(tenant, before, after, this.nowMs())),
    });
    return delivery;
  }

  /** Sends a test event; returns the row. */
  sendTestEvent(endpoint: WebhookEndpoint): Promise<Delivery> {
    const tenant = this.tenant();
    return this.run(tenant, {
      load: async () => ({ endpoint: await this.store.get(webhookEndpointAggregate, tenant, endpoint.id) }),
      decide: (state, context) => sendTestEvent({ eventType: 'invoice.paid', example: exampleOf('invoice.paid') }, state, context),
      extraWrites: (delivery) => requestedDeliveryWrites(tenant, null, delivery, this.nowMs()),
    });
  }

  /** Runs a drainer, which sends the due deliveries of the account. */
  drain(overrides: Partial<DrainDeps> = {}): Promise<DrainReport> {
    return drainDeliveries(this.accountId, { ...this.deps, ...overrides });
  }

  async rows(endpoint: WebhookEndpoint, mode: Mode = 'test') {
    return (await this.deliveryStore.list(this.tenant(mode), endpoint.id, { limit: 100 })).items;
  }

  /** The endpoint's only row. */
  async row(endpoint: WebhookEndpoint, mode: Mode = 'test') {
    const rows = await this.rows(endpoint, mode);
    const [row] = rows;
    if (row === undefined || rows.length !== 1) throw new Error(`${rows.length} rows`);
    return row;
  }

  /** Returns the time (Unix seconds) at which the sweep wakes the account; `null` if it does not wake the account. */
  async sweepDueAt(): Promise<number | null> {
    const item = await this.table.get({ pk: `A#${this.accountId}#-#lease`, sk: 'webhook-delivery' });
    expect([typeof item?.dpk, typeof item?.dsk, typeof item?.due_kind]).toEqual(
      Array(3).fill(item?.due_at === undefined ? 'undefined' : 'string'),
    );
    return item?.due_at === undefined ? null : Number(item.due_at);
  }

  /** Returns the sort keys of the entries in the account's delivery queue. */
  async queued(): Promise<string[]> {
    const { items } = await this.table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `A#${this.accountId}#-#delivery-queue` },
    });
    return items.map(({ sk }) => sk);
  }
}
