import type { Account, WithdrawalSetting } from './account/record.ts';
import type { Customer } from './customer/record.ts';
import { isInEu } from './tax.ts';

/**
 * True if the consumer law of the EU applies to a sale: the seller or the buyer is in the EU, and the buyer has no VAT number, so is not
 * known to be a business (Directive 2011/83/EU).
 */
export const hasConsumerRights = (seller: Pick<Account, 'countryCode'>, buyer: Pick<Customer, 'countryCode' | 'vatNumber'>): boolean =>
  buyer.vatNumber === null && (isInEu(seller.countryCode) || isInEu(buyer.countryCode));

/** Countries whose law accepts few texts on an order button: § 312j BGB and § 8 FAGG require "zahlungspflichtig bestellen" or a text as clear. */
const ORDER_TEXT_COUNTRIES: readonly (string | null)[] = ['AT', 'DE'];

/** True if the order button must have only the text that consumer law requires. Elsewhere in the EU, `Pay €19.99` is clear enough. */
export const requiresOrderText = (seller: Pick<Account, 'countryCode'>, buyer: Pick<Customer, 'countryCode' | 'vatNumber'>): boolean =>
  hasConsumerRights(seller, buyer) && [seller.countryCode, buyer.countryCode].some((country) => ORDER_TEXT_COUNTRIES.includes(country));

const NO_WITHDRAWAL: WithdrawalSetting = { enabled: false, partialRefund: false };

/** The setting of an account; existing accounts have none. */
export const withdrawalSettingOf = ({ withdrawal = NO_WITHDRAWAL }: Pick<Account, 'withdrawal'>): WithdrawalSetting => withdrawal;

/** True if the order page asks the buyer whether the service is to begin at once: the answer decides the refund of a withdrawal. */
export const asksForImmediateService = (seller: Account, buyer: Customer): boolean => {
  const { enabled, partialRefund } = withdrawalSettingOf(seller);
  return enabled && partialRefund && hasConsumerRights(seller, buyer);
};
