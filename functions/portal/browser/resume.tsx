import { PanelActions } from './parts.tsx';
import type { PanelProps } from './use-portal.ts';

interface PaidResumeProps extends PanelProps {
  /** Amount in cents that resuming charges now. */
  readonly dueCents: number;
  /** Resumes the subscription. Returns whether that succeeded. */
  readonly resume: () => Promise<boolean>;
}

/** The panel to resume the subscription for a charge: the amount due now, and the button to pay it. */
export const PaidResume = ({ dueCents, resume, controller: { portal, locale, isBusy }, close }: PaidResumeProps) => {
  const due = locale.amount(dueCents, portal.subscription.price.currency);
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (await resume()) close();
      }}
    >
      <dl class="sums">
        <div class="due">
          <dt>{locale.portal.dueNow}</dt>
          <dd>{due}</dd>
        </div>
      </dl>
      <PanelActions isBusy={isBusy} submitLabel={locale.portal.payInvoice(due)} discard={{ label: locale.texts.discard, close }} />
    </form>
  );
};
