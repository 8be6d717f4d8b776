import { useState } from 'preact/hooks';
import type * as v from 'valibot';
import type { Metrics } from '../../../../shared/api/objects/metrics.ts';
import type { Calls } from '../app/calls.ts';
import { money, monthText, shortMoney } from '../app/format.ts';
import { Shown, useRead } from '../app/parts.tsx';
import { addressOf, type Place, placeAt } from '../app/route.ts';
import { Bars, Line } from './charts.tsx';

/** How the business goes: the metrics of the last twelve months. */

type Period = v.InferOutput<typeof Metrics>['data'][number];

interface Props {
  readonly calls: Calls;
  readonly place: Place;
  readonly signedOut: () => void;
}

const percent = (part: number, whole: number): string => `${Math.round((1000 * part) / whole) / 10} %`;

/** What this month comes to, in addition to the charts. */
const Totals = ({ months, mode }: { readonly months: readonly Period[]; readonly mode: Place['mode'] }) => {
  const [current, before] = [months.at(-1), months.at(-2)];
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
          {before === undefined || before.active_subscriptions === 0 ? null : (
            <span class="soft">{percent(current.churned_subscriptions, before.active_subscriptions)}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>Failed payments this month</dt>
        <dd>
          {current.failed_payments === 0 ? failed : <a href={addressOf(placeAt(mode, 'events', { type: 'payment.failed' }))}>{failed}</a>}
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

/** Of things that are counted there are no halves to write next to a chart. */
const wholes = (count: number): string => (Number.isInteger(count) ? String(count) : '');

const Charts = ({ months, currency }: { readonly months: readonly Period[]; readonly currency: string }) => {
  const periods = months.map((each) => monthText(each.period_start));
  const written = {
    periods,
    amount: (cents: number) => money(cents, currency),
    shortAmount: (cents: number) => shortMoney(cents, currency),
  };
  const begunAndEnded = [
    { name: 'Begun', amounts: months.map((each) => each.new_subscriptions) },
    { name: 'Ended', amounts: months.map((each) => -each.churned_subscriptions) },
  ];
  const moved = MOVEMENTS.map(([name, field]) => ({ name, amounts: months.map((each) => each.mrr_movements[field]) }));
  return (
    <div class="charts">
      <Bars title="Net revenue" series={[{ name: 'Net revenue', amounts: months.map((each) => each.net_revenue_cents) }]} {...written} />
      <Line title="MRR" series={[{ name: 'MRR', amounts: months.map((each) => each.mrr_cents) }]} {...written} />
      <Bars title="What moved MRR" series={moved} {...written} />
      <Bars title="Subscriptions" series={begunAndEnded} periods={periods} amount={String} shortAmount={wholes} />
    </div>
  );
};

const Of = ({ data, mode }: { readonly data: readonly Period[]; readonly mode: Place['mode'] }) => {
  const currencies = [...new Set(data.map(({ currency }) => currency))];
  const [chosen, choose] = useState<string | null>(null);
  const ofCurrency = (currency: string): readonly Period[] => data.filter((each) => each.currency === currency);
  // First shown is the currency with the most subscriptions.
  const activeIn = (currency: string): number => ofCurrency(currency).at(-1)?.active_subscriptions ?? 0;
  const [usual] = currencies.toSorted((one, other) => activeIn(other) - activeIn(one));
  const currency = chosen ?? usual;
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

export const BusinessMetrics = ({ calls, place, signedOut }: Props) => {
  const { mode } = place;
  const read = useRead(() => calls.object<v.InferOutput<typeof Metrics>>(mode, 'metrics'), `metrics ${mode}`, signedOut);
  return (
    <section aria-label="Figures">
      <h2>Figures</h2>
      <Shown read={read}>{({ data }) => <Of key={mode} {...{ data, mode }} />}</Shown>
    </section>
  );
};
