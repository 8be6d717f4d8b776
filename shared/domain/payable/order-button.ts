import { asksForImmediateService, hasConsumerRights } from '../consumer-rights.ts';
import type { BillingParties } from '../parties.ts';

/**
 * What the payment element needs for its order button; absent if the buyer has no consumer rights and there are no links. `sellsService`:
 * true for a subscription whose contract is concluded now.
 */
export const viewOrderButton = ({ account, customer }: Pick<BillingParties, 'account' | 'customer'>, sellsService: boolean) => {
  const { termsUrl, privacyUrl, withdrawalUrl = null } = account.branding;
  const isForConsumer = hasConsumerRights(account, customer);
  if (!isForConsumer && [termsUrl, privacyUrl, withdrawalUrl].every((url) => url === null)) return {};
  return {
    order_button: {
      consumer_rights: isForConsumer,
      asks_immediate_service: sellsService && asksForImmediateService(account, customer),
      terms_url: termsUrl,
      privacy_url: privacyUrl,
      withdrawal_url: withdrawalUrl,
    },
  };
};
