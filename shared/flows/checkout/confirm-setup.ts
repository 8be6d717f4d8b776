import { paymentAggregate } from '../../domain/payment/record.ts';
import { type ConfirmSetupState, confirmSetup } from '../../domain/payment-method-setup/confirm.ts';
import { setupAggregate } from '../../domain/payment-method-setup/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';
import { loadWalletAccess } from '../load/records.ts';
import { providerForNew } from '../provider.ts';
import type { ElementSale } from './element-sale.ts';
import { detailsFor, digestOf, type MethodDetails } from './method-details.ts';
import { loadForSetup } from './setup.ts';
import { verification } from './verification.ts';

/** The buyer's choice. */
export interface SetupChoice extends MethodDetails {
  /** Id of the checkout session, one-off payment or portal session. */
  readonly sessionId: string;
  readonly setupId: string;
  readonly method: string;
  /** URL to which the provider redirects the buyer. */
  readonly returnUrl: string;
}

type State = ConfirmSetupState & { readonly moment: number | null };

const load = async (store: Store, tenant: Tenant, { sessionId, setupId }: SetupChoice): Promise<State> => {
  const [sessionState, setupState] = await Promise.all([loadForSetup(store, tenant, sessionId), loadSetup(store, tenant, setupId)]);
  return { ...sessionState, ...setupState };
};

/** The setup and the payment of its latest attempt. */
const loadSetup = async (store: Store, tenant: Tenant, setupId: string): Promise<Pick<State, 'setup' | 'payment'>> => {
  const setup = await store.get(setupAggregate, tenant, setupId);
  const paymentId = setup?.record.attempt?.paymentId;
  return { setup, payment: paymentId === undefined ? null : await store.get(paymentAggregate, tenant, paymentId) };
};

/** Confirmation of a payment method setup in the payment element, by a small verification payment. */
export const setupSale = (deps: FlowDeps, tenant: Tenant, choice: SetupChoice): ElementSale<State> => {
  const { store } = deps;
  const { method, setupId, sessionId } = choice;
  const details = detailsFor(choice);
  return {
    id: setupId,
    ...verification(deps, tenant, { setupId, method, returnUrl: choice.returnUrl, ...details }),
    triedBy: async () => {
      const opened = await loadWalletAccess(store, tenant, sessionId);
      return opened === null ? null : { tenant, subjectId: opened.customerId };
    },
    chooseProvider: async () => providerForNew(deps, tenant, (await loadWalletAccess(store, tenant, sessionId))?.clockId ?? null),
    load: () => load(store, tenant, choice),
    momentOf: ({ moment }) => moment,
    begin: (provider, state, context) =>
      confirmSetup({ method, choice: digestOf(method, details.cardToken, details.issuer), provider: provider.name }, state, context),
  };
};
