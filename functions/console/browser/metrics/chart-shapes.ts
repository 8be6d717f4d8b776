import { nice, ticks } from 'd3-array';
import { area, line, stack, stackOffsetDiverging } from 'd3-shape';

/** Where the parts of a chart lie, in the units of its drawing. */

const WIDTH = 480;
const HEIGHT = 220;
const LEFT = 64;
/** As much as the name of the last period is wider than its place. */
const RIGHT = WIDTH - 12;
const TOP = 10;
const BOTTOM = HEIGHT - 26;
const TICKS = 4;
/** Narrower, and the names of the periods would touch. */
const LEAST_STEP = 60;

export const BOX = `0 0 ${WIDTH} ${HEIGHT}`;
/** From where to where the lines of the ticks go, and where what is written next to and below ends and is. */
export const EDGES = { left: LEFT, right: RIGHT, tickText: LEFT - 6, labelText: HEIGHT - 6 } as const;

/** Amounts of the same thing, one for each period. */
export interface Series {
  readonly name: string;
  readonly amounts: readonly number[];
}

interface Axes {
  readonly ticks: readonly { readonly y: number; readonly amount: number }[];
  /** The periods that have space for their names, by their index. */
  readonly labels: readonly { readonly x: number; readonly index: number }[];
}

export interface Bar {
  /** Of its series, and of its period. */
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
  readonly marks: readonly number[];
}

/** From the lowest to the highest amount, and always with the ground: something that is nothing throughout is on it. */
const scaleOf = (amounts: readonly number[]): Scale => {
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const [from, to] = nice(low, low === high ? 1 : high, TICKS);
  const yOf = (amount: number): number => BOTTOM - ((amount - from) / (to - from)) * (BOTTOM - TOP);
  // Amounts are whole: a scale that would be divided finer has fewer marks.
  return { yOf, marks: ticks(from, to, TICKS).filter(Number.isInteger) };
};

const axesOf = ({ yOf, marks }: Scale, columns: readonly Column[]): Axes => {
  const every = Math.max(1, Math.ceil(LEAST_STEP / stepOf(columns.length)));
  const last = columns.length - 1;
  return {
    ticks: marks.map((amount) => ({ amount, y: yOf(amount) })),
    labels: columns.flatMap(({ middle }, index) => ((last - index) % every === 0 ? [{ x: middle, index }] : [])),
  };
};

/** The part of a period's place that its bar takes. */
const BAR_PART = 0.75;

interface Column {
  readonly start: number;
  readonly middle: number;
}

const stepOf = (count: number): number => (RIGHT - LEFT) / Math.max(1, count);

const columnsOf = (count: number): readonly Column[] =>
  Array.from({ length: count }, (_none, index) => {
    const middle = LEFT + (index + 0.5) * stepOf(count);
    return { start: middle - (BAR_PART * stepOf(count)) / 2, middle };
  });

/** Bars of a period stand on each other, those below zero hang from it. */
export const barChart = (series: readonly Series[]): BarChart => {
  const columns = columnsOf(series[0]?.amounts.length ?? 0);
  const stacks = stack<number, string>()
    .keys(series.map(({ name }) => name))
    .value((index, name) => series.find((each) => each.name === name)?.amounts[index] ?? 0)
    .offset(stackOffsetDiverging)([...columns.keys()]);
  const scale = scaleOf(stacks.flatMap((each) => each.flat()));
  const width = BAR_PART * stepOf(columns.length);
  const bars = columns.flatMap(({ start }, index) =>
    stacks.flatMap((each): readonly Bar[] => {
      const [from = 0, to = 0] = each[index] ?? [];
      const [y, height] = [scale.yOf(Math.max(from, to)), Math.abs(scale.yOf(from) - scale.yOf(to))];
      return height === 0 ? [] : [{ name: each.key, index, x: start, y, width, height }];
    }),
  );
  return { bars, ...axesOf(scale, columns) };
};

/** A line through the amounts, and what is below it. */
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
