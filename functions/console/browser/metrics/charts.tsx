import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { barChart, EDGES, type LineChart, lineChart, type Series, VIEW_BOX } from './chart-shapes.ts';

/**
 * Charts, each with a table of its numbers unless the page lists them. Pointing at a period, or selecting it with the arrow keys, shows its
 * values.
 */

interface ChartProps {
  readonly title: string;
  /** The formatted names of the periods. */
  readonly periods: readonly string[];
  readonly series: readonly Series[];
  readonly formatAmount: (amount: number) => string;
  /** For the labels of the amount axis. */
  readonly formatShortAmount: (amount: number) => string;
  /** The page lists the numbers of the chart, so the chart needs no table. */
  readonly isListed?: true;
}

type Axes = Pick<LineChart, 'ticks' | 'labels' | 'columns'>;

const NumbersTable = ({ title, periods, series, formatAmount }: ChartProps) => (
  <details>
    <summary>View as table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page is scrolled by the keyboard too */}
    <section class="table wide" aria-label={`${title}, as a table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Period</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.map((period, index) => (
            <tr key={period}>
              <th scope="row">{period}</th>
              {series.map(({ name, amounts }) => (
                <td key={name} class="number">
                  {formatAmount(amounts[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
);

/** The values of a period: `Nov 2026: Revenue after refunds €12.00`. If there are several, series with 0 in the period are omitted. */
const valuesText = ({ periods, series, formatAmount }: ChartProps, period: number): string => {
  const values = series.map(({ name, amounts }) => ({ name, amount: amounts[period] ?? 0 }));
  const shown = values.length === 1 ? values : values.filter(({ amount }) => amount !== 0);
  const text = shown.map(({ name, amount }) => `${name} ${formatAmount(amount)}`).join(', ');
  return `${periods[period]}: ${text === '' ? formatAmount(0) : text}`;
};

/** The index of the period that a key selects; `undefined`: none. `selected`: the index of the period selected before; `null`: none. */
const periodAfter = (key: string, selected: number | null, last: number): number | undefined => {
  const periods: Readonly<Record<string, number>> = {
    ArrowLeft: Math.max(0, (selected ?? last + 1) - 1),
    ArrowRight: Math.min(last, (selected ?? last - 1) + 1),
    Home: 0,
    End: last,
  };
  return periods[key];
};

interface DrawingProps {
  readonly props: ChartProps;
  readonly axes: Axes;
  readonly selected: number | null;
  readonly select: (period: number | null) => void;
  readonly children: ComponentChildren;
}

const Drawing = ({ props, axes, selected, select, children }: DrawingProps) => {
  const last = props.periods.length - 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    const period = event.key === 'Escape' ? null : periodAfter(event.key, selected, last);
    if (period === undefined) return;
    select(period);
    event.preventDefault();
  };
  return (
    <div
      class="plot"
      role="slider"
      tabIndex={0}
      aria-label={`Chart: ${props.title}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={selected ?? last}
      aria-valuetext={valuesText(props, selected ?? last)}
      onKeyDown={onKeyDown}
      onBlur={() => select(null)}
      onPointerLeave={() => select(null)}
    >
      <svg class="chart" viewBox={VIEW_BOX} aria-hidden="true">
        {axes.ticks.map(({ y, amount }) => (
          <g key={amount}>
            <line class={amount === 0 ? 'ground' : 'tick'} x1={EDGES.left} x2={EDGES.right} y1={y} y2={y} />
            <text class="tick" x={EDGES.tickText} y={y} text-anchor="end" dominant-baseline="middle">
              {props.formatShortAmount(amount)}
            </text>
          </g>
        ))}
        {axes.labels.map(({ x, index }) => (
          <text key={index} x={x} y={EDGES.labelText} text-anchor="middle">
            {props.periods[index]}
          </text>
        ))}
        {children}
        {axes.columns.map((column, index) => (
          <rect
            key={props.periods[index]}
            class={`column${index === selected ? ' at' : ''}`}
            {...column}
            onPointerEnter={() => select(index)}
            onPointerDown={() => select(index)}
          />
        ))}
      </svg>
    </div>
  );
};

const Legend = ({ series }: { readonly series: readonly Series[] }) => (
  <ul class="legend">
    {series.map(({ name }, index) => (
      <li key={name} class={`series-${index}`}>
        {name}
      </li>
    ))}
  </ul>
);

const Chart = ({ props, axes, children }: Pick<DrawingProps, 'props' | 'axes' | 'children'>) => {
  const [selected, select] = useState<number | null>(null);
  return (
    <figure>
      <figcaption>
        {props.title}
        <span>{selected === null ? null : valuesText(props, selected)}</span>
      </figcaption>
      <Drawing {...{ props, axes, selected, select }}>{children}</Drawing>
      {props.series.length > 1 ? <Legend series={props.series} /> : null}
      {props.isListed ? null : <NumbersTable {...props} />}
    </figure>
  );
};

/** A stacked bar chart with one stack of bars per period. */
export const Bars = (props: ChartProps) => {
  const chart = barChart(props.series);
  return (
    <Chart props={props} axes={chart}>
      {chart.bars.map(({ name, index, x, y, width, height }) => (
        <rect
          key={`${name} ${index}`}
          class={`value series-${props.series.findIndex((each) => each.name === name)}`}
          {...{ x, y, width, height }}
        />
      ))}
    </Chart>
  );
};

/** A line chart of the first series. */
export const Line = (props: ChartProps) => {
  const chart = lineChart(props.series[0]?.amounts ?? []);
  return (
    <Chart props={props} axes={chart}>
      <path class="area" d={chart.area} />
      <path class="line" d={chart.line} />
    </Chart>
  );
};
