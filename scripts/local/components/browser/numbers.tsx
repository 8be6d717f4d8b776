import { money, shortMoney } from '../../../../functions/console/browser/app/format.ts';
import { Bars, Line } from '../../../../functions/console/browser/metrics/charts.tsx';
import { Stat } from '../../../../functions/console/browser/metrics/metrics.tsx';
import type { ComponentSample } from './specimen.ts';

/** Stat cards and charts. */

const MONTHS = ['Jun 2026', 'Jul 2026', 'Aug 2026', 'Sep 2026', 'Oct 2026', 'Nov 2026'];
const formats = {
  periods: MONTHS,
  formatAmount: (cents: number) => money(cents, 'EUR'),
  formatShortAmount: (cents: number) => shortMoney(cents, 'EUR'),
};

export const STAT_CARD: ComponentSample = {
  name: 'stat-card',
  title: 'StatCard',
  specimens: [
    {
      name: 'changes',
      content: (
        <dl class="stats large">
          <Stat title="Increase" value="€1,240.50" compared={[124_050, 100_000]} previousText="€1,000.00" />
          <Stat title="Decrease" value="€900.00" compared={[90_000, 100_000]} previousText="€1,000.00" />
          <Stat title="No change" value="€1,000.00" compared={[100_000, 100_000]} previousText="€1,000.00" />
          <Stat title="No previous value" value={3} />
        </dl>
      ),
    },
    {
      name: 'long text',
      content: (
        <dl class="stats large">
          <Stat title="Net revenue this month" value={money(99_999_999_999_999, 'EUR')} />
        </dl>
      ),
    },
  ],
};

const revenue = [{ name: 'Net revenue', amounts: [90_000, 120_000, 0, 140_000, 180_000, 60_000] }];
const movements = [
  { name: 'New', amounts: [40_000, 30_000, 20_000, 60_000, 50_000, 10_000] },
  { name: 'Expansion', amounts: [10_000, 0, 5000, 5000, 10_000, 0] },
  { name: 'Churn', amounts: [-10_000, -20_000, -40_000, 0, -5000, -15_000] },
];
const none = [{ name: 'Revenue', amounts: MONTHS.map(() => 0) }];

export const CHART: ComponentSample = {
  name: 'chart',
  title: 'Chart',
  specimens: [
    {
      name: 'bars',
      content: (
        <div class="charts">
          <Bars title="Net revenue" series={revenue} {...formats} />
        </div>
      ),
    },
    {
      name: 'line',
      content: (
        <div class="charts">
          <Line title="MRR" series={revenue} {...formats} />
        </div>
      ),
    },
    {
      name: 'several series',
      content: (
        <div class="charts">
          <Bars title="MRR movements" series={movements} {...formats} />
        </div>
      ),
    },
    {
      name: 'empty',
      content: (
        <div class="charts">
          <Bars title="Revenue" series={none} {...formats} />
        </div>
      ),
    },
  ],
};
