import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { deliveryHeaders, SIGNATURE_TOLERANCE_SECONDS, signatureHeader } from '../../shared/webhooks/signing.ts';

const stripe = new Stripe('sk_test_none');
const SECRET = 'svcwhsec_secret';
const BODY = Buffer.from('{"id":"evt_1","note":"grün €"}');

/** Verifies like a receiver whose clock is at `receiverSeconds`. */
const verify = (header: string, secret: string, receiverSeconds: number): unknown =>
  stripe.webhooks.constructEvent(BODY, header, secret, SIGNATURE_TOLERANCE_SECONDS, undefined, receiverSeconds * 1000);

describe('signature', () => {
  it('[WHD-03] has the format t=<unix seconds>,v1=<hex>', () => {
    expect(signatureHeader(BODY, [SECRET], 1_700_000_000)).toMatch(/^t=1700000000,v1=[0-9a-f]{64}$/);
  });

  it('[WHD-04] is the HMAC-SHA256 of "<timestamp>.<raw body>" with the secret', () => {
    const expected = createHmac('sha256', SECRET)
      .update(`1700000000.${BODY.toString('utf8')}`)
      .digest('hex');
    expect(signatureHeader(BODY, [SECRET], 1_700_000_000)).toBe(`t=1700000000,v1=${expected}`);
    expect(verify(signatureHeader(BODY, [SECRET], 1_700_000_000), SECRET, 1_700_000_000)).toMatchObject({ id: 'evt_1' });
  });

  it('[WHD-08] contains one v1 for each secret, and can be verified with any of the secrets', () => {
    const header = signatureHeader(BODY, ['new', 'old'], 1_700_000_000);
    expect(header.match(/v1=/g)).toHaveLength(2);
    expect(verify(header, 'new', 1_700_000_000)).toBeDefined();
    expect(verify(header, 'old', 1_700_000_000)).toBeDefined();
    expect(() => verify(header, 'other', 1_700_000_000)).toThrow(/signature/i);
  });

  it('[LIM-07] is accepted after 299 seconds and refused after 301 seconds', () => {
    const header = signatureHeader(BODY, [SECRET], 1_700_000_000);
    expect(SIGNATURE_TOLERANCE_SECONDS).toBe(300);
    expect(verify(header, SECRET, 1_700_000_299)).toBeDefined();
    expect(() => verify(header, SECRET, 1_700_000_301)).toThrow(/tolerance/i);
  });

  it('[WHD-05] [WHD-06] [WHD-07] is sent with headers for event id, event type and attempt', () => {
    const headers = deliveryHeaders({ eventId: 'evt_1', eventType: 'a.b', attempt: 3, body: BODY, secrets: [SECRET] }, 1);
    expect(headers).toMatchObject({ 'Service-Event-Id': 'evt_1', 'Service-Event-Type': 'a.b', 'Service-Delivery-Attempt': '3' });
    expect(headers['Content-Length']).toBe(String(BODY.byteLength));
  });

  it('is also sent in the Standard Webhooks format, for both secrets during a rotation', () => {
    const signedAt = Math.floor(Date.now() / 1000);
    const delivery = { eventId: 'evt_1', eventType: 'a.b', attempt: 1, body: BODY, secrets: ['svcwhsec_new', 'svcwhsec_old'] };
    const verifyStandard = (secret: string, atSeconds: number, body = BODY.toString('utf8')): unknown =>
      new Webhook(secret, { format: 'raw' }).verify(body, { ...deliveryHeaders(delivery, atSeconds) });
    for (const secret of delivery.secrets) expect(verifyStandard(secret, signedAt)).toMatchObject({ id: 'evt_1' });
    expect(() => verifyStandard('svcwhsec_other', signedAt)).toThrow('No matching signature');
    expect(() => verifyStandard('svcwhsec_new', signedAt, '{"id":"evt_2"}')).toThrow('No matching signature');
    expect(() => verifyStandard('svcwhsec_new', signedAt - SIGNATURE_TOLERANCE_SECONDS - 60)).toThrow('too old');
  });
});
