import { asksForImmediateService, requiresOrderText } from '../consumer-rights.ts';
import type { BillingParties } from '../parties.ts';

/**
 * What the payment element needs for its order button; absent if the law requires no text, nothing is asked and there are no links.
 * `concludesContract`: true for a subscription whose contract is concluded now.
 */
export const viewOrderButton = ({ account, customer }: Pick<BillingParties, 'account' | 'customer'>, concludesContract: boolean) => {
  const { termsUrl, privacyUrl, withdrawalUrl = null } = account.branding;
  const isTextRequired = requiresOrderText(account, customer);
  const asks = concludesContract && asksForImmediateService(account, customer);
  if (!isTextRequired && !asks && [termsUrl, privacyUrl, withdrawalUrl].every((url) => url === null)) return {};
  return {
    order_button: {
      order_text_required: isTextRequired,
      asks_immediate_service: asks,
      terms_url: termsUrl,
      privacy_url: privacyUrl,
      withdrawal_url: withdrawalUrl,
    },
  };
};
