import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import { type Price, priceAggregate } from './record.ts';

/** Fields of a price that can be changed [PRICE-06]. */
export interface UpdatePrice {
  readonly active?: boolean | undefined;
  readonly refundWindowDays?: number | null | undefined;
  readonly selfService?: boolean | undefined;
}

export interface UpdatePriceState {
  readonly price: Stored<Price> | null;
}

/** Updates a price. Event: `price.archived` if the price is deactivated, otherwise `price.updated`. */
export const updatePrice = (command: UpdatePrice, state: UpdatePriceState, _ctx: DecisionContext): Decision<Price> | Refusal => {
  if (state.price === null) return new Refusal('resource_missing', 'No such price.');
  const after = patched(state.price.record, command);
  if (!differs(state.price, after)) return unchanged(after);
  const isArchived = state.price.record.active && !after.active;
  return {
    changes: [change(priceAggregate, state.price, after)],
    events: [{ type: isArchived ? 'price.archived' : 'price.updated', subjectId: after.id }],
    audit: audited('price', isArchived ? 'archived' : 'updated', after.id),
    result: after,
  };
};
