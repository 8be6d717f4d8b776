import { describe, expect, it } from 'vitest';
import { SignatureError, webhooks } from '../../shared/client/index.ts';
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
const header = (secrets: readonly string[], at = NOW) => signatureHeader(Buffer.from(BODY), secrets, at);
const at = (seconds: number) => ({ nowMs: seconds * 1000 });

describe('a delivery', () => {
  it('is the event that the service signed, as text or as bytes', async () => {
    expect(await webhooks.verify(BODY, header(['one']), 'one', at(NOW))).toEqual(EVENT);
    expect(await webhooks.verify(Buffer.from(BODY), header(['one']), 'one', at(NOW))).toEqual(EVENT);
  });

  it('is known by either secret while one is replaced', async () => {
    for (const secret of ['new', 'old']) expect(await webhooks.verify(BODY, header(['new', 'old']), secret, at(NOW))).toEqual(EVENT);
  });

  it.each([
    ['another secret', BODY, header(['one']), 'other'],
    ['another body', BODY.replace('Ž', 'Z'), header(['one']), 'one'],
    ['another time', BODY, header(['one']).replace(`t=${NOW}`, `t=${NOW + 1}`), 'one'],
    ['no signature', BODY, null, 'one'],
    ['a header that is none', BODY, 'v1=zz,t', 'one'],
    ['a signature that is none', BODY, `t=${NOW},v1=zz,v1=`, 'one'],
    ['no signature of the version', BODY, header(['one']).replace('v1=', 'v0='), 'one'],
  ])('with %s is refused', async (_what, body, given, secret) => {
    await expect(webhooks.verify(body, given, secret, at(NOW))).rejects.toThrow(SignatureError);
  });

  it('is refused when it was signed more than five minutes ago, or ahead', async () => {
    for (const away of [-300, 300]) await webhooks.verify(BODY, header(['one']), 'one', at(NOW + away));
    for (const away of [-301, 301])
      await expect(webhooks.verify(BODY, header(['one']), 'one', at(NOW + away))).rejects.toThrow('too long ago');
    await webhooks.verify(BODY, header(['one']), 'one', { ...at(NOW + 500), toleranceSeconds: 600 });
  });
});
