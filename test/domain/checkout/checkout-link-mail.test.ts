import { describe, expect, it } from 'vitest';
import { createCheckoutSession } from '../../../shared/domain/checkout-session/create.ts';
import { newBilling } from '../billing.ts';

const urls = { successUrl: 'https://a.test', cancelUrl: 'https://a.test', hostedUrlOf: (id: string) => `https://pay.test/${id}` };

describe('the mail with the link of a session', () => {
  const open = (command: object) => {
    const { world, catalogue: shop } = newBilling();
    const state = { ...shop, customer: null, clock: null, coupon: null };
    return world.apply(createCheckoutSession({ ...urls, priceId: shop.price.record.id, ...command }, state, world.ctx()));
  };

  it('is ordered only if `deliverEmail` is true; its id contains the session id, so that it is sent once', () => {
    const { world, catalogue: shop } = newBilling();
    const command = { ...urls, priceId: shop.price.record.id, customerEmail: 'new@example.test', deliverEmail: true };
    const { session, mailOrder } = world.do(
      createCheckoutSession(command, { ...shop, customer: null, clock: null, coupon: null }, world.ctx()),
    );
    expect(mailOrder).toEqual({
      mailId: `checkout_link#${session.id}`,
      order: { kind: 'checkout_link', sessionId: session.id },
      customerId: session.customerId,
    });
    expect(open({ customerEmail: 'new@example.test' })).toMatchObject({ mailOrder: null });
  });

  it('is refused without an email address, and for an embedded session', () => {
    expect(open({ deliverEmail: true })).toMatchObject({ code: 'state_conflict', reason: 'customer_has_no_email' });
    expect(open({ deliverEmail: true, customerEmail: 'a@example.test', uiMode: 'embedded' })).toMatchObject({
      code: 'parameter_invalid',
      param: 'deliver_email',
    });
  });
});
