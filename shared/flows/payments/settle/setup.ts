import { customerAggregate } from '../../../domain/customer/record.ts';
import { unchanged } from '../../../domain/decision.ts';
import { invoiceAggregate } from '../../../domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../../domain/payment/record.ts';
import type { UnpaidFacts } from '../../../domain/payment/transitions.ts';
import { setupAggregate } from '../../../domain/payment-method-setup/record.ts';
import {
  failSetup,
  markSetupPending,
  type SettledSetup,
  type SetupPaymentState,
  settleSetup,
} from '../../../domain/payment-method-setup/settle.ts';
import type { PaymentMethodState } from '../../../domain/subscription/lifecycle/payment-method.ts';
import { subscriptionAggregate } from '../../../domain/subscription/view.ts';
import type { Tenant } from '../../../domain/tenant.ts';
import { walletAggregate, walletIdOf } from '../../../domain/wallet/record.ts';
import { fetchClock } from '../../../runtime/simulated-time.ts';
import { buyerActor, SYSTEM } from '../../../store/audit/entries.ts';
import type { Store } from '../../../store/writer/store.ts';
import type { FlowDeps } from '../../deps.ts';
import { decideOnOutcome, type FollowUp, logRefusedOutcome, NO_FOLLOW_UP, type OutcomeRules, type PaymentOutcome } from './outcome.ts';

type LoadedSetup = SetupPaymentState & { readonly clockTime: number | null };

/** Loads the subscription whose payment method the setup replaces. */
const loadReauthorization = async (store: Store, tenant: Tenant, subscriptionId: string): Promise<PaymentMethodState> => {
  const subscription = await store.get(subscriptionAggregate, tenant, subscriptionId);
  if (subscription === null) throw new Error(`Subscription ${subscriptionId} is missing.`);
  const { renewal } = subscription.record;
  return { subscription, renewalInvoice: renewal === null ? null : await store.get(invoiceAggregate, tenant, renewal.invoiceId) };
};

const loadSetupPayment = async (store: Store, tenant: Tenant, { id, setupId, customerId }: Payment): Promise<LoadedSetup> => {
  const [setup, payment, wallet, customer] = await Promise.all([
    setupId === null ? null : store.get(setupAggregate, tenant, setupId),
    store.get(paymentAggregate, tenant, id),
    store.get(walletAggregate, tenant, walletIdOf(customerId)),
    store.get(customerAggregate, tenant, customerId),
  ]);
  const { clockId = null, subscriptionId = null } = setup?.record ?? {};
  const [clock, reauthorization] = await Promise.all([
    fetchClock(store, tenant, clockId),
    subscriptionId === null ? null : loadReauthorization(store, tenant, subscriptionId),
  ]);
  return { setup, payment, wallet, customer, clock, reauthorization, clockTime: clock?.record.frozenTime ?? null };
};

const NEVER_CREATED: UnpaidFacts = { outcome: 'expired', providerPaymentId: null, failureCode: null, failureMessage: null };

const SETUP_RULES: OutcomeRules<SetupPaymentState, SettledSetup | null> = {
  paid: settleSetup,
  unpaid: failSetup,
  pending: markSetupPending,
  open: () => unchanged(null),
  dropped: (state, context) => failSetup(NEVER_CREATED, state, context),
};

/** Applies the provider's outcome for a verification payment; returns the follow-up at the provider. */
export const settleSetupPayment = async (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  providerOutcome: PaymentOutcome,
): Promise<FollowUp> => {
  const setup = payment.setupId === null ? null : await deps.store.get(setupAggregate, tenant, payment.setupId);
  if (setup === null) throw new Error(`The setup of payment ${payment.id} is missing.`);
  const outcome = await deps.store.run<LoadedSetup, SettledSetup | null>({
    tenant,
    actor: setup.record.sessionId === null ? SYSTEM : buyerActor(setup.record.sessionId),
    load: () => loadSetupPayment(deps.store, tenant, payment),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => decideOnOutcome(SETUP_RULES, providerOutcome, state, context),
  });
  if (outcome.kind === 'refused') logRefusedOutcome('setupRefused', tenant, payment.id, outcome.refusal);
  return outcome.kind === 'done' ? { ...NO_FOLLOW_UP, refund: outcome.result?.refund ?? null } : NO_FOLLOW_UP;
};
