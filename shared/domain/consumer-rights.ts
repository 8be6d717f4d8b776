import type { Account, WithdrawalSetting } from './account/record.ts';
import type { Customer } from './customer/record.ts';
import { isInEu } from './tax/tax.ts';

/**
 * True if the consumer law of the EU (Directive 2011/83/EU) applies to a sale: the seller or the buyer is in the EU, and the buyer is not
 * known to be a business, since no VAT number is stored.
 */
export const hasConsumerRights = (seller: Pick<Account, 'countryCode'>, buyer: Pick<Customer, 'countryCode' | 'vatNumber'>): boolean =>
  buyer.vatNumber === null && (isInEu(seller.countryCode) || isInEu(buyer.countryCode));

/**
 * Countries whose law accepts few texts on an order button: § 312j BGB and § 8 FAGG require "zahlungspflichtig bestellen" or an equally
 * clear text.
 */
const ORDER_TEXT_COUNTRIES: readonly (string | null)[] = ['AT', 'DE'];

/** Seller and buyer of an order. */
interface OrderParties {
  readonly account: Pick<Account, 'countryCode'>;
  readonly customer: Pick<Customer, 'countryCode' | 'vatNumber'>;
}

/**
 * True if the order button must have only the text that consumer law requires. Outside `ORDER_TEXT_COUNTRIES`, `Pay €19.99` is clear
 * enough, but `Start free trial` is not, since the trial leads to a charge (Directive 2011/83/EU, article 8(2)).
 */
export const requiresOrderText = ({ account, customer }: OrderParties, startsTrial: boolean): boolean =>
  hasConsumerRights(account, customer) &&
  (startsTrial || [account.countryCode, customer.countryCode].some((country) => ORDER_TEXT_COUNTRIES.includes(country)));

const NO_WITHDRAWAL: WithdrawalSetting = { enabled: false, partialRefund: false };

/** The withdrawal setting of an account. Without one, customers cannot withdraw in the portal. */
export const withdrawalSettingOf = ({ withdrawal = NO_WITHDRAWAL }: Pick<Account, 'withdrawal'>): WithdrawalSetting => withdrawal;

/** True if the order page asks the buyer whether the service is to begin at once. The answer decides the refund after a withdrawal. */
export const asksForImmediateService = (seller: Account, buyer: Customer): boolean => {
  const { enabled, partialRefund } = withdrawalSettingOf(seller);
  return enabled && partialRefund && hasConsumerRights(seller, buyer);
};
