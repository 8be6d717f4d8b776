import { describe, expect, it } from 'vitest';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { newOneShots } from '../one-shots.ts';
import { DAY, START } from '../world.ts';

describe('a new one-off payment', () => {
  it('[OSP-13] [OSP-14] [OSP-15] is open for 24 hours, and has the given fields', () => {
    const billing = newOneShots();
    const { id, customerId } = billing.createAccepted({ currency: 'eur' });
    expect(billing.view(id)).toEqual({
      id,
      object: 'one_shot_payment',
      created: START,
      livemode: false,
      status: 'open',
      amount_cents: 15_000,
      amount_refunded_cents: 0,
      amount_disputed_cents: 0,
      currency: 'EUR',
      description: 'Workshop',
      customer_id: customerId,
      payment_id: null,
      invoice_id: null,
      payment_method: 'creditcard',
      ui_mode: 'hosted',
      url: `https://pay.test/${id}`,
      client_secret: null,
      success_url: 'https://shop.test/ok',
      cancel_url: 'https://shop.test/no',
      expires_at: START + DAY,
      metadata: {},
    });
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.world.audits).toContain('one_shot_payment.created');
  });

  it('for an email address instead of a customer also creates the customer', () => {
    const billing = newOneShots();
    const command = { customerId: null, customerEmail: 'new@example.test', customerName: 'New', country: 'DE' };
    const { customerId } = billing.createAccepted(command);
    expect(billing.world.takeEvents()).toEqual(['customer.created']);
    expect(billing.world.get(customerAggregate, customerId).record).toMatchObject({ email: 'new@example.test', countryCode: 'DE' });
  });

  it.each([
    ['[OSP-07] [HTTP-35] hosted without a method', { paymentMethod: null }, 'parameter_missing', 'payment_method'],
    ['hosted without a success URL', { successUrl: null }, 'parameter_missing', 'success_url'],
    ['hosted without a cancel URL', { cancelUrl: null }, 'parameter_missing', 'cancel_url'],
    ['[OSP-08] by direct debit', { paymentMethod: 'directdebit' }, 'parameter_invalid', 'payment_method'],
    ['[OSP-10] embedded with a method', { uiMode: 'embedded' }, 'parameter_invalid', 'payment_method'],
    [
      'by bank transfer in a currency other than EUR',
      { paymentMethod: 'banktransfer', currency: 'USD' },
      'parameter_invalid',
      'payment_method',
    ],
    ['in an unsupported currency', { currency: 'XAF' }, 'parameter_invalid', 'currency'],
    ['below the minimum of the method', { paymentMethod: 'eps', amountCents: 99 }, 'parameter_invalid', 'amount_cents'],
    ['for both a customer and a customer email', { customerEmail: 'new@example.test' }, 'parameter_invalid', 'customer_email'],
    ['for an unknown customer', { customerId: 'cus_none' }, 'resource_missing', 'customer_id'],
  ] as const)('%s is refused', (_name, command, code, param) => {
    const state = 'customerId' in command ? { customer: null } : {};
    expect(newOneShots().create(command, state)).toMatchObject({ code, param });
  });

  it('can have the minimum amount of its method', () => {
    expect(newOneShots().create({ paymentMethod: 'eps', amountCents: 100 })).toMatchObject({ status: 'open', amountCents: 100 });
  });

  it('is refused for a customer who is locked by an operation', () => {
    const billing = newOneShots();
    billing.world.amend(customerAggregate, billing.catalogue.customer.record.id, { lockedBy: 'op_1' });
    expect(billing.create()).toMatchObject({ code: 'operation_pending' });
  });
});
