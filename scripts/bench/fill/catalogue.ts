import type { Stored } from '../../../shared/domain/aggregate.ts';
import type { Decision, DecisionContext } from '../../../shared/domain/decision.ts';
import { createPrice } from '../../../shared/domain/price/create.ts';
import { BILLING_CURRENCIES_ID, billingCurrenciesAggregate } from '../../../shared/domain/price/currencies.ts';
import { type Price, priceAggregate } from '../../../shared/domain/price/record.ts';
import { createProduct } from '../../../shared/domain/product/create.ts';
import { type Product, productAggregate } from '../../../shared/domain/product/record.ts';
import type { Refusal } from '../../../shared/domain/refusal.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import type { Store } from '../../../shared/store/writer/store.ts';

const AMOUNT_CENTS = 1500;

/** Runs a domain rule and writes its changes. Throws if the rule refuses or the changes cannot be written. */
export const runRule = async <State, Result>(
  store: Store,
  tenant: Tenant,
  load: () => Promise<State>,
  decide: (state: State, context: DecisionContext) => Decision<Result> | Refusal,
): Promise<Result> => {
  const outcome = await store.run({ tenant, actor: SYSTEM, load, nowOf: () => null, decide });
  if (outcome.kind === 'done') return outcome.result;
  throw new Error(outcome.kind === 'refused' ? outcome.refusal.message : outcome.kind);
};

export interface Catalogue {
  readonly product: Stored<Product>;
  readonly price: Stored<Price>;
}

/** Creates a product with a monthly price. */
export const newCatalogue = async (store: Store, tenant: Tenant): Promise<Catalogue> => {
  const product = await runRule(
    store,
    tenant,
    async () => null,
    (state, context) => createProduct({ name: 'Hosting' }, state, context),
  );
  const price = await runRule(
    store,
    tenant,
    async () => ({
      product: await store.get(productAggregate, tenant, product.id),
      meter: null,
      currencies: await store.get(billingCurrenciesAggregate, tenant, BILLING_CURRENCIES_ID),
    }),
    (state, context) =>
      createPrice({ productId: product.id, amountCents: AMOUNT_CENTS, currency: 'EUR', interval: 'month' }, state, context),
  );
  const [storedProduct, storedPrice] = await Promise.all([
    store.get(productAggregate, tenant, product.id),
    store.get(priceAggregate, tenant, price.id),
  ]);
  if (storedProduct === null || storedPrice === null) throw new Error('The new product or price cannot be read.');
  return { product: storedProduct, price: storedPrice };
};
