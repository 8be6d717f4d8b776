import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { Guard } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** A permanent URL that sells a price: each buyer who continues gets a checkout session. The price never changes. */
export interface PaymentLink extends BaseRecord {
  readonly active: boolean;
  readonly url: string;
  readonly priceId: string;
  /** The price's product. */
  readonly productId: string;
  /** Code of the coupon that sessions get while the coupon can be used; `null`: none. */
  readonly couponCode: string | null;
  /** Trial days of the sessions; `null`: the trial days of the price. */
  readonly trialDaysOverride: number | null;
  /** The only payment method; `null`: the buyer chooses. */
  readonly paymentMethod: string | null;
  /** Where buyers return after paying; `null`: they stay on the page of their session. */
  readonly successUrl: string | null;
  /** Where buyers return without paying; `null`: to the link. */
  readonly cancelUrl: string | null;
  /** Maximum number of completed and open sessions; `null`: no maximum, and none can be added later. */
  readonly maxSales: number | null;
  /** Copied to the sessions. */
  readonly metadata: Metadata;
  /** Maximum amount of a period in cents, for the subscriptions that the link sells; only for a metered price. Omitted: no maximum. */
  readonly maxAmountCents?: number;
}

export const viewPaymentLink = (link: PaymentLink, tenant: Tenant) => ({
  id: link.id,
  object: 'payment_link' as const,
  created: link.created,
  livemode: livemode(tenant),
  active: link.active,
  url: link.url,
  price_id: link.priceId,
  coupon_code: link.couponCode,
  trial_days_override: link.trialDaysOverride,
  payment_method: link.paymentMethod,
  success_url: link.successUrl,
  cancel_url: link.cancelUrl,
  max_sales: link.maxSales,
  metadata: link.metadata,
  // Fields that were added after 1.0 are absent where they do not apply [VER-05].
  ...(link.maxAmountCents === undefined ? {} : { max_amount_cents: link.maxAmountCents }),
});
type PaymentLinkView = ReturnType<typeof viewPaymentLink>;

export const paymentLinkAggregate: Aggregate<PaymentLink, PaymentLinkView> = {
  type: 'payment_link',
  prefix: 'plink_',
  view: viewPaymentLink,
  unlogged: true,
};

/** What a session stores of its payment link. */
export interface SessionLink {
  readonly id: string;
  /** True if the link has a maximum number of sales, so that the session is counted. */
  readonly isCounted: boolean;
}

/** Counter of the completed and open sessions of a link with a maximum. Other links have none, so that concurrent sales do not conflict. */
export const salesCounter = (linkId: string): string => `payment_link_sales#${linkId}`;

const NO_LIMIT = 1_000_000_000_000;

const SOLD_OUT = new Refusal('state_conflict', 'This payment link has reached its maximum number of sales.');

const countSale = (link: SessionLink | undefined, by: 1 | -1, max: number): readonly Guard[] =>
  link?.isCounted === true ? [{ kind: 'count', name: salesCounter(link.id), by, max, refusal: SOLD_OUT }] : [];

export const sessionLinkOf = ({ id, maxSales }: PaymentLink): SessionLink => ({ id, isCounted: maxSales !== null });

/** Counts a new session of the link; refused in the transaction when `maxSales` is reached. */
export const reserveSale = (link: PaymentLink): readonly Guard[] => countSale(sessionLinkOf(link), 1, link.maxSales ?? NO_LIMIT);

/** Subtracts a session that ended without a sale. */
export const releaseSale = (link: SessionLink | undefined): readonly Guard[] => countSale(link, -1, NO_LIMIT);

/** Counts an expired session again when it is paid. This may exceed the maximum. */
export const reserveSaleAgain = (link: SessionLink | undefined): readonly Guard[] => countSale(link, 1, NO_LIMIT);
