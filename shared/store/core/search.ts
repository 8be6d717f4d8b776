import type { Change } from '../../domain/aggregate.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { type Key, searchKey } from './keys.ts';
import type { TransactItem } from './table.ts';

/** Builds the writes that add the record under its new search terms, and remove it from the terms that it no longer has. */
export const searchItems = ({ aggregate, id, ...states }: Change, tenant: Tenant): TransactItem[] => {
  const [before, after] = [new Set(states.before?.searchTerms), new Set(states.after?.searchTerms)];
  const keyUnder = (term: string): Key => searchKey(aggregate, tenant, term, id);
  // The `customerId` of a customer record is not an id: it is a key made of the email address, for the customer index.
  const customerId = states.after?.customerId?.startsWith('cus_') === true ? states.after.customerId : null;
  const additions = [...after]
    .filter((term) => !before.has(term))
    .map((term) => ({
      Put: { Item: { ...keyUnder(term), t: 'search', ...(customerId === null ? {} : { customer_id: customerId }) } },
    }));
  const removals = [...before].filter((term) => !after.has(term)).map((term) => ({ Delete: { Key: keyUnder(term) } }));
  return [...additions, ...removals];
};
