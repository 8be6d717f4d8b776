import type { Stored } from '../../aggregate.ts';
import type { ChargeIntent } from '../../charge-intent/record.ts';
import type { Invoice } from '../../invoice/record.ts';
import type { BillingParties } from '../../parties.ts';
import type { Payment } from '../../payment/record.ts';
import type { Price } from '../../price/record.ts';
import type { Subscription } from '../types.ts';
import type { UsageSnapshot } from '../usage/usage.ts';

export interface PrepareRenewalState {
  readonly subscription: Stored<Subscription> | null;
  /** The subscription's price, whose tiers are not stored on the subscription. */
  readonly price: Price;
  readonly parties: BillingParties;
  /** Invoice and latest payment of `subscription.renewal`; both `null`: no renewal is in progress. */
  readonly invoice: Stored<Invoice> | null;
  readonly payment: Stored<Payment> | null;
  /** The charge intent of the requested attempt (`renewalIntentId`); `null`: the attempt was not made yet. */
  readonly intent: Stored<ChargeIntent> | null;
  /** `NO_USAGE_READ` for a licensed price. */
  readonly usage: UsageSnapshot;
}
