import { nice, ticks } from 'd3-array';
import { area, line, stack, stackOffsetDiverging } from 'd3-shape';

/** Computes the shapes of charts, in SVG units. */

const WIDTH = 480;
const HEIGHT = 220;
const LEFT = 64;
const TOP = 10;
const BOTTOM = HEIGHT - 26;
const TICKS = 4;
/** The width of the longest period label, on phones, where labels are largest. */
const LABEL_WIDTH = 76;
/** Minimum distance between period labels. */
const MIN_LABEL_DISTANCE = LABEL_WIDTH + 8;
/** Leaves space for the right half of the last label. */
const RIGHT = WIDTH - LABEL_WIDTH / 2;

/** The view box of a chart. */
export const VIEW_BOX = `0 0 ${WIDTH} ${HEIGHT}`;
/** Start and end of the tick lines, right edge of the tick labels and baseline of the period labels. */
export const EDGES = { left: LEFT, right: RIGHT, tickText: LEFT - 6, labelText: HEIGHT - 6 } as const;

/** The amounts of a data series, one per period. */
export interface Series {
  readonly name: string;
  readonly amounts: readonly number[];
}

interface Axes {
  readonly ticks: readonly { readonly y: number; readonly amount: number }[];
  /** The labels that fit. `x`: the middle of the label; `index`: the index of its period. */
  readonly labels: readonly { readonly x: number; readonly index: number }[];
  /** The whole area of each period. */
  readonly columns: readonly { readonly x: number; readonly y: number; readonly width: number; readonly height: number }[];
}

export interface Bar {
  /** The name of the series to which the bar belongs, and the index of its period. */
  readonly name: string;
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface BarChart extends Axes {
  readonly bars: readonly Bar[];
}

export interface LineChart extends Axes {
  readonly line: string;
  readonly area: string;
}

interface Scale {
  readonly yOf: (amount: number) => number;
  readonly tickAmounts: readonly number[];
}

/** A vertical scale that contains zero and all amounts. */
const scaleOf = (amounts: readonly number[]): Scale => {
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const [from, to] = nice(low, low === high ? 1 : high, TICKS);
  const yOf = (amount: number): number => BOTTOM - ((amount - from) / (to - from)) * (BOTTOM - TOP);
  // Amounts are integers, so fractional ticks are dropped.
  return { yOf, tickAmounts: ticks(from, to, TICKS).filter(Number.isInteger) };
};

const axesOf = ({ yOf, tickAmounts }: Scale, columns: readonly Column[]): Axes => {
  const width = columnWidthOf(columns.length);
  const labelInterval = Math.max(1, Math.ceil(MIN_LABEL_DISTANCE / width));
  const last = columns.length - 1;
  return {
    ticks: tickAmounts.map((amount) => ({ amount, y: yOf(amount) })),
    labels: columns.flatMap(({ middle }, index) => ((last - index) % labelInterval === 0 ? [{ x: middle, index }] : [])),
    columns: columns.map(({ middle }) => ({ x: middle - width / 2, y: TOP, width, height: BOTTOM - TOP })),
  };
};

/** The width of a bar as a share of the width of its column. */
const BAR_SHARE = 0.75;

interface Column {
  /** The left edge of the column's bars. */
  readonly start: number;
  readonly middle: number;
}

const columnWidthOf = (count: number): number => (RIGHT - LEFT) / Math.max(1, count);

const columnsOf = (count: number): readonly Column[] =>
  Array.from({ length: count }, (_none, index) => {
    const middle = LEFT + (index + 0.5) * columnWidthOf(count);
    return { start: middle - (BAR_SHARE * columnWidthOf(count)) / 2, middle };
  });

/** A stacked bar chart; negative amounts are stacked below zero. */
export const barChart = (series: readonly Series[]): BarChart => {
  const columns = columnsOf(series[0]?.amounts.length ?? 0);
  const stacks = stack<number, string>()
    .keys(series.map(({ name }) => name))
    .value((index, name) => series.find((each) => each.name === name)?.amounts[index] ?? 0)
    .offset(stackOffsetDiverging)([...columns.keys()]);
  const scale = scaleOf(stacks.flatMap((each) => each.flat()));
  const width = BAR_SHARE * columnWidthOf(columns.length);
  const bars = columns.flatMap(({ start }, index) =>
    stacks.flatMap((each): readonly Bar[] => {
      const [from = 0, to = 0] = each[index] ?? [];
      const [y, height] = [scale.yOf(Math.max(from, to)), Math.abs(scale.yOf(from) - scale.yOf(to))];
      return height === 0 ? [] : [{ name: each.key, index, x: start, y, width, height }];
    }),
  );
  return { bars, ...axesOf(scale, columns) };
};

/** A line through the amounts, and the area between this line and zero. */
export const lineChart = (amounts: readonly number[]): LineChart => {
  const columns = columnsOf(amounts.length);
  const scale = scaleOf(amounts);
  const xOf = (_amount: number, index: number): number => columns[index]?.middle ?? LEFT;
  return {
    line: line<number>(xOf, scale.yOf)(amounts) ?? '',
    area: area<number>(xOf, scale.yOf(0), scale.yOf)(amounts) ?? '',
    ...axesOf(scale, columns),
  };
};
