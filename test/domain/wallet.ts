import { checkoutSessionKind } from '../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import type { PaymentMethod } from '../../shared/domain/payment/methods.ts';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { PaidWithMandate, UnpaidFacts } from '../../shared/domain/payment/transitions.ts';
import {
  type ConfirmedSetup,
  type ConfirmSetup,
  cancelSetupAttempt,
  confirmSetup,
} from '../../shared/domain/payment-method-setup/confirm.ts';
import { createSetup, walletAccessOf } from '../../shared/domain/payment-method-setup/create.ts';
import { type PaymentMethodSetup, setupAggregate } from '../../shared/domain/payment-method-setup/record.ts';
import { failSetup, markSetupPending, type SettledSetup, settleSetup } from '../../shared/domain/payment-method-setup/settle.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { methodsOf, type WalletMethod, type WalletState, walletAggregate, walletIdOf } from '../../shared/domain/wallet/record.ts';
import { type SetDefaultResult, setDefaultMethod } from '../../shared/domain/wallet/set-default.ts';
import { type Billing, newBilling } from './billing.ts';

export const card = (last4: string): PaymentMethod => ({ type: 'creditcard', brand: 'Visa', last4, expMonth: 12, expYear: 2030 });

/** A customer with an embedded checkout session, and functions that apply the rules of the customer's wallet (saved payment methods). */
export interface TestWallet {
  readonly billing: Billing;
  readonly sessionId: string;
  readonly customerId: string;
  /** The state for rules of the wallet. */
  readonly state: () => WalletState;
  readonly methods: () => readonly WalletMethod[];
  /** Defaults: no provider account is connected (as in the sandbox), the call has no audit entry yet, and no subscription is given. */
  readonly setDefault: (
    methodId: string,
    options?: { readonly profileId?: string | null; readonly isAudited?: boolean; readonly subscriptionId?: string | null },
  ) => SetDefaultResult | Refusal;
  /** Creates a setup, with which the customer adds a payment method to the wallet. */
  readonly setUp: () => PaymentMethodSetup;
  readonly confirm: (setupId: string, command?: Partial<ConfirmSetup>) => ConfirmedSetup | Refusal;
  /** Releases the attempt of the setup if `paymentId` is the attempt's payment. */
  readonly release: (setupId: string, paymentId: string) => void;
  /** Confirms the setup. Returns the id of its pending payment. */
  readonly startPayment: (setupId: string, command?: Partial<ConfirmSetup>) => string;
  readonly succeed: (paymentId: string, command?: Partial<PaidWithMandate>) => SettledSetup;
  readonly fail: (paymentId: string, outcome?: UnpaidFacts['outcome']) => SettledSetup;
  readonly setPending: (paymentId: string) => SettledSetup;
}

/** The state for applying an outcome to a setup's payment. */
const paymentState = ({ world }: Billing, paymentId: string) => {
  const payment = world.get(paymentAggregate, paymentId);
  const { customerId, setupId } = payment.record;
  const setup = world.get(setupAggregate, setupId);
  const subscription = world.find(subscriptionAggregate, setup.record.subscriptionId);
  const renewalInvoice = world.find(invoiceAggregate, subscription?.record.renewal?.invoiceId);
  return {
    setup,
    payment,
    wallet: world.find(walletAggregate, walletIdOf(customerId)),
    customer: world.get(customerAggregate, customerId),
    clock: null,
    reauthorization: subscription === null ? null : { subscription, renewalInvoice },
  };
};

/** Settles a setup whose payment succeeded with a mandate. */
export const succeedSetup = (billing: Billing, paymentId: string, command: Partial<PaidWithMandate> = {}): SettledSetup => {
  const facts = { providerPaymentId: `tr_${paymentId}`, method: card('4242'), mandateId: 'mdt_new', providerCustomerId: 'cst_1' };
  return billing.world.do(settleSetup({ ...facts, ...command }, paymentState(billing, paymentId), billing.world.ctx()));
};

/** Fails a setup whose payment ended with the outcome. */
export const failSetupPayment = (billing: Billing, paymentId: string, outcome: UnpaidFacts['outcome'] = 'failed'): SettledSetup => {
  const facts = { providerPaymentId: `tr_${paymentId}`, failureCode: 'card_declined', failureMessage: 'Declined.' };
  return billing.world.do(failSetup({ outcome, ...facts }, paymentState(billing, paymentId), billing.world.ctx()));
};

/** Creates an embedded checkout session of a customer. The wallet is empty until a method is added. */
export const openTestWallet = (billing: Billing = newBilling()): TestWallet => {
  const { world } = billing;
  const customerId = billing.catalogue.customer.record.id;
  const sessionId = billing.open({ uiMode: 'embedded' }).id;
  const wallet = () => world.find(walletAggregate, walletIdOf(customerId));
  const customer = () => world.get(customerAggregate, customerId);
  const state = (): WalletState => ({
    customerId,
    wallet: wallet(),
    subscriptions: world
      .all(subscriptionAggregate)
      .filter(({ status }) => status !== 'canceled')
      .map(({ id }) => world.get(subscriptionAggregate, id)),
    renewalInvoices: new Map(
      world
        .all(subscriptionAggregate)
        .flatMap(({ renewal }) => (renewal === null || renewal.processing ? [] : [renewal.invoiceId]))
        .map((id) => [id, world.get(invoiceAggregate, id)]),
    ),
  });
  const setupState = () => ({
    walletAccess: walletAccessOf(checkoutSessionKind, world.get(checkoutSessionAggregate, sessionId).record),
    customer: customer(),
    wallet: wallet(),
    clock: null,
  });
  const confirmState = (setupId: string) => {
    const setup = world.get(setupAggregate, setupId);
    return { ...setupState(), setup, payment: world.find(paymentAggregate, setup.record.attempt?.paymentId) };
  };
  const confirm: TestWallet['confirm'] = (setupId, command = {}) => {
    const withDefaults: ConfirmSetup = { method: 'creditcard', choice: 'card', provider: SANDBOX, ...command };
    return world.apply(confirmSetup(withDefaults, confirmState(setupId), world.ctx()));
  };
  return {
    billing,
    sessionId,
    customerId,
    state,
    methods: () => methodsOf(state(), world.ctx().ids),
    setDefault: (methodId, { profileId = null, isAudited = false, subscriptionId = null } = {}) =>
      world.apply(setDefaultMethod({ methodId, isAudited }, { ...state(), profileId, subscriptionId }, world.ctx())),
    setUp: () => world.do(createSetup({ setupId: world.ctx().ids.next('seti_') }, setupState(), world.ctx())),
    confirm,
    release: (setupId, paymentId) => {
      world.do(cancelSetupAttempt({ paymentId }, confirmState(setupId), world.ctx()));
    },
    startPayment: (setupId, command = {}) => {
      const confirmed = confirm(setupId, command);
      if (confirmed instanceof Refusal || confirmed.step !== 'pay')
        throw new Error(`The setup was not started: ${JSON.stringify(confirmed)}`);
      return confirmed.payment.id;
    },
    succeed: (paymentId, command) => succeedSetup(billing, paymentId, command),
    fail: (paymentId, outcome) => failSetupPayment(billing, paymentId, outcome),
    setPending: (paymentId) =>
      world.do(markSetupPending({ providerPaymentId: `tr_${paymentId}` }, paymentState(billing, paymentId), world.ctx())),
  };
};

/** Adds a card to the wallet. Returns the id of the payment method. */
export const addMethod = (wallets: TestWallet, last4: string, mandateId: string, provider = SANDBOX): string => {
  const paymentId = wallets.startPayment(wallets.setUp().id, { provider });
  wallets.succeed(paymentId, { method: card(last4), mandateId });
  return `pm_${provider}/${mandateId}`;
};

/** Creates a customer whose subscription uses the first card. `second`: id of a second card in the wallet. */
export const openWithTwoCards = () => {
  const wallets = openTestWallet();
  const subscription = wallets.billing.subscribe();
  wallets.billing.amend(subscription.id, { paymentMethod: card('1111') });
  wallets.billing.world.now += 10;
  const second = addMethod(wallets, '2222', 'mdt_2');
  wallets.billing.world.takeEvents();
  return { wallets, world: wallets.billing.world, subscription, second };
};
