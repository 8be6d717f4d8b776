import { PanelActions } from './parts.tsx';
import type { PanelProps } from './use-portal.ts';

/** The panel to withdraw from the contract: the plan, the amount of the refund, and the confirmation button. */
export const Withdraw = ({ controller: { portal, calls, locale, act, isBusy }, close }: PanelProps) => {
  const { texts, portal: portalTexts } = locale;
  const { subscription, customer, withdrawal_refund_cents: refundCents = 0 } = portal;
  const { price, withdrawal } = subscription;
  const rows: readonly (readonly [string, string | null])[] = [
    [texts.name, customer.name],
    [portalTexts.plan, `${price.product_name} (${locale.day(subscription.created)})`],
  ];
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (await act('plan', calls.withdraw, () => portalTexts.done.withdrawn)) close();
      }}
    >
      {withdrawal == null ? null : <p>{portalTexts.withdrawText(locale.day(withdrawal.until))}</p>}
      <dl class="sums">
        {rows.map(([name, text]) =>
          text === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
      <p>{refundCents === 0 ? portalTexts.withdrawNoRefund : portalTexts.withdrawRefund(locale.amount(refundCents, price.currency))}</p>
      {customer.email === null ? null : <p>{portalTexts.withdrawEmail(customer.email)}</p>}
      <PanelActions isBusy={isBusy} submitLabel={portalTexts.confirmWithdrawal} isDestructive discard={{ label: texts.discard, close }} />
    </form>
  );
};
