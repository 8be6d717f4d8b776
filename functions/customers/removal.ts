import { runAtProvider } from '../../shared/api/provider-write.ts';
import type { RequestContext } from '../../shared/api/serve/handler.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import type { StartedRemoval } from '../../shared/domain/customer/removal.ts';
import { unchanged } from '../../shared/domain/decision.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';
import { type LoadedRemoval, loadRemoval, type Removal } from '../../shared/flows/customers/removal.ts';

/**
 * Deletes or purges a customer: `begin` decides whether the customer may be removed (`done`: the customer is purged already), `flow`
 * removes the customer.
 */
export const removeCustomer = <Answer extends JsonObject>(
  context: RequestContext,
  customerId: string,
  flow: Removal<Answer>,
  begin: (state: LoadedRemoval) => StartedRemoval | { readonly done: Customer } | Refusal,
): Promise<Answer> =>
  runAtProvider(context, {
    flow,
    load: () => loadRemoval(context.store, context.tenant, customerId),
    nowOf: ({ clockTime }) => clockTime,
    begin: (state) => {
      const removal = begin(state);
      if (removal instanceof Refusal) return removal;
      if ('done' in removal) return { done: unchanged(removal.done) };
      const { stored, guards } = removal;
      return { subject: { aggregate: customerAggregate, stored }, input: { customer_id: customerId }, guards };
    },
  });
