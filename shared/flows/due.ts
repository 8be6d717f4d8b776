import { checkoutSessionAggregate } from '../domain/checkout-session/record.ts';
import type { Tenant } from '../domain/kernel.ts';
import { type Subscription, subscriptionAggregate } from '../domain/subscription/record.ts';
import { testClockAggregate } from '../domain/test-clock/record.ts';
import type { MachinesPort, QueuePort } from '../ports/index.ts';
import { claimDue, type DueEntry, dueInShard } from '../store/due.ts';
import { storedOf } from '../store/objects.ts';
import { MAIL_DUE_KIND } from '../store/outbox.ts';
import type { Item } from '../store/table.ts';
import { collectAttempt, expire, turnOf } from './clock.ts';
import { runTurn } from './cycle.ts';
import { advanceExecution, cycleExecution } from './names.ts';
import type { FlowParts } from './parts.ts';
import { reap } from './reaper.ts';
import { workRefund } from './refunds.ts';

/** What has to be done about an object whose moment has come; travels on the due-work queue. */
export interface DueWork extends Tenant {
  readonly kind: 'subscription_cycle' | 'checkout_expiry' | 'operation_reaper' | 'pending_operation' | 'clock_advance' | 'refund';
  readonly id: string;
}

/** The tick comes each minute; what is due before the next one is handed out now, with the delay that is left. */
const LOOK_AHEAD_SECONDS = 60;
/** So long nobody else picks up what was claimed; then it counts as lost and is handed out again. */
const CLAIM_SECONDS = 900;
/** How often a payment that the provider has not decided is asked after; its call-back usually comes first. */
const POLL_SECONDS = 6 * 3600;
/** A sweep ends by itself well before the next one: what it did not reach is due then still. */
const SWEEP_MS = 45_000;

export interface SweepParts extends FlowParts {
  readonly queue: QueuePort;
  readonly machines: MachinesPort;
}

/** `A#<account>#<mode>#...`: whose an item is. */
const tenantOfItem = (pk: string): Tenant => {
  const [, accountId = '', mode] = pk.split('#');
  return { accountId, mode: mode === 'live' ? 'live' : 'test' };
};

/** Claims what is due in one shard and hands it on; answers how much it was and how late the latest is. */
export const sweepShard = async (parts: SweepParts, shard: number): Promise<{ readonly claimed: number; readonly lagSeconds: number }> => {
  const now = Math.floor(parts.nowMs() / 1000);
  let claimed = 0;
  let earliest = now;
  for await (const entry of dueInShard(parts.store.table, shard, now + LOOK_AHEAD_SECONDS)) {
    if (parts.nowMs() - now * 1000 > SWEEP_MS) break;
    const item = await claimDue(parts.store.table, entry, now, now + (entry.kind === 'operation_reaper' ? POLL_SECONDS : CLAIM_SECONDS));
    if (item === null) continue;
    await handOn(parts, entry, item, Math.max(0, entry.at - now));
    earliest = Math.min(earliest, entry.at);
    claimed += 1;
  }
  return { claimed, lagSeconds: now - earliest };
};

const handOn = async (parts: SweepParts, entry: DueEntry, item: Item, delaySeconds: number): Promise<void> => {
  const tenant = tenantOfItem(entry.pk);
  switch (entry.kind) {
    case 'webhook_delivery':
      return parts.queue.send('webhook-delivery', { accountId: tenant.accountId }, Math.min(900, delaySeconds));
    case MAIL_DUE_KIND:
      return parts.queue.send('mail', { ...tenant, mailId: entry.sk }, delaySeconds);
    case 'subscription_cycle': {
      const turn = turnOf(tenant, storedOf<Subscription>(item).record);
      if (turn === null) return;
      const started = await parts.machines.start('subscription-cycle', cycleExecution(turn), { ...turn });
      // It ran before and the turn is still due: its machine broke off, so a worker takes it to the end.
      if (started === 'exists') await parts.queue.send('due-work', { ...tenant, kind: entry.kind, id: entry.sk });
      return;
    }
    default:
      return parts.queue.send('due-work', { ...tenant, kind: entry.kind, id: entry.sk }, delaySeconds);
  }
};

/** Does the work of one due message. May run twice. */
export const workDue = async (parts: SweepParts, work: DueWork): Promise<void> => {
  const tenant: Tenant = { accountId: work.accountId, mode: work.mode };
  switch (work.kind) {
    case 'checkout_expiry':
      return expire(parts, tenant, work.id, null);
    case 'pending_operation':
      return reap(parts, tenant, work.id);
    case 'refund':
      return workRefund(parts, tenant, work.id);
    case 'clock_advance':
      return restartAdvance(parts, tenant, work.id);
    case 'subscription_cycle':
    case 'operation_reaper':
      return resume(parts, tenant, work.id);
  }
};

/** Takes a turn whose machine broke off to its end, or asks after a payment that is still undecided. */
const resume = async (parts: SweepParts, tenant: Tenant, id: string): Promise<void> => {
  if (id.startsWith(checkoutSessionAggregate.prefix)) return collectAttempt(parts, tenant, id);
  const subscription = await parts.store.get(subscriptionAggregate, tenant, id);
  if (subscription === null) return;
  const { renewal, currentPeriodEnd } = subscription.record;
  const turn =
    renewal?.processing === true
      ? { ...tenant, subscriptionId: id, periodEnd: currentPeriodEnd, attempt: renewal.attempt }
      : turnOf(tenant, subscription.record);
  if (turn !== null) await runTurn(parts, turn);
};

/** An advance whose machine never started, or broke off, is begun once more under a name of its own. */
const restartAdvance = async (parts: SweepParts, tenant: Tenant, clockId: string): Promise<void> => {
  const clock = await parts.store.get(testClockAggregate, tenant, clockId);
  const { targetTime = null } = clock?.record ?? {};
  if (targetTime === null) return;
  const name = advanceExecution(clockId, targetTime, Math.floor(parts.nowMs() / 1000));
  await parts.machines.start('clock-advance', name, { ...tenant, clockId });
};
