import type { Stored } from '../../domain/aggregate.ts';
import { unchanged } from '../../domain/decision.ts';
import { type BuyerLocation, cancelWithdrawnAttempt, UNKNOWN_LOCATION } from '../../domain/payable/attempt.ts';
import { confirmPayable } from '../../domain/payable/confirm.ts';
import type { PressedButton } from '../../domain/payable/consent.ts';
import type { Payable, PayableKind } from '../../domain/payable/record.ts';
import type { StartState } from '../../domain/payable/start.ts';
import { refuseAttempt } from '../../domain/payable/unpaid.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { fetchClock } from '../../runtime/simulated-time.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';
import { loadLocatedPartiesConcurrently } from '../load/parties.ts';
import { loadAttemptPayment } from '../load/records.ts';
import { attemptSubjectOf } from '../payments/refused.ts';
import { openProviderForNewPayments } from '../provider.ts';
import { countToReprice } from '../subscriptions/reprice.ts';
import { createOrFindPayablePayment } from './begin.ts';
import type { ElementSale } from './element-sale.ts';
import { detailsFor, digestOf, type MethodDetails } from './method-details.ts';

/** The buyer's input in the payment element. */
export interface ElementChoice extends MethodDetails {
  readonly method: string;
  /** The buyer's country; used only if the customer has none. */
  readonly country: string | null;
  /** The order button that the buyer pressed. */
  readonly button: PressedButton;
  /** What the request shows about the buyer's location; omitted: nothing. */
  readonly location?: BuyerLocation;
}

type State<R extends Payable> = StartState<R> & { readonly payable: Stored<R>; readonly clockTime: number | null };

const getPayable = async <R extends Payable>(
  store: Store,
  tenant: Tenant,
  { aggregate, noun }: PayableKind<R>,
  id: string,
): Promise<Stored<R>> => {
  const payable = await store.get(aggregate, tenant, id);
  if (payable === null) throw new Error(`The ${noun} ${id} is missing.`);
  return payable;
};

const load = async <R extends Payable>(
  store: Store,
  tenant: Tenant,
  kind: PayableKind<R>,
  id: string,
  country: string | null,
): Promise<State<R>> => {
  const payable = await getPayable(store, tenant, kind, id);
  const { customerId, clockId } = payable.record;
  const [payment, located, clock] = await Promise.all([
    loadAttemptPayment(store, tenant, payable.record),
    loadLocatedPartiesConcurrently(store, tenant, customerId, country ?? kind.countryOf(payable.record)),
    fetchClock(store, tenant, clockId),
  ]);
  const subscriptionCount = await countToReprice(store, tenant, located);
  return { payable, payment, ...located, subscriptionCount, clock, clockTime: clock?.record.frozenTime ?? null };
};

/** Strategy that confirms the payment of an embedded checkout session or one-off payment in the payment element. */
export const payableStrategy = <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  kind: PayableKind<R>,
  payable: R,
  input: ElementChoice,
): ElementSale<State<R>> => {
  const details = detailsFor(input);
  const { store } = deps;
  const { id, clockId } = payable;
  return {
    id,
    loadAttemptLimitSubject: async () => attemptSubjectOf(tenant, payable),
    logEntriesPerAttempt: kind.logEntriesPerAttempt,
    chooseProvider: () => openProviderForNewPayments(deps, tenant, clockId),
    load: () => load(store, tenant, kind, id, input.country),
    clockTimeOf: ({ clockTime }) => clockTime,
    begin: (provider, state, context) =>
      confirmPayable(
        kind,
        {
          method: input.method,
          choice: digestOf(details.cardToken, details.issuer),
          provider: provider.name,
          button: input.button,
          location: input.location ?? UNKNOWN_LOCATION,
        },
        state,
        context,
      ),
    release: (_paymentId, state) => cancelWithdrawnAttempt(kind, state),
    open: async (provider, payment) =>
      createOrFindPayablePayment(deps, provider, tenant, kind, (await getPayable(store, tenant, kind, id)).record, payment, details),
    fail: (paymentId, failure, state, context) =>
      state.payment?.record.id === paymentId ? refuseAttempt(kind, failure, state, context) : unchanged(null),
    statusNow: async (store) => (await getPayable(store, tenant, kind, id)).record.status,
  };
};
