import { describe, expect, it } from 'vitest';
import { SignatureError, webhooks } from '../../shared/client/index.ts';
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

describe('webhooks.verify', () => {
  it('returns the event of a string or of bytes', async () => {
    expect(await webhooks.verify(BODY, header(['one']), 'one', at(NOW))).toEqual(EVENT);
    expect(await webhooks.verify(Buffer.from(BODY), header(['one']), 'one', at(NOW))).toEqual(EVENT);
  });

  it('accepts both secrets during a rotation', async () => {
    for (const secret of ['new', 'old']) expect(await webhooks.verify(BODY, header(['new', 'old']), secret, at(NOW))).toEqual(EVENT);
  });

  it.each([
    ['another secret', BODY, header(['one']), 'other'],
    ['another body', BODY.replace('Ž', 'Z'), header(['one']), 'one'],
    ['another time', BODY, header(['one']).replace(`t=${NOW}`, `t=${NOW + 1}`), 'one'],
    ['no signature', BODY, null, 'one'],
    ['an invalid header', BODY, 'v1=zz,t', 'one'],
    ['invalid signatures', BODY, `t=${NOW},v1=zz,v1=`, 'one'],
    ['an unknown signature version', BODY, header(['one']).replace('v1=', 'v0='), 'one'],
  ])('rejects %s', async (_what, body, signature, secret) => {
    await expect(webhooks.verify(body, signature, secret, at(NOW))).rejects.toThrow(SignatureError);
  });

  it('rejects a signature more than five minutes in the past or future', async () => {
    for (const offset of [-300, 300]) await webhooks.verify(BODY, header(['one']), 'one', at(NOW + offset));
    for (const offset of [-301, 301])
      await expect(webhooks.verify(BODY, header(['one']), 'one', at(NOW + offset))).rejects.toThrow('too long ago');
    await webhooks.verify(BODY, header(['one']), 'one', { ...at(NOW + 500), toleranceSeconds: 600 });
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
