import { asksForImmediateService, requiresOrderText } from '../consumer-rights.ts';
import type { BillingParties } from '../parties.ts';

/** What the buyer orders. */
interface OrderKind {
  /** True for a subscription whose contract is concluded now. */
  readonly concludesContract: boolean;
  /** True for a subscription that starts with a trial. */
  readonly startsTrial: boolean;
}

/**
 * The field `order_button`: whether the order button needs a text that the law requires, whether the buyer is asked about immediate
 * service, and links. The field is absent if the button needs no such text, question or link.
 */
export const viewOrderButton = (
  { account, customer }: Pick<BillingParties, 'account' | 'customer'>,
  { concludesContract, startsTrial }: OrderKind,
) => {
  const { termsUrl, privacyUrl, withdrawalUrl = null } = account.branding;
  const isTextRequired = requiresOrderText({ account, customer }, startsTrial);
  const isAsked = concludesContract && asksForImmediateService(account, customer);
  if (!isTextRequired && !isAsked && [termsUrl, privacyUrl, withdrawalUrl].every((url) => url === null)) return {};
  return {
    order_button: {
      order_text_required: isTextRequired,
      asks_immediate_service: isAsked,
      terms_url: termsUrl,
      privacy_url: privacyUrl,
      withdrawal_url: withdrawalUrl,
    },
  };
};
