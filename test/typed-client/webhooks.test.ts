import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type EventOf, type Model, type WebhookEvent, webhooks } from '../../shared/client/index.ts';
import type { EVENT_TYPES } from '../../shared/domain/event-types.ts';
import { eventId } from '../../shared/store/event-log/event-id.ts';
import { signatureHeader } from '../../shared/webhooks/signing.ts';

type EventTypeName = (typeof EVENT_TYPES)[number];

const NOW = 1_800_000_000;
const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'customer.created',
  created: NOW,
  livemode: false,
  data: { name: 'Žofie €' },
  previous_attributes: null,
};
const BODY = JSON.stringify(EVENT);
const header = (secrets: readonly string[]) => signatureHeader(Buffer.from(BODY), secrets, NOW);
const at = (seconds: number) => ({ nowMs: seconds * 1000 });

/** `behaviour.test.ts` checks the rules of signatures; these tests use signatures of the service. */
describe('webhooks.verify', () => {
  it('returns the event of a string or of bytes', async () => {
    expect(await webhooks.verify(BODY, header(['one']), 'one', at(NOW))).toEqual(EVENT);
    expect(await webhooks.verify(Buffer.from(BODY), header(['one']), 'one', at(NOW))).toEqual(EVENT);
  });

  it('accepts the header as `node:http` types it', async () => {
    const headers: IncomingHttpHeaders = { 'service-signature': header(['one']) };
    expect(await webhooks.verify(BODY, headers['service-signature'], 'one', at(NOW))).toEqual(EVENT);
    expect(await webhooks.verify(BODY, [header(['one'])], 'one', at(NOW))).toEqual(EVENT);
    await expect(webhooks.verify(BODY, [], 'one', at(NOW))).rejects.toThrow('The delivery has no signature.');
  });

  it('accepts the new and the old secret during a rotation', async () => {
    for (const secret of ['new', 'old']) expect(await webhooks.verify(BODY, header(['new', 'old']), secret, at(NOW))).toEqual(EVENT);
  });
});

describe('webhooks.isNewer', () => {
  it('compares the order in which events were recorded', () => {
    const events = [0, 1, 9, 31, 32, 1023, 1024, 2 ** 31, Number.MAX_SAFE_INTEGER].map((sequence) => ({
      id: eventId(sequence, `n${sequence}`),
    }));
    for (const [index, event] of events.entries()) {
      expect(events.map((other) => webhooks.isNewer(event, other))).toEqual(events.map((_other, position) => index > position));
    }
  });
});

describe('the type of an event', () => {
  it('determines the type of its object', () => {
    expectTypeOf<EventOf<'invoice.paid'>['data']>().toEqualTypeOf<Model<'Invoice'>>();
    expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<EventTypeName>();
    const amountOf = (event: WebhookEvent): number | null => {
      switch (event.type) {
        case 'invoice.paid':
          return event.data.amount_paid_cents;
        case 'refund.succeeded':
          return event.data.amount_cents;
        default:
          return null;
      }
    };
    expectTypeOf(amountOf).returns.toEqualTypeOf<number | null>();
  });
});
