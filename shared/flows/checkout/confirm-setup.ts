import { paymentAggregate } from '../../domain/payment/record.ts';
import { type ConfirmSetupState, confirmSetup } from '../../domain/payment-method-setup/confirm.ts';
import { setupAggregate } from '../../domain/payment-method-setup/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';
import { loadWalletAccess } from '../load/records.ts';
import { openProviderForNewPayments } from '../provider.ts';
import type { ElementSale } from './element-sale.ts';
import { detailsFor, digestOf, type MethodDetails } from './method-details.ts';
import { loadForSetup } from './setup.ts';
import { verificationStrategy } from './verification.ts';

/** The buyer's input, and the setup that it confirms. */
export interface SetupChoice extends MethodDetails {
  /** Id of the checkout session, one-off payment or portal session in which the buyer manages the saved payment methods (the wallet). */
  readonly walletAccessId: string;
  readonly setupId: string;
  readonly method: string;
  /** URL to which the provider redirects the buyer. */
  readonly returnUrl: string;
}

type State = ConfirmSetupState & { readonly clockTime: number | null };

const load = async (store: Store, tenant: Tenant, { walletAccessId, setupId }: SetupChoice): Promise<State> => {
  const [walletState, setupState] = await Promise.all([loadForSetup(store, tenant, walletAccessId), loadSetup(store, tenant, setupId)]);
  return { ...walletState, ...setupState };
};

/** Loads the setup and the payment of its latest attempt. */
const loadSetup = async (store: Store, tenant: Tenant, setupId: string): Promise<Pick<State, 'setup' | 'payment'>> => {
  const setup = await store.get(setupAggregate, tenant, setupId);
  const paymentId = setup?.record.attempt?.paymentId;
  return { setup, payment: paymentId === undefined ? null : await store.get(paymentAggregate, tenant, paymentId) };
};

/** Strategy that confirms a payment method setup in the payment element, by a small verification payment. */
export const setupStrategy = (deps: FlowDeps, tenant: Tenant, input: SetupChoice): ElementSale<State> => {
  const { store } = deps;
  const { method, setupId, walletAccessId } = input;
  const details = detailsFor(input);
  return {
    id: setupId,
    ...verificationStrategy(deps, tenant, { setupId, returnUrl: input.returnUrl, ...details }),
    loadAttemptLimitSubject: async () => {
      const walletAccess = await loadWalletAccess(store, tenant, walletAccessId);
      return walletAccess === null ? null : { tenant, subjectId: walletAccess.customerId };
    },
    chooseProvider: async () =>
      openProviderForNewPayments(deps, tenant, (await loadWalletAccess(store, tenant, walletAccessId))?.clockId ?? null),
    load: () => load(store, tenant, input),
    clockTimeOf: ({ clockTime }) => clockTime,
    begin: (provider, state, context) =>
      confirmSetup({ method, choice: digestOf(method, details.cardToken, details.issuer), provider: provider.name }, state, context),
  };
};
