import type { ComponentChildren } from 'preact';
import { BOX, barChart, EDGES, type LineChart, lineChart, type Series } from './chart-shapes.ts';

/** Charts, each with a table of its numbers. */

interface ChartProps {
  readonly title: string;
  /** The formatted names of the periods. */
  readonly periods: readonly string[];
  readonly series: readonly Series[];
  /** Formats an amount in full, and in short for labels. */
  readonly formatAmount: (amount: number) => string;
  readonly formatShortAmount: (amount: number) => string;
}

type Axes = Pick<LineChart, 'ticks' | 'labels'>;

const Numbers = ({ title, periods, series, formatAmount }: ChartProps) => (
  <details>
    <summary>As a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page is scrolled by the keyboard too */}
    <section class="table" aria-label={`${title}, as a table`} tabIndex={0}>
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

const Drawing = ({ props, axes, children }: { readonly props: ChartProps; readonly axes: Axes; readonly children: ComponentChildren }) => (
  <svg class="chart" viewBox={BOX} role="img" aria-label={`Chart: ${props.title}`}>
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
  </svg>
);

const Legend = ({ series }: { readonly series: readonly Series[] }) => (
  <ul class="legend">
    {series.map(({ name }, index) => (
      <li key={name} class={`series-${index}`}>
        {name}
      </li>
    ))}
  </ul>
);

const Chart = ({ props, children }: { readonly props: ChartProps; readonly children: ComponentChildren }) => (
  <figure>
    <figcaption>{props.title}</figcaption>
    {children}
    {props.series.length > 1 ? <Legend series={props.series} /> : null}
    <Numbers {...props} />
  </figure>
);

/** A stacked bar chart with one stack of bars per period. */
export const Bars = (props: ChartProps) => {
  const { series, periods, formatAmount } = props;
  const chart = barChart(series);
  return (
    <Chart props={props}>
      <Drawing props={props} axes={chart}>
        {chart.bars.map(({ name, index, x, y, width, height }) => (
          <rect key={`${name} ${index}`} class={`series-${series.findIndex((each) => each.name === name)}`} {...{ x, y, width, height }}>
            <title>{`${periods[index]}, ${name}: ${formatAmount(series.find((each) => each.name === name)?.amounts[index] ?? 0)}`}</title>
          </rect>
        ))}
      </Drawing>
    </Chart>
  );
};

export const Line = (props: ChartProps) => {
  const chart = lineChart(props.series[0]?.amounts ?? []);
  return (
    <Chart props={props}>
      <Drawing props={props} axes={chart}>
        <path class="area" d={chart.area} />
        <path class="line" d={chart.line} />
      </Drawing>
    </Chart>
  );
};
