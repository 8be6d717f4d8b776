import type { Account } from '../account/record.ts';
import type { Stored } from '../aggregate.ts';
import { type CreatedCheckoutSession, createCheckoutSession } from '../checkout-session/create.ts';
import { couponForPrice } from '../coupon/validate.ts';
import type { Decision, DecisionContext } from '../decision.ts';
import { isOnSale } from '../price/offer.ts';
import { Refusal } from '../refusal.ts';
import type { LinkedOffer } from './create.ts';
import { type PaymentLink, reserveSale, sessionLinkOf } from './record.ts';

export interface OpenLinkSession {
  /** URL of the session's page. */
  readonly hostedUrlOf: (sessionId: string) => string;
}

/** A payment link with what it sells now. */
export interface LinkState extends LinkedOffer {
  readonly link: Stored<PaymentLink> | null;
  readonly account: Account;
  /** True if the account can take payments in this mode. */
  readonly isProviderConnected: boolean;
  /** Number of completed and open sessions; 0 for links without a maximum. */
  readonly sales: number;
}

/**
 * True if a buyer can continue to a checkout session now: the link, its price and its product are active, the account can sell, and the
 * link's maximum number of sales is not reached.
 */
const isOffered = ({ link, price, product, account, isProviderConnected, sales }: LinkState): boolean =>
  link?.record.active === true &&
  price !== null &&
  product !== null &&
  isOnSale(price.record, product.record) &&
  account.suspendedAt === null &&
  isProviderConnected &&
  (link.record.maxSales === null || sales < link.record.maxSales);

/** Creates the checkout session and the customer of a buyer who continues from a payment link. Refuses a link that cannot be used now. */
export const openLinkSession = (
  command: OpenLinkSession,
  state: LinkState,
  ctx: DecisionContext,
): Decision<CreatedCheckoutSession> | Refusal => {
  const { link, price, product } = state;
  if (link === null) return new Refusal('resource_missing', 'No such payment link.');
  if (price === null || !isOffered(state)) return new Refusal('state_conflict', 'This payment link cannot be used at present.');
  const { record } = link;
  // While the link's coupon cannot be used, the link sells at the full price, and its page shows that price.
  const coupon = couponForPrice(state.coupon, price.record, ctx.now) instanceof Refusal ? null : state.coupon;
  const decision = createCheckoutSession(
    {
      priceId: record.priceId,
      successUrl: record.successUrl,
      cancelUrl: record.cancelUrl ?? record.url,
      trialDaysOverride: record.trialDaysOverride,
      maxAmountCents: record.maxAmountCents,
      paymentMethod: record.paymentMethod,
      metadata: record.metadata,
      paymentLink: sessionLinkOf(record),
      hostedUrlOf: command.hostedUrlOf,
    },
    { price, product, coupon, customer: null, clock: null },
    ctx,
  );
  return decision instanceof Refusal ? decision : { ...decision, guards: [...(decision.guards ?? []), ...reserveSale(record)] };
};
