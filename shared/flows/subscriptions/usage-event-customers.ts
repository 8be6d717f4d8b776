import { Refusal } from '../../domain/refusal.ts';
import { canStillBeCharged, isMetered } from '../../domain/subscription/state.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { AddressedEvent, SentEvent } from '../../domain/usage-event/outcome.ts';
import type { Store } from '../../store/writer/store.ts';
import { loadMeter } from './metered-state.ts';

/** An event that names only a customer, and was refused because its subscription could not be determined. */
interface UnaddressedEvent {
  readonly id: string;
  readonly refusal: Refusal;
}

/** Maximum number of subscriptions compared per customer. */
const MAX_SUBSCRIPTIONS = 100;
/** Customers whose subscriptions are read at the same time. */
const CONCURRENT_CUSTOMERS = 25;

/**
 * Adds the subscription id to events that name only a customer: the customer's subscription whose meter counts events of this name. Refuses
 * an event for which there is not exactly one such subscription. A canceled subscription accepts no usage, so it is considered only if all
 * are canceled: the event is then refused later, with the reason that the subscription has ended.
 */
export const resolveSubscriptionIds = async (
  store: Store,
  tenant: Tenant,
  events: readonly SentEvent[],
): Promise<readonly (AddressedEvent | UnaddressedEvent)[]> => {
  const customerIds = [...new Set(events.flatMap(({ subscriptionId, customerId }) => (subscriptionId === null ? (customerId ?? []) : [])))];
  const found = new Map<string, Candidates>();
  for (let from = 0; from < customerIds.length; from += CONCURRENT_CUSTOMERS) {
    const ids = customerIds.slice(from, from + CONCURRENT_CUSTOMERS);
    const candidates = await Promise.all(ids.map((id) => loadCandidates(store, tenant, id)));
    for (const [index, id] of ids.entries()) found.set(id, candidates[index] ?? NO_CANDIDATES);
  }
  return events.map((event) => {
    const { subscriptionId, customerId } = event;
    if (subscriptionId !== null) return { ...event, subscriptionId };
    const { candidates, isComplete } = found.get(customerId ?? '') ?? NO_CANDIDATES;
    const metered = candidates.filter(({ eventName }) => eventName === event.eventName);
    const notCanceled = metered.filter(({ isCanceled }) => !isCanceled);
    const ids = (notCanceled.length === 0 ? metered : notCanceled).map(({ id }) => id);
    const [id] = ids;
    if (!isComplete) return { id: event.id, refusal: TOO_MANY };
    return id === undefined || ids.length > 1 ? { id: event.id, refusal: refusalOf(ids.length) } : { ...event, subscriptionId: id };
  });
};

interface Candidate {
  readonly id: string;
  readonly eventName: string | undefined;
  readonly isCanceled: boolean;
}

/** `isComplete`: false if the customer has more subscriptions than are compared. */
interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly isComplete: boolean;
}

const NO_CANDIDATES: Candidates = { candidates: [], isComplete: true };

const loadCandidates = async (store: Store, tenant: Tenant, customerId: string): Promise<Candidates> => {
  const { items, hasMore } = await store.page(subscriptionAggregate, tenant, { limit: MAX_SUBSCRIPTIONS, by: { customerId } });
  const metered = items.map(({ record }) => record).filter((record) => isMetered(record) && canStillBeCharged(record));
  const candidates = await Promise.all(
    metered.map(async ({ id, price, status }) => ({
      id,
      eventName: (await loadMeter(store, tenant, price.id))?.eventName,
      isCanceled: status === 'canceled',
    })),
  );
  return { candidates, isComplete: !hasMore };
};

const TOO_MANY = new Refusal('parameter_invalid', `The customer has more than ${MAX_SUBSCRIPTIONS} subscriptions. Send subscription_id.`, {
  param: 'customer_id',
});

const refusalOf = (candidates: number): Refusal =>
  new Refusal(
    'parameter_invalid',
    candidates === 0
      ? 'The customer has no subscription that is billed from events of this name.'
      : `The customer has ${candidates} subscriptions that are billed from events of this name. Send subscription_id.`,
    { param: 'customer_id' },
  );
