import { describe, expect, it } from 'vitest';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { createSetup, walletAccessOf } from '../../../shared/domain/payment-method-setup/create.ts';
import { type PaymentMethodSetup, setupAggregate, viewSetup } from '../../../shared/domain/payment-method-setup/record.ts';
import { MAX_SAVED_METHODS, walletAggregate, walletIdOf } from '../../../shared/domain/wallet/record.ts';
import { newBilling } from '../billing.ts';
import { addMethod, openTestWallet, type TestWallet } from '../wallet.ts';
import { START } from '../world.ts';

const setupRecord = ({ billing }: TestWallet, id: string): PaymentMethodSetup => billing.world.get(setupAggregate, id).record;

const amendCustomer = ({ billing, customerId }: TestWallet, patch: Partial<Customer>): void =>
  billing.world.amend(customerAggregate, customerId, patch);

describe('a setup of a payment method', () => {
  it('[ELM-11] shows a charge of the smallest amount in the currency of its session, and emits no event', () => {
    const wallets = openTestWallet();
    const setup = wallets.setUp();
    expect(viewSetup(setup, wallets.billing.world.tenant)).toEqual({
      object: 'checkout_setup',
      livemode: false,
      setup_id: setup.id,
      client_secret: '',
      currency: 'EUR',
      amount_due_now: 1,
    });
    expect(wallets.billing.world.takeEvents()).toEqual([]);
  });

  it('is refused with a full wallet, and for a customer who is locked by an operation, is being deleted, or is deleted', () => {
    const wallets = openTestWallet();
    const { world } = wallets.billing;
    const create = () =>
      createSetup(
        { setupId: 'seti_1' },
        {
          walletAccess: walletAccessOf(checkoutSessionKind, world.get(checkoutSessionAggregate, wallets.sessionId).record),
          customer: world.get(customerAggregate, wallets.customerId),
          wallet: world.find(walletAggregate, walletIdOf(wallets.customerId)),
          clock: null,
        },
        world.ctx(),
      );
    for (let count = 0; count < MAX_SAVED_METHODS; count += 1) addMethod(wallets, '1111', `mdt_${count}`);
    expect(create()).toMatchObject({ code: 'state_conflict' });
    amendCustomer(wallets, { lockedBy: 'op_1' });
    expect(create()).toMatchObject({ code: 'operation_pending' });
    amendCustomer(wallets, { lockedBy: null, closedForSale: true });
    expect(create()).toMatchObject({ code: 'operation_pending' });
    amendCustomer(wallets, { deletedAt: START });
    expect(create()).toMatchObject({ code: 'resource_missing' });
  });
});

describe('confirming a setup', () => {
  it('[PAY-07] creates a payment of type setup without an invoice', () => {
    const wallets = openTestWallet();
    const { id } = wallets.setUp();
    const paymentId = wallets.startPayment(id);
    expect(wallets.billing.world.view(paymentAggregate, paymentId)).toMatchObject({
      type: 'setup',
      status: 'pending',
      amount_cents: 1,
      currency: 'EUR',
      subscription_id: null,
      invoice_id: null,
      checkout_session_id: null,
      payment_method: { type: 'creditcard' },
    });
    expect(wallets.billing.world.get(paymentAggregate, paymentId).record).toMatchObject({
      verification: true,
      setupId: id,
      idempotencyKey: `${id}-1`,
    });
    expect(setupRecord(wallets, id).status).toBe('requires_action');
  });

  it('resumes the payment if the choice is the same; if the choice differs, withdraws the payment and then creates another', () => {
    const wallets = openTestWallet();
    const { id } = wallets.setUp();
    const first = wallets.startPayment(id);
    expect(wallets.startPayment(id)).toBe(first);
    const bankChoice = { method: 'ideal', choice: 'bank' };
    expect(wallets.confirm(id, bankChoice)).toMatchObject({ step: 'withdraw', payment: { id: first } });
    // `release` records the withdrawal. It changes nothing for a payment of another setup.
    wallets.release(id, 'pay_another');
    expect(wallets.confirm(id, bankChoice)).toMatchObject({ step: 'withdraw' });
    wallets.release(id, first);
    expect(setupRecord(wallets, id).status).toBe('failed');
    const second = wallets.startPayment(id, bankChoice);
    expect(second).not.toBe(first);
    expect(wallets.billing.world.get(paymentAggregate, first).record.status).toBe('canceled');
    expect(wallets.billing.world.get(paymentAggregate, second).record.idempotencyKey).toBe(`${id}-2`);
    expect(wallets.confirm(id, { ...bankChoice, provider: 'pfl_1' })).toMatchObject({ step: 'withdraw', payment: { id: second } });
  });

  it('is refused with an unsupported method, and with another choice after the setup succeeded', () => {
    const wallets = openTestWallet(newBilling({ currency: 'USD' }));
    const { id } = wallets.setUp();
    expect(wallets.confirm(id, { method: 'ideal', choice: 'bank' })).toMatchObject({ code: 'parameter_invalid', param: 'method' });
    wallets.succeed(wallets.startPayment(id));
    expect(wallets.confirm(id)).toMatchObject({ step: 'done', setup: { status: 'succeeded' } });
    expect(wallets.confirm(id, { choice: 'another card' })).toMatchObject({ code: 'state_conflict' });
  });
});

describe('the payment of a setup', () => {
  it('[PAY-07] saves its mandate when it is paid, and creates no invoice', () => {
    const wallets = openTestWallet();
    wallets.billing.subscribe();
    const { id } = wallets.setUp();
    const { payment } = wallets.succeed(wallets.startPayment(id));
    expect(wallets.billing.world.takeEvents()).toEqual(['payment.succeeded']);
    expect(payment).toMatchObject({ status: 'succeeded', invoiceId: null, subscriptionId: null });
    expect(setupRecord(wallets, id).status).toBe('succeeded');
    expect(wallets.methods().map(({ mandate }) => mandate.mandateId)).toContain('mdt_new');
    const repeated = wallets.succeed(payment.id);
    expect(repeated).toMatchObject({ payment: { id: payment.id }, refund: null });
    expect(wallets.billing.world.takeEvents()).toEqual([]);
    expect(wallets.methods()).toHaveLength(2);
  });

  it('emits payment.failed when it is declined, and the setup can be confirmed again', () => {
    const wallets = openTestWallet();
    const { id } = wallets.setUp();
    const first = wallets.startPayment(id);
    wallets.fail(first);
    expect(wallets.billing.world.takeEvents()).toEqual(['payment.failed']);
    expect(setupRecord(wallets, id).status).toBe('failed');
    wallets.fail(first);
    expect(wallets.billing.world.takeEvents()).toEqual([]);
    const second = wallets.startPayment(id);
    expect(second).not.toBe(first);
    wallets.succeed(second);
    expect(setupRecord(wallets, id).status).toBe('succeeded');
  });

  it('emits nothing when the buyer cancels it', () => {
    const wallets = openTestWallet();
    const { id } = wallets.setUp();
    const paymentId = wallets.startPayment(id);
    wallets.fail(paymentId, 'canceled');
    expect(wallets.billing.world.takeEvents()).toEqual([]);
    expect(wallets.billing.world.get(paymentAggregate, paymentId).record.status).toBe('canceled');
    expect(setupRecord(wallets, id).status).toBe('failed');
  });

  it('is polled while it is pending, and ignores reports that arrive after it succeeded', () => {
    const wallets = openTestWallet();
    const payment = (id: string) => wallets.billing.world.get(paymentAggregate, id).record;
    const { id } = wallets.setUp();
    const paymentId = wallets.startPayment(id, { method: 'directdebit' });
    wallets.setPending(paymentId);
    expect(setupRecord(wallets, id).status).toBe('processing');
    expect(payment(paymentId).pollsFrom).toBe(START + 3600);
    wallets.setPending(paymentId);
    wallets.succeed(paymentId);
    expect(payment(paymentId).pollsFrom).toBeNull();
    wallets.setPending(paymentId);
    wallets.fail(paymentId);
    expect(setupRecord(wallets, id).status).toBe('succeeded');
  });

  it('saves its mandate also when it is paid after a failure, or after another payment replaced it', () => {
    const wallets = openTestWallet();
    wallets.billing.subscribe();
    const { id } = wallets.setUp();
    const first = wallets.startPayment(id);
    wallets.release(id, first);
    const second = wallets.startPayment(id, { choice: 'another card' });
    wallets.fail(second);
    wallets.succeed(first, { mandateId: 'mdt_first' });
    wallets.succeed(second, { mandateId: 'mdt_second' });
    expect(setupRecord(wallets, id).status).toBe('succeeded');
    expect(wallets.methods().map(({ mandate }) => mandate.mandateId)).toEqual(expect.arrayContaining(['mdt_first', 'mdt_second']));
  });

  it('is refunded and saves no mandate if the customer is being deleted', () => {
    const wallets = openTestWallet();
    const paymentId = wallets.startPayment(wallets.setUp().id);
    amendCustomer(wallets, { closedForSale: true });
    expect(wallets.succeed(paymentId)).toMatchObject({ refund: { amountCents: 1, overpayment: true } });
    expect(wallets.billing.world.takeEvents()).toEqual(['payment.succeeded', 'refund.created']);
    expect(wallets.billing.world.find(walletAggregate, walletIdOf(wallets.customerId))).toBeNull();
  });
});
