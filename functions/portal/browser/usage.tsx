import { sliceUnitOf } from '../../../shared/domain/subscription/usage/slices.ts';
import { isUsageChargedAtPeriodEnd } from '../../../shared/pages/browser/subscription.ts';
import { taxedText } from '../../../shared/pages/checkout-texts.ts';
import { SectionCard } from './parts.tsx';
import { taxFacts } from './texts.ts';
import type { ControllerProps } from './use-portal.ts';

/** The usage of the open period and its cost: by day, or by month if the period has more than 31 days. Nothing for a licensed price. */
export const UsageSection = ({ controller }: ControllerProps) => {
  const { portal, locale } = controller;
  const { usage_summary: usage, subscription, charged_max_amount_cents: chargedMaximum } = portal;
  if (usage === undefined) return null;
  const { texts, portal: portalTexts, amount, day } = locale;
  const money = (cents: number): string => amount(cents, usage.currency);
  const unitFormat = new Intl.NumberFormat(locale.tag, { maximumFractionDigits: 12 });
  const monthFormat = new Intl.DateTimeFormat(locale.tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const isByDay = sliceUnitOf({ start: usage.period_start, end: usage.period_end }) === 'day';
  const dateText = (seconds: number): string => (isByDay ? day(seconds) : monthFormat.format(seconds * 1000));
  const rows = usage.breakdown ?? [];
  // With several meters, rows show the name of their events; usage records have no such name.
  const hasNames = new Set(rows.map(({ meter_id: id }) => id)).size > 1;
  const { max_amount_cents: listedMaximum, max_amount_exceeded_at: exceededAt } = subscription;
  const maximum = chargedMaximum ?? listedMaximum;
  return (
    <SectionCard controller={controller} section="usage" title={portalTexts.usage}>
      {exceededAt == null ? null : <p class="state">{portalTexts.limitExceeded(day(usage.period_end))}</p>}
      {usage.breakdown === undefined ? <p>{portalTexts.usageNotListed}</p> : null}
      <dl class="sums">
        {rows.map((row) => (
          <div key={`${row.starts_at} ${row.meter_id}`}>
            <dt>
              {[
                dateText(row.starts_at),
                ...(hasNames && row.event_name !== null ? [row.event_name] : []),
                unitFormat.format(Number(row.quantity)),
              ].join(' · ')}
            </dt>
            <dd>{money(row.amount_cents ?? 0)}</dd>
          </div>
        ))}
        <div class="due">
          <dt>{portalTexts.usageSoFar}</dt>
          <dd>{taxedText(money(usage.amount_cents), taxFacts(portal), locale)}</dd>
        </div>
        {maximum == null ? null : (
          <div>
            <dt>{portalTexts.spendingLimit}</dt>
            <dd>{money(maximum)}</dd>
          </div>
        )}
        {isUsageChargedAtPeriodEnd(subscription) ? (
          <div>
            <dt>{texts.nextPayment}</dt>
            <dd>{day(usage.period_end)}</dd>
          </div>
        ) : null}
      </dl>
    </SectionCard>
  );
};
