import type { Tenant } from '../domain/tenant.ts';
import type { Envelope, EventRef } from './index.ts';

/**
 * Maximum number of events in an envelope. Such an envelope has about 10 KB, less than the 64 KB that AWS bills as one event. Ten of them
 * fit into the 256 KB of a call.
 */
export const EVENTS_PER_ENVELOPE = 100;

/** A recorded event with its tenant. */
export interface TenantEvent {
  readonly tenant: Tenant;
  readonly event: EventRef;
}

/** Groups events into envelopes by tenant, in order. Envelopes are in the order of their first events. */
export const envelopesOf = (recorded: readonly TenantEvent[]): readonly Envelope[] => {
  const envelopes: { accountId: string; mode: Tenant['mode']; events: EventRef[] }[] = [];
  const openEnvelopes = new Map<string, EventRef[]>();
  for (const { tenant, event } of recorded) {
    const { accountId, mode } = tenant;
    const openEvents = openEnvelopes.get(`${accountId}#${mode}`);
    if (openEvents !== undefined && openEvents.length < EVENTS_PER_ENVELOPE) {
      openEvents.push(event);
      continue;
    }
    const events = [event];
    openEnvelopes.set(`${accountId}#${mode}`, events);
    envelopes.push({ accountId, mode, events });
  }
  return envelopes;
};

/** Parses the envelope in the text of a bus message. Throws for other messages. */
export const parseEnvelopeText = (message: string): Envelope => parseEnvelope(JSON.parse(message));

/** Parses the envelope of a bus message; earlier releases sent a single event. Throws for other messages. */
export const parseEnvelope = (message: unknown): Envelope => {
  const { accountId, mode, events, eventId, type } = (message as { readonly detail: Partial<Envelope & FormerEnvelope> }).detail;
  const eventRefs = events ?? (eventId === undefined || type === undefined ? [] : [{ id: eventId, type }]);
  const isComplete =
    typeof accountId === 'string' && (mode === 'live' || mode === 'test') && Array.isArray(eventRefs) && eventRefs.length > 0;
  if (!isComplete || !eventRefs.every(({ id, type }) => typeof id === 'string' && typeof type === 'string'))
    throw new Error('the message is not an envelope of events');
  return { accountId, mode, events: eventRefs };
};

interface FormerEnvelope {
  readonly eventId: string;
  readonly type: string;
}
