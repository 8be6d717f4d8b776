import { customerAggregate } from '../../domain/customer/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { methodChoices, type ReauthorizeState, reauthorize } from '../../domain/payment-method-setup/reauthorize.ts';
import { setupAggregate, setupIdFor } from '../../domain/payment-method-setup/record.ts';
import { isOverdue } from '../../domain/subscription/state.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import { fetchClock } from '../../runtime/simulated-time.ts';
import type { Store } from '../../store/writer/store.ts';
import type { ElementSale } from '../checkout/element-sale.ts';
import { digestOf } from '../checkout/method-details.ts';
import { verificationStrategy } from '../checkout/verification.ts';
import type { FlowDeps } from '../deps.ts';
import { openProviderForNewPayments } from '../provider.ts';
import { renewNow } from '../renewals/billing-run.ts';
import { NoProviderResponse } from '../renewals/charges.ts';

/** Request to reauthorize a subscription's payment method. */
export interface ReauthorizationRequest {
  readonly subscriptionId: string;
  /** `null`: the customer chooses the method on the provider's page. */
  readonly method: string | null;
  /** URL to which the customer returns. */
  readonly returnUrl: string;
}

type State = ReauthorizeState & { readonly clockTime: number | null };

/** Creation time of a payment, Unix seconds, real time. */
export const createdAtOf = (paymentId: string): number => Math.floor(msOfId(paymentId) / 1000);

/** Loads the state for the decision on a reauthorization. */
export const loadForReauthorization = async (store: Store, tenant: Tenant, subscriptionId: string): Promise<State> => {
  const [subscription, setup] = await Promise.all([
    store.get(subscriptionAggregate, tenant, subscriptionId),
    store.get(setupAggregate, tenant, setupIdFor(subscriptionId)),
  ]);
  const { customerId = null, clockId = null } = subscription?.record ?? {};
  const paymentId = setup?.record.attempt?.paymentId ?? null;
  const [payment, customer, clock] = await Promise.all([
    paymentId === null ? null : store.get(paymentAggregate, tenant, paymentId),
    customerId === null ? null : store.get(customerAggregate, tenant, customerId),
    fetchClock(store, tenant, clockId),
  ]);
  const paymentCreatedAt = paymentId === null ? 0 : createdAtOf(paymentId);
  return { subscription, setup, payment, paymentCreatedAt, customer, clock, clockTime: clock?.record.frozenTime ?? null };
};

/** Strategy that authorizes a subscription's new payment method on the provider's page, by a small verification payment. */
export const reauthorization = (
  deps: FlowDeps,
  tenant: Tenant,
  { subscriptionId, method, returnUrl }: ReauthorizationRequest,
): ElementSale<State> => {
  const { store } = deps;
  const load = () => loadForReauthorization(store, tenant, subscriptionId);
  return {
    id: subscriptionId,
    ...verificationStrategy(deps, tenant, {
      setupId: setupIdFor(subscriptionId),
      readChoices: async () => {
        const { subscription, customer } = await load();
        return subscription === null ? null : methodChoices(subscription.record.price, customer?.record ?? null);
      },
      returnUrl,
    }),
    // Requested by the account, not by a buyer: no limit on refused payments.
    loadAttemptLimitSubject: async () => null,
    chooseProvider: async () => {
      const subscription = await store.get(subscriptionAggregate, tenant, subscriptionId);
      return openProviderForNewPayments(deps, tenant, subscription?.record.clockId ?? null);
    },
    load,
    clockTimeOf: ({ clockTime }) => clockTime,
    begin: (provider, state, context) =>
      reauthorize({ method, choice: digestOf(method, returnUrl), provider: provider.name }, state, context),
  };
};

/**
 * If `paymentId` is a verification payment that succeeded, charges the failed renewal of its subscription, if there is one. Idempotent.
 * After an interruption or without a response of the provider, the renewal stays due, and the sweep charges it.
 */
export const chargeRenewalAfterReauthorization = async (deps: FlowDeps, tenant: Tenant, paymentId: string): Promise<void> => {
  const payment = (await deps.store.get(paymentAggregate, tenant, paymentId))?.record;
  if (payment?.type !== 'setup' || payment.status !== 'succeeded' || payment.subscriptionId === null) return;
  const subscription = (await deps.store.get(subscriptionAggregate, tenant, payment.subscriptionId))?.record;
  if (subscription === undefined || !isOverdue(subscription)) return;
  try {
    await renewNow(deps, tenant, subscription.id);
  } catch (error) {
    if (!(error instanceof NoProviderResponse)) throw error;
  }
};
