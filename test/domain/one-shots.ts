import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { type CreateOneShot, createOneShot } from '../../shared/domain/one-shot/create.ts';
import { oneShotKind } from '../../shared/domain/one-shot/kind.ts';
import { type OneShotPayment, oneShotAggregate } from '../../shared/domain/one-shot/record.ts';
import { cancelWithdrawnAttempt, type StartedAttempt, startAttempt } from '../../shared/domain/payable/attempt.ts';
import type { BuyerState } from '../../shared/domain/payable/buyer.ts';
import { type Settled, settlePayable } from '../../shared/domain/payable/settle.ts';
import { failAttempt, markPending } from '../../shared/domain/payable/unpaid.ts';
import { plainMethod } from '../../shared/domain/payment/methods.ts';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { UnpaidFacts } from '../../shared/domain/payment/transitions.ts';
import type { Refusal } from '../../shared/domain/refusal.ts';
import { Billing } from './billing.ts';
import { newCatalogue, World } from './world.ts';

const HOSTED: CreateOneShot = {
  amountCents: 15_000,
  currency: 'EUR',
  description: 'Workshop',
  paymentMethod: 'creditcard',
  successUrl: 'https://shop.test/ok',
  cancelUrl: 'https://shop.test/no',
  hostedUrlOf: (id) => `https://pay.test/${id}`,
};

/** Options of an embedded one-off payment. */
export const EMBEDDED = { uiMode: 'embedded', paymentMethod: null } as const;

/** Runs the rules of one-off payments in memory. */
export class OneShots extends Billing {
  /** Creates a one-off payment of the customer, or returns the refusal. */
  create(command: Partial<CreateOneShot> = {}, state: Partial<BuyerState> = {}): OneShotPayment | Refusal {
    const customer = this.world.get(customerAggregate, this.catalogue.customer.record.id);
    const withDefaults: CreateOneShot = { ...HOSTED, customerId: customer.record.id, ...command };
    return this.world.apply(createOneShot(withDefaults, { customer, clock: null, ...state }, this.world.ctx()));
  }

  /** Creates a one-off payment of the customer. Throws if it is refused. */
  createAccepted(command: Partial<CreateOneShot> = {}): OneShotPayment {
    const created = this.create(command);
    if (!('amountCents' in created)) throw new Error(`refused: ${created.code}`);
    return created;
  }

  oneShot(id: string): OneShotPayment {
    return this.world.get(oneShotAggregate, id).record;
  }

  view(id: string) {
    return this.world.view(oneShotAggregate, id);
  }

  private stateOf(id: string, paymentId?: string) {
    const payable = this.world.get(oneShotAggregate, id);
    return { payable, payment: this.world.find(paymentAggregate, paymentId ?? payable.record.attempt?.paymentId) };
  }

  begin(id: string, method: string | null = null): StartedAttempt<OneShotPayment> | Refusal {
    const state = { ...this.stateOf(id), parties: this.parties(), clock: null };
    return this.world.apply(startAttempt(oneShotKind, { method, choice: null, provider: SANDBOX }, state, this.world.ctx()));
  }

  /** Begins or resumes an attempt. Returns its pending payment. */
  startPayment(id: string, method: string | null = null) {
    const attempt = this.begin(id, method);
    if (!('step' in attempt)) throw new Error(`refused: ${attempt.code}`);
    return attempt.payment;
  }

  releaseOneShot(id: string): OneShotPayment {
    return this.world.do(cancelWithdrawnAttempt(oneShotKind, this.stateOf(id)));
  }

  setPending(id: string, paymentId: string) {
    const transfer = { bankName: 'Bank', bankAccount: 'NL00BANK0123456789', bankBic: null, reference: 'RF1' };
    return this.world.do(markPending(oneShotKind, { providerPaymentId: `tr_${paymentId}`, transfer }, this.stateOf(id, paymentId)));
  }

  settleOneShot(id: string, paymentId: string, method = 'creditcard'): Settled<OneShotPayment> {
    const facts = { providerPaymentId: `tr_${paymentId}`, method: plainMethod(method), mandateId: null, providerCustomerId: 'cst_1' };
    const state = { ...this.stateOf(id, paymentId), coupon: null, parties: this.parties(), clock: null, group: null };
    return this.world.do(settlePayable(oneShotKind, facts, state, this.world.ctx()));
  }

  failOneShot(id: string, paymentId: string, outcome: UnpaidFacts['outcome'] = 'failed') {
    const command: UnpaidFacts = { outcome, providerPaymentId: null, failureCode: 'card_declined', failureMessage: 'Declined.' };
    return this.world.do(failAttempt(oneShotKind, command, this.stateOf(id, paymentId), this.world.ctx()));
  }
}

/** Creates a seller with a customer. */
export const newOneShots = (): OneShots => {
  const world = new World();
  return new OneShots(world, newCatalogue(world));
};
