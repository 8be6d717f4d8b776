import { useState } from 'preact/hooks';
import type * as v from 'valibot';
import type { Metrics } from '../../../../shared/api/objects/metrics.ts';
import type { Calls } from '../app/calls.ts';
import { money, monthText, shortMoney } from '../app/format.ts';
import { Await, useRead } from '../app/parts.tsx';
import { hrefOf, type Route, routeTo } from '../app/route.ts';
import { Bars, Line } from './charts.tsx';

type Period = v.InferOutput<typeof Metrics>['data'][number];

interface Props {
  readonly calls: Calls;
  readonly route: Route;
  readonly signedOut: () => void;
}

const percent = (part: number, whole: number): string => `${Math.round((1000 * part) / whole) / 10} %`;

/** The totals of the current month. */
const Totals = ({ months, mode }: { readonly months: readonly Period[]; readonly mode: Route['mode'] }) => {
  const [current, previous] = [months.at(-1), months.at(-2)];
  if (current === undefined) return null;
  const failed = String(current.failed_payments);
  return (
    <dl class="totals">
      <div>
        <dt>MRR</dt>
        <dd>{money(current.mrr_cents, current.currency)}</dd>
      </div>
      <div>
        <dt>Active subscriptions</dt>
        <dd>{current.active_subscriptions}</dd>
      </div>
      <div>
        <dt>In a trial</dt>
        <dd>{current.trialing_subscriptions}</dd>
      </div>
      <div>
        <dt>Net revenue this month</dt>
        <dd>{money(current.net_revenue_cents, current.currency)}</dd>
      </div>
      <div>
        <dt>Churned this month</dt>
        <dd>
          {current.churned_subscriptions}{' '}
          {previous === undefined || previous.active_subscriptions === 0 ? null : (
            <span class="soft">{percent(current.churned_subscriptions, previous.active_subscriptions)}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>Failed payments this month</dt>
        <dd>
          {current.failed_payments === 0 ? failed : <a href={hrefOf(routeTo(mode, 'events', { type: 'payment.failed' }))}>{failed}</a>}
        </dd>
      </div>
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
const countText = (count: number): string => (Number.isInteger(count) ? String(count) : '');

const Charts = ({ months, currency }: { readonly months: readonly Period[]; readonly currency: string }) => {
  const periods = months.map((each) => monthText(each.period_start));
  const formats = {
    periods,
    formatAmount: (cents: number) => money(cents, currency),
    formatShortAmount: (cents: number) => shortMoney(cents, currency),
  };
  const startedAndEnded = [
    { name: 'Begun', amounts: months.map((each) => each.new_subscriptions) },
    { name: 'Ended', amounts: months.map((each) => -each.churned_subscriptions) },
  ];
  const movements = MOVEMENTS.map(([name, field]) => ({ name, amounts: months.map((each) => each.mrr_movements[field]) }));
  return (
    <div class="charts">
      <Bars title="Net revenue" series={[{ name: 'Net revenue', amounts: months.map((each) => each.net_revenue_cents) }]} {...formats} />
      <Line title="MRR" series={[{ name: 'MRR', amounts: months.map((each) => each.mrr_cents) }]} {...formats} />
      <Bars title="What moved MRR" series={movements} {...formats} />
      <Bars title="Subscriptions" series={startedAndEnded} periods={periods} formatAmount={String} formatShortAmount={countText} />
    </div>
  );
};

const MetricsOf = ({ data, mode }: { readonly data: readonly Period[]; readonly mode: Route['mode'] }) => {
  const currencies = [...new Set(data.map(({ currency }) => currency))];
  const [chosen, choose] = useState<string | null>(null);
  const ofCurrency = (currency: string): readonly Period[] => data.filter((each) => each.currency === currency);
  // The currency with the most subscriptions is shown first.
  const activeIn = (currency: string): number => ofCurrency(currency).at(-1)?.active_subscriptions ?? 0;
  const [mainCurrency] = currencies.toSorted((one, other) => activeIn(other) - activeIn(one));
  const currency = chosen ?? mainCurrency;
  if (currency === undefined) return <p>There are no figures yet: they begin with the first payment or subscription.</p>;
  const months = ofCurrency(currency);
  return (
    <>
      {currencies.length < 2 ? null : (
        <label class="currency">
          Currency{' '}
          <select class="role" value={currency} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {currencies.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
      <Totals {...{ months, mode }} />
      <Charts {...{ months, currency }} />
    </>
  );
};

export const BusinessMetrics = ({ calls, route, signedOut }: Props) => {
  const { mode } = route;
  const read = useRead(() => calls.object(mode, 'metrics'), `metrics ${mode}`, signedOut);
  return (
    <section aria-label="Figures">
      <h2>Figures</h2>
      <Await read={read}>{({ data }) => <MetricsOf key={mode} {...{ data, mode }} />}</Await>
    </section>
  );
};
