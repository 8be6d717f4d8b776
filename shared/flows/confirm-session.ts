import { createHash } from 'node:crypto';
import { releaseAttempt } from '../domain/checkout-session/attempt.ts';
import { type ConfirmSessionState, confirmSession } from '../domain/checkout-session/confirm.ts';
import { failCheckout } from '../domain/checkout-session/lapse.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../domain/checkout-session/record.ts';
import { unchanged } from '../domain/decisions.ts';
import type { Stored, Tenant } from '../domain/kernel.ts';
import { paymentAggregate } from '../domain/payment/record.ts';
import { clockOf } from '../runtime/simulated-time.ts';
import type { Store } from '../store/writer/store.ts';
import { type MethodDetails, openAtProvider } from './checkout.ts';
import type { ElementSale } from './confirm.ts';
import type { FlowDeps } from './deps.ts';
import { loadPartiesIn } from './parties.ts';
import { providerForNew } from './provider.ts';

/** What the buyer entered in the payment element. */
export interface ElementChoice extends MethodDetails {
  readonly method: string;
  /** Where the buyer lives; counts where that is not known. */
  readonly country: string | null;
}

/** What serves the method; a card is no use to a bank. */
export const detailsFor = ({ method, cardToken, issuer }: ElementChoice): MethodDetails => ({
  cardToken: method === 'creditcard' ? cardToken : null,
  issuer: method === 'ideal' ? issuer : null,
});

/** Tells two cards or banks apart without keeping them. */
export const digestOf = ({ cardToken, issuer }: MethodDetails): string =>
  createHash('sha256')
    .update(JSON.stringify([cardToken, issuer]))
    .digest('base64url');

type State = ConfirmSessionState & { readonly session: Stored<CheckoutSession>; readonly moment: number | null };

const load = async (store: Store, tenant: Tenant, sessionId: string, country: string | null): Promise<State> => {
  const session = await store.get(checkoutSessionAggregate, tenant, sessionId);
  if (session === null) throw new Error(`session ${sessionId} is missing`);
  const { attempt, customerId, customerCountryCode, clockId } = session.record;
  const [payment, located, clock] = await Promise.all([
    attempt === null ? null : store.get(paymentAggregate, tenant, attempt.paymentId),
    loadPartiesIn(store, tenant, customerId, country ?? customerCountryCode),
    clockOf(store, tenant, clockId),
  ]);
  return { session, payment, ...located, clock, moment: clock?.record.frozenTime ?? null };
};

/** An embedded checkout session as it is paid in the payment element. */
export const sessionSale = (
  deps: FlowDeps,
  tenant: Tenant,
  { id, clockId }: CheckoutSession,
  choice: ElementChoice,
): ElementSale<State> => {
  const details = detailsFor(choice);
  const { store } = deps;
  return {
    id,
    chooseProvider: async () => {
      // What the attempt is decided on is read beside the provider's key.
      const [provider] = await Promise.all([providerForNew(deps, tenant, clockId), load(store, tenant, id, choice.country)]);
      return provider;
    },
    load: () => load(store, tenant, id, choice.country),
    momentOf: ({ moment }) => moment,
    begin: (provider, state, context) =>
      confirmSession({ method: choice.method, choice: digestOf(details), provider: provider.name }, state, context),
    release: (state, context) => releaseAttempt(null, state, context),
    open: async (provider, payment) => {
      const session = await store.get(checkoutSessionAggregate, tenant, id);
      if (session === null) throw new Error(`session ${id} is missing`);
      return openAtProvider(deps, provider, tenant, session.record, payment, details);
    },
    fail: (paymentId, failure, state, context) =>
      state.payment?.record.id === paymentId ? failCheckout({ outcome: 'failed', ...failure }, state, context) : unchanged(null),
    statusNow: async (from) => {
      const session = await from.get(checkoutSessionAggregate, tenant, id);
      if (session === null) throw new Error(`session ${id} is missing`);
      return session.record.status;
    },
  };
};
