import { describe, expect, it } from 'vitest';
import { webhooks } from '../../shared/client/index.ts';
import { eventId } from '../../shared/store/event-log/event-id.ts';
import { signatureHeader } from '../../shared/webhooks/signing.ts';

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

/** `behaviour.test.ts` checks the rules; these tests use what the service signs. */
describe('webhooks.verify', () => {
  it('returns the event of a string or of bytes', async () => {
    expect(await webhooks.verify(BODY, header(['one']), 'one', at(NOW))).toEqual(EVENT);
    expect(await webhooks.verify(Buffer.from(BODY), header(['one']), 'one', at(NOW))).toEqual(EVENT);
  });

  it('accepts both secrets during a rotation', async () => {
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
