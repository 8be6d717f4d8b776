import type { Stored } from '../../domain/aggregate.ts';
import type { ElementState } from '../../domain/checkout-session/element.ts';
import type { CheckoutSession } from '../../domain/checkout-session/record.ts';
import { productAggregate } from '../../domain/product/record.ts';
import { providerCredentialAggregate } from '../../domain/provider-credential/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { TestClock } from '../../domain/test-clock/record.ts';
import { fetchClock } from '../../runtime/simulated-time.ts';
import type { Store } from '../../store/writer/store.ts';
import { loadLocatedPartiesConcurrently } from '../load/parties.ts';
import { loadAttemptPayment } from '../load/records.ts';

export interface LoadedElement {
  readonly facts: ElementState;
  /** The session's test clock; `null`: none, or it was deleted. */
  readonly clock: Stored<TestClock> | null;
}

/** Loads what the payment element of a session shows. `country`: used if the customer's country is unknown. */
export const loadElement = async (
  store: Store,
  tenant: Tenant,
  session: CheckoutSession,
  { country, now }: { readonly country: string | null; readonly now: number },
): Promise<LoadedElement> => {
  const { customerId, customerCountryCode, price, clockId } = session;
  const [{ parties }, product, clock, credential, payment] = await Promise.all([
    loadLocatedPartiesConcurrently(store, tenant, customerId, country ?? customerCountryCode),
    store.get(productAggregate, tenant, price.productId),
    fetchClock(store, tenant, clockId),
    // Sessions on a test clock are always paid at the sandbox.
    clockId === null ? store.get(providerCredentialAggregate, tenant, tenant.accountId) : null,
    loadAttemptPayment(store, tenant, session),
  ]);
  return {
    clock,
    facts: {
      session,
      payment,
      parties,
      product: product?.record ?? null,
      profileId: credential?.record.profileId ?? null,
      now: clock?.record.frozenTime ?? now,
    },
  };
};
