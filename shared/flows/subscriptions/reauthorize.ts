import { customerAggregate } from '../../domain/customer/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { type ReauthorizeState, reauthorize } from '../../domain/payment-method-setup/reauthorize.ts';
import { setupAggregate, setupIdFor } from '../../domain/payment-method-setup/record.ts';
import { isOverdue } from '../../domain/subscription/state.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import { clockOf } from '../../runtime/simulated-time.ts';
import type { Store } from '../../store/writer/store.ts';
import type { ElementSale } from '../checkout/element-sale.ts';
import { digestOf } from '../checkout/method-details.ts';
import { verification } from '../checkout/verification.ts';
import type { FlowDeps } from '../deps.ts';
import { providerForNew } from '../provider.ts';
import { renewNow } from '../renewals/billing-run.ts';
import { NoProviderResponse } from '../renewals/charges.ts';

/** What the account asks for. */
export interface ReauthorizationRequest {
  readonly subscriptionId: string;
  /** `null`: the customer chooses on the provider's page. */
  readonly method: string | null;
  /** Where the customer goes from there. */
  readonly returnUrl: string;
}

type State = ReauthorizeState & { readonly moment: number | null };

/** When a payment was begun, Unix seconds of real time. */
export const madeAt = (paymentId: string): number => Math.floor(msOfId(paymentId) / 1000);

/** What a reauthorization is decided on. */
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
    clockOf(store, tenant, clockId),
  ]);
  const begunAt = paymentId === null ? 0 : madeAt(paymentId);
  return { subscription, setup, payment, madeAt: begunAt, customer, clock, moment: clock?.record.frozenTime ?? null };
};

/** A subscription's next payment method as it is authorised on the provider's page: nothing is sold, a small payment proves it. */
export const reauthorization = (
  deps: FlowDeps,
  tenant: Tenant,
  { subscriptionId, method, returnUrl }: ReauthorizationRequest,
): ElementSale<State> => {
  const { store } = deps;
  const load = () => loadForReauthorization(store, tenant, subscriptionId);
  return {
    id: subscriptionId,
    ...verification(deps, tenant, { setupId: setupIdFor(subscriptionId), method, returnUrl }),
    // The account asks for it, not a buyer.
    triedBy: async () => null,
    chooseProvider: async () => {
      const subscription = await store.get(subscriptionAggregate, tenant, subscriptionId);
      return providerForNew(deps, tenant, subscription?.record.clockId ?? null);
    },
    load,
    momentOf: ({ moment }) => moment,
    begin: (provider, state, context) =>
      reauthorize({ method, choice: digestOf(method, returnUrl), provider: provider.name }, state, context),
  };
};

/**
 * Charges a failed renewal at once, where the payment that was just settled gave its subscription another method. Broken off, or
 * without an answer of the provider, the renewal is due anyway. May run any number of times.
 */
export const chargeReauthorized = async (deps: FlowDeps, tenant: Tenant, paymentId: string): Promise<void> => {
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
