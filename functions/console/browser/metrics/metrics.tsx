import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type * as v from 'valibot';
import type { Metrics } from '../../../../shared/api/objects/reports/metrics.ts';
import type { Calls } from '../app/calls.ts';
import { money, monthText, shortMoney } from '../app/format.ts';
import { Await, Empty, useRead } from '../app/parts.tsx';
import { hrefOf, type Route, routeTo } from '../app/route.ts';
import { Bars, Line } from './charts.tsx';

type Period = v.InferOutput<typeof Metrics>['data'][number];

interface Props {
  readonly calls: Calls;
  readonly route: Route;
  readonly onSignedOut: () => void;
  /** Whether all charts are shown, instead of the two most important ones. */
  readonly hasDetails: boolean;
}

/** The change from the previous to the current value: `+12%`; `null`: the previous value is missing or 0. */
const changeText = (current: number, previous: number | undefined): string | null => {
  if (previous === undefined || previous === 0) return null;
  const percent = Math.round((100 * (current - previous)) / Math.abs(previous));
  return `${percent > 0 ? '+' : ''}${percent}%`;
};

interface StatProps {
  readonly title: string;
  readonly value: ComponentChildren;
  /** The current and the previous value, for the change between them; omitted: no change is shown. */
  readonly compared?: readonly [current: number, previous: number | undefined];
  /** The previous value as text. */
  readonly previousText?: string;
  /** The name of the previous period. Default: `last month`. */
  readonly previousName?: string;
  /** The change has no color, because an increase is neither good nor bad. */
  readonly isNeutral?: boolean;
}

const changeClass = (change: string): string | undefined => (change === '0%' ? undefined : change.startsWith('-') ? 'down' : 'up');

/** A value with its change from the previous one. */
export const Stat = ({ title, value, compared, previousText, previousName = 'last month', isNeutral = false }: StatProps) => {
  const change = compared === undefined ? null : changeText(...compared);
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {value}
        {change === null ? null : (
          <span class="soft">
            <span class={isNeutral ? undefined : changeClass(change)}>{change}</span> from {previousText} {previousName}
          </span>
        )}
      </dd>
    </div>
  );
};

/** The totals of the current month, compared with the previous one. */
const Totals = ({ months, mode }: { readonly months: readonly Period[]; readonly mode: Route['mode'] }) => {
  const [current, previous] = [months.at(-1), months.at(-2)];
  if (current === undefined) return null;
  const amount = (cents: number | undefined): string => money(cents ?? 0, current.currency);
  const failed = String(current.failed_payments);
  return (
    <dl class="stats large">
      <Stat
        title="Revenue this month, incl. VAT"
        value={amount(current.net_revenue_cents)}
        compared={[current.net_revenue_cents, previous?.net_revenue_cents]}
        previousText={amount(previous?.net_revenue_cents)}
      />
      <Stat
        title="MRR"
        value={amount(current.mrr_cents)}
        compared={[current.mrr_cents, previous?.mrr_cents]}
        previousText={amount(previous?.mrr_cents)}
      />
      <Stat
        title="Paying subscriptions"
        value={current.active_subscriptions}
        compared={[current.active_subscriptions, previous?.active_subscriptions]}
        previousText={String(previous?.active_subscriptions)}
      />
      <Stat title="Trialing" value={current.trialing_subscriptions} />
      <Stat title="Canceled or paused this month" value={current.churned_subscriptions} />
      <Stat
        title="Failed payments this month"
        value={current.failed_payments === 0 ? failed : <a href={hrefOf(routeTo(mode, 'events', { type: 'payment.failed' }))}>{failed}</a>}
      />
    </dl>
  );
};

const MOVEMENTS = [
  ['New', 'new_cents'],
  ['Expansion', 'expansion_cents'],
  ['Reactivation', 'reactivation_cents'],
  ['Contraction', 'contraction_cents'],
  ['Churn', 'churn_cents'],
] as const;

/** Formats integers; fractional ticks of a count have no label. */
const integerText = (count: number): string => (Number.isInteger(count) ? String(count) : '');

interface ChartsProps {
  readonly months: readonly Period[];
  readonly currency: string;
  readonly hasDetails: boolean;
}

const Charts = ({ months, currency, hasDetails }: ChartsProps) => {
  const periods = months.map((each) => monthText(each.period_start));
  const formats = {
    periods,
    formatAmount: (cents: number) => money(cents, currency),
    formatShortAmount: (cents: number) => shortMoney(cents, currency),
  };
  const startedAndEnded = [
    { name: 'New', amounts: months.map((each) => each.new_subscriptions) },
    { name: 'Canceled or paused', amounts: months.map((each) => -each.churned_subscriptions) },
  ];
  const movements = MOVEMENTS.map(([name, field]) => ({ name, amounts: months.map((each) => each.mrr_movements[field]) }));
  return (
    <div class="charts">
      <Bars
        title="Revenue after refunds, incl. VAT"
        series={[{ name: 'Revenue after refunds', amounts: months.map((each) => each.net_revenue_cents) }]}
        {...formats}
      />
      <Line title="MRR" series={[{ name: 'MRR', amounts: months.map((each) => each.mrr_cents) }]} {...formats} />
      {hasDetails ? (
        <>
          <Bars title="MRR movements" series={movements} {...formats} />
          <Bars title="Subscriptions" series={startedAndEnded} periods={periods} formatAmount={String} formatShortAmount={integerText} />
        </>
      ) : null}
    </div>
  );
};

interface MetricsProps {
  readonly data: readonly Period[];
  readonly mode: Route['mode'];
  readonly hasDetails: boolean;
}

const MetricsOf = ({ data, mode, hasDetails }: MetricsProps) => {
  const currencies = [...new Set(data.map(({ currency }) => currency))];
  const [chosen, choose] = useState<string | null>(null);
  const ofCurrency = (currency: string): readonly Period[] => data.filter((each) => each.currency === currency);
  // The currency with the most subscriptions is selected by default.
  const activeIn = (currency: string): number => ofCurrency(currency).at(-1)?.active_subscriptions ?? 0;
  const [mainCurrency] = currencies.toSorted((one, other) => activeIn(other) - activeIn(one));
  const currency = chosen ?? mainCurrency;
  if (currency === undefined) {
    return <Empty title="No metrics yet" text="Revenue and subscriptions appear here after the first payment." />;
  }
  const months = ofCurrency(currency);
  return (
    <>
      {currencies.length < 2 ? null : (
        <label class="currency">
          Currency{' '}
          <select value={currency} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {currencies.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
      <Totals {...{ months, mode }} />
      <Charts {...{ months, currency, hasDetails }} />
    </>
  );
};

/** The metrics of the account: totals of the month and charts of the year. */
export const BusinessMetrics = ({ calls, route, onSignedOut, hasDetails }: Props) => {
  const { mode } = route;
  const read = useRead(() => calls.object(mode, 'metrics'), `metrics ${mode}`, onSignedOut);
  return (
    <section aria-label="Metrics">
      <h2 class="unseen">Metrics</h2>
      <Await read={read}>{({ data }) => <MetricsOf {...{ data, mode, hasDetails }} />}</Await>
    </section>
  );
};
