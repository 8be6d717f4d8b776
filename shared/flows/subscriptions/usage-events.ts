import { createHash, randomUUID } from 'node:crypto';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { type AcceptedEvent, acceptEvent, limitEvents, type MeteredState } from '../../domain/usage-event/accept.ts';
import { type AddressedEvent, contentOf, type EventOutcome, ID_REUSED, type SentEvent } from '../../domain/usage-event/outcome.ts';
import { Busy } from '../../store/core/busy.ts';
import { usageEventKey } from '../../store/core/keys.ts';
import { type Item, TransactionRefused } from '../../store/core/table.ts';
import { fetchUsageEvents, usageEventsIn } from '../../store/core/usage-events.ts';
import type { Store } from '../../store/writer/store.ts';
import { backOff, isMalformed, MAX_WRITE_ATTEMPTS, OutcomeUnknown } from '../../store/writer/transaction.ts';
import { loadMeteredStates, meteredStateKeys } from './metered-state.ts';
import { resolveSubscriptionIds } from './usage-event-customers.ts';
import { type EventGroup, planWrites, type SentContent, type UsageEventWrite } from './usage-event-writes.ts';

/** An event whose outcome is not known yet. */
interface PendingEvent extends SentContent {
  readonly sent: AddressedEvent;
}

interface IngestDeps {
  readonly store: Store;
  readonly nowMs: () => number;
}

/** Maximum concurrent transactions of one request. */
const CONCURRENT_WRITES = 16;
const MAX_FAILED_ROUNDS = 3;

const fingerprintOf = (event: SentEvent): string => createHash('sha256').update(contentOf(event)).digest('base64url').slice(0, 22);

/** An event of a request. `fingerprint`: hash of its content. `position`: its index in the request. */
interface Received {
  readonly event: SentEvent;
  readonly fingerprint: string;
  readonly position: number;
}

/** Maximum number of different contents of one id that are considered in a request. */
const MAX_CONTENTS = 4;

/**
 * Records usage events, each exactly once: an event and the update that counts it are written in one transaction, and the key of an event
 * is its id. Repeats writes that conflict with other requests. Returns an outcome for each event, in the order of the events. Throws if the
 * table fails. If the request is then repeated, the events that it has already recorded are duplicates.
 */
export const recordUsageEvents = async (
  deps: IngestDeps,
  tenant: Tenant,
  events: readonly SentEvent[],
): Promise<readonly EventOutcome[]> => {
  const received = events.map((event, position) => ({ event, fingerprint: fingerprintOf(event), position }));
  const { chosen, refused } = await chooseContents(deps, tenant, received);
  const { outcomes, pending } = await addressEvents(deps, tenant, [...chosen.values()]);
  await recordInRounds(deps, tenant, pending, outcomes);
  return received.map(({ event, fingerprint, position }) => {
    const content = chosen.get(event.id);
    const outcome = outcomes.get(event.id) ?? ID_REUSED;
    if (content?.fingerprint !== fingerprint)
      return refused.get(`${event.id}#${fingerprint}`) ?? (isTemporary(outcome) ? outcome : ID_REUSED);
    return outcome === 'recorded' && content.position !== position ? 'duplicate' : outcome;
  });
};

/** True for a refusal after which the caller repeats the event unchanged. */
const isTemporary = (outcome: EventOutcome): boolean => typeof outcome !== 'string' && outcome.code === 'operation_pending';

/**
 * Chooses a content for each id of the request: the first one that is not refused for good, since an id identifies one event. Returns also
 * the refusals of the contents before it, by id and fingerprint.
 */
const chooseContents = async (
  deps: IngestDeps,
  tenant: Tenant,
  received: readonly Received[],
): Promise<{ readonly chosen: ReadonlyMap<string, Received>; readonly refused: ReadonlyMap<string, EventOutcome> }> => {
  const contents = new Map<string, Received[]>();
  for (const each of received) {
    const known = contents.get(each.event.id) ?? [];
    if (known.length < MAX_CONTENTS && !known.some(({ fingerprint }) => fingerprint === each.fingerprint))
      contents.set(each.event.id, [...known, each]);
  }
  const refused = new Map<string, EventOutcome>();
  for (let tries = 1; tries < MAX_CONTENTS; tries += 1) {
    const undecided = [...contents.values()].flatMap((each) => (each.length > 1 ? each.slice(0, 1) : []));
    if (undecided.length === 0) break;
    const { outcomes, pending } = await addressEvents(deps, tenant, undecided);
    const { decided } = await decideRound(deps, tenant, pending, randomUUID());
    for (const { event, fingerprint } of undecided) {
      const outcome = decided.get(event.id) ?? outcomes.get(event.id) ?? 'recorded';
      const isRefused = typeof outcome !== 'string' && !isTemporary(outcome);
      if (isRefused) refused.set(`${event.id}#${fingerprint}`, outcome);
      const known = contents.get(event.id) ?? [];
      contents.set(event.id, isRefused ? known.slice(1) : known.slice(0, 1));
    }
  }
  const chosen = [...contents].flatMap(([id, [first]]) => (first === undefined ? [] : [[id, first] as const]));
  return { chosen: new Map(chosen), refused };
};

/** Finds the subscriptions of events with different ids. Returns the outcomes of those without one, and the others. */
const addressEvents = async (
  deps: IngestDeps,
  tenant: Tenant,
  received: readonly Received[],
): Promise<{ readonly outcomes: Map<string, EventOutcome>; readonly pending: readonly PendingEvent[] }> => {
  const byId = new Map(received.map((each) => [each.event.id, each]));
  const addressed = await resolveSubscriptionIds(
    deps.store,
    tenant,
    received.map(({ event }) => event),
  );
  const unaddressed = addressed.flatMap((event) => ('refusal' in event ? [event] : []));
  const known = await fetchUsageEvents(
    deps.store.table,
    tenant,
    unaddressed.map(({ id }) => id),
  );
  const outcomes = new Map<string, EventOutcome>();
  for (const { id, refusal } of unaddressed) {
    // The refusal does not apply to an event that is recorded already: its customer's subscription may have ended since.
    const recorded = known.get(id);
    outcomes.set(id, recorded === undefined ? refusal : outcomeOfKnown(recorded, byId.get(id)?.fingerprint ?? '', null));
  }
  const pending = addressed.flatMap((event): PendingEvent[] => {
    const sent = byId.get(event.id);
    return 'refusal' in event || sent === undefined ? [] : [{ sent: event, fingerprint: sent.fingerprint, position: sent.position }];
  });
  return { outcomes, pending };
};

/** Records the events in rounds of reading, deciding and writing, and sets their outcomes. */
const recordInRounds = async (
  deps: IngestDeps,
  tenant: Tenant,
  events: readonly PendingEvent[],
  outcomes: Map<string, EventOutcome>,
): Promise<void> => {
  const nonce = randomUUID();
  let pending = events;
  let conflicts = 0;
  let failures = 0;
  while (pending.length > 0) {
    const { decided, writes } = await decideRound(deps, tenant, pending, nonce);
    for (const [id, outcome] of decided) outcomes.set(id, outcome);
    const { written, error } = await writeAll(deps.store, writes);
    for (const id of written) outcomes.set(id, 'recorded');
    failures = error === null ? 0 : failures + 1;
    if (failures === MAX_FAILED_ROUNDS) throw new OutcomeUnknown(error);
    const remaining = pending.filter(({ sent }) => !outcomes.has(sent.id));
    conflicts = remaining.length === pending.length ? conflicts + 1 : 0;
    if (conflicts === MAX_WRITE_ATTEMPTS) throw new Busy();
    if (remaining.length > 0 && conflicts > 0) await backOff(conflicts);
    pending = remaining;
  }
};

interface Round {
  /** Events that need no write: duplicates and refusals, by id. */
  readonly decided: ReadonlyMap<string, EventOutcome>;
  readonly writes: readonly UsageEventWrite[];
}

/** Reads the state of the events and decides. `planWrites` can leave out events; later rounds decide these again. */
const decideRound = async (
  { store, nowMs }: IngestDeps,
  tenant: Tenant,
  pending: readonly PendingEvent[],
  nonce: string,
): Promise<Round> => {
  const ids = pending.map(({ sent }) => sent.id);
  const subscriptionIds = [...new Set(pending.map(({ sent }) => sent.subscriptionId))];
  const keys = [...ids.map((id) => usageEventKey(tenant, id)), ...meteredStateKeys(tenant, subscriptionIds)];
  const items: ReadonlyMap<string, Item> = await store.table.batchGet(keys);
  const now = Math.floor(nowMs() / 1000);
  const states = await loadMeteredStates(store, tenant, { ids: subscriptionIds, items, now });
  const stored = usageEventsIn(items, tenant, ids);
  const decided = new Map<string, EventOutcome>();
  const groups = new Map<string, AcceptedEvent[]>();
  for (const { sent, fingerprint } of pending) {
    const known = stored.get(sent.id);
    const state = states.get(sent.subscriptionId);
    if (known !== undefined) decided.set(sent.id, outcomeOfKnown(known, fingerprint, nonce));
    else if (state !== undefined) {
      const accepted = acceptEvent(sent, state);
      if (accepted instanceof Refusal) decided.set(sent.id, accepted);
      else addTo(groups, sent.subscriptionId, accepted);
    }
  }
  const accepted = [...groups].flatMap(([subscriptionId, events]) => withinLimits(states.get(subscriptionId), events, decided));
  const sentContents = new Map(pending.map((each) => [each.sent.id, each]));
  return { decided, writes: await planWrites(store.table, tenant, accepted, { sentContents, nonce, nowMs: nowMs(), now }) };
};

const addTo = <T>(groups: Map<string, T[]>, key: string, value: T): void => {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
};

/**
 * Outcome of an event that is stored already: `recorded` if an earlier round of this request wrote it and got no response. `nonce`: `null`
 * if this request has not written yet.
 */
const outcomeOfKnown = (
  known: { readonly fingerprint: string; readonly nonce: string },
  fingerprint: string,
  nonce: string | null,
): EventOutcome => {
  if (known.fingerprint !== fingerprint) return ID_REUSED;
  return known.nonce === nonce ? 'recorded' : 'duplicate';
};

/** Groups the events that are within the limits of the subscription; adds the refusals of the others to `decided`. */
const withinLimits = (
  state: MeteredState | undefined,
  events: readonly AcceptedEvent[],
  decided: Map<string, EventOutcome>,
): readonly EventGroup[] => {
  if (state?.subscription == null) return [];
  const within: AcceptedEvent[] = [];
  for (const [index, outcome] of limitEvents(state.subscription, state, events).entries()) {
    if (outcome instanceof Refusal) decided.set(events[index]?.event.id ?? '', outcome);
    else within.push(outcome);
  }
  return within.length === 0 ? [] : [{ state, events: within }];
};

/**
 * Writes the transactions, up to `CONCURRENT_WRITES` at a time. Returns the ids of the written events, and the last error of the table;
 * `null`: no error.
 */
const writeAll = async (
  { table }: Store,
  writes: readonly UsageEventWrite[],
): Promise<{ readonly written: readonly string[]; readonly error: unknown }> => {
  const written: string[] = [];
  let error: unknown = null;
  const queue = [...writes];
  const work = async (): Promise<void> => {
    for (let write = queue.shift(); write !== undefined; write = queue.shift()) {
      try {
        await table.transact(write.items, randomUUID());
        written.push(...write.eventIds);
      } catch (failure) {
        if (failure instanceof TransactionRefused && !failure.reasons.some(({ code }) => code === 'ValidationError')) continue;
        if (isMalformed(failure)) throw failure;
        error = failure;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_WRITES, writes.length) }, work));
  return { written, error };
};
