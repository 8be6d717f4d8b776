import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import { type PaymentLink, paymentLinkAggregate } from './record.ts';

/** Omitted fields do not change; `null` clears. What the link sells cannot be changed, because its URL may be printed. */
export interface UpdatePaymentLink {
  readonly active?: boolean | undefined;
  readonly successUrl?: string | null | undefined;
  readonly cancelUrl?: string | null | undefined;
  readonly maxSales?: number | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface UpdatePaymentLinkState {
  readonly link: Stored<PaymentLink> | null;
}

/** Updates a payment link. Existing checkout sessions keep their terms. Writes an audit entry; no event. */
export const updatePaymentLink = (
  command: UpdatePaymentLink,
  { link }: UpdatePaymentLinkState,
  _ctx: DecisionContext,
): Decision<PaymentLink> | Refusal => {
  if (link === null) return new Refusal('resource_missing', 'No such payment link.');
  // Sessions of a link without a maximum are not counted, so a maximum cannot be set later.
  if (command.maxSales !== undefined && link.record.maxSales === null)
    return invalidParam('max_sales', 'This payment link has no maximum. Create another link with one.');
  const after = patched(link.record, command);
  if (!differs(link, after)) return unchanged(after);
  return {
    changes: [change(paymentLinkAggregate, link, after)],
    events: [],
    audit: audited('payment_link', 'updated', after.id),
    result: after,
  };
};
