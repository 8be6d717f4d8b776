import type { Tenant } from '../domain/tenant.ts';
import type { Envelope, EventName } from './index.ts';

/** Some 10 KB: ten full envelopes in one call stay far below the 256 KB that it may hold, and each below the 64 KB that AWS charges as one. */
export const EVENTS_PER_ENVELOPE = 100;

/** A recorded event, and whose it is. */
export interface TenantEvent {
  readonly tenant: Tenant;
  readonly event: EventName;
}

/** The envelopes of events, in the order of their first ones: those of a tenant together, in their order. */
export const envelopesOf = (recorded: readonly TenantEvent[]): readonly Envelope[] => {
  const envelopes: { accountId: string; mode: Tenant['mode']; events: EventName[] }[] = [];
  const filling = new Map<string, EventName[]>();
  for (const { tenant, event } of recorded) {
    const { accountId, mode } = tenant;
    const open = filling.get(`${accountId}#${mode}`);
    if (open !== undefined && open.length < EVENTS_PER_ENVELOPE) {
      open.push(event);
      continue;
    }
    const events = [event];
    filling.set(`${accountId}#${mode}`, events);
    envelopes.push({ accountId, mode, events });
  }
  return envelopes;
};

/** The envelope in the text of a message of the bus. Throws when it holds none. */
export const envelopeIn = (message: string): Envelope => envelopeOf(JSON.parse(message));

/** The envelope of a message of the bus; one of a former release holds a single event. Throws when the message holds none. */
export const envelopeOf = (message: unknown): Envelope => {
  const { accountId, mode, events, eventId, type } = (message as { readonly detail: Partial<Envelope & FormerEnvelope> }).detail;
  const named = events ?? (eventId === undefined || type === undefined ? [] : [{ id: eventId, type }]);
  const whole = typeof accountId === 'string' && (mode === 'live' || mode === 'test') && Array.isArray(named) && named.length > 0;
  if (!whole || !named.every(({ id, type }) => typeof id === 'string' && typeof type === 'string'))
    throw new Error('this is no envelope of events');
  return { accountId, mode, events: named };
};

interface FormerEnvelope {
  readonly eventId: string;
  readonly type: string;
}
