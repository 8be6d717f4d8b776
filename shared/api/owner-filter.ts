import * as v from 'valibot';
import { reference } from './fields.ts';

/** The filters of lists whose objects belong to a customer and perhaps a subscription. */
export const ownerQuery = { customer_id: v.optional(reference), subscription_id: v.optional(reference) };

interface OwnerQuery {
  readonly customer_id?: string | undefined;
  readonly subscription_id?: string | undefined;
}

/** Which index serves the filters, and what is left to check: the subscription's own index knows nothing of the customer. */
export const ownerFilter = ({ customer_id: customerId, subscription_id: subscriptionId }: OwnerQuery) => ({
  by: subscriptionId !== undefined ? { parentId: subscriptionId } : customerId !== undefined ? { customerId } : undefined,
  where: (record: { readonly customerId: string }): boolean => customerId === undefined || record.customerId === customerId,
});
