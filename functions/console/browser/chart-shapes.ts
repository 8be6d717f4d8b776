import { scaleBand, scaleLinear } from 'd3-scale';
import { area, line, stack, stackOffsetDiverging } from 'd3-shape';

/** Where the parts of a chart lie, in the units of its drawing. */

const WIDTH = 480;
const HEIGHT = 220;
const LEFT = 64;
const TOP = 10;
const BOTTOM = HEIGHT - 26;
const TICKS = 4;
/** Narrower, and the names of the periods would touch. */
const LEAST_STEP = 60;

export const BOX = `0 0 ${WIDTH} ${HEIGHT}`;
/** From where to where the lines of the ticks go, and where what is written beside and below ends and stands. */
export const EDGES = { left: LEFT, right: WIDTH, tickText: LEFT - 6, labelText: HEIGHT - 6 } as const;

/** Amounts of the same thing, one for each period. */
export interface Series {
  readonly name: string;
  readonly amounts: readonly number[];
}

interface Axes {
  readonly ticks: readonly { readonly y: number; readonly amount: number }[];
  /** The periods that have room for their names, by their index. */
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

/** Amounts are whole: a scale that would be divided finer has fewer ticks. Something that is nothing throughout lies on the ground. */
const heights = (amounts: readonly number[]) => {
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  return scaleLinear([low, low === high ? 1 : high], [BOTTOM, TOP]).nice(TICKS);
};

const axesOf = (scale: ReturnType<typeof heights>, middles: readonly number[]): Axes => {
  const step = middles.length < 2 ? WIDTH : (middles[1] ?? 0) - (middles[0] ?? 0);
  const every = Math.max(1, Math.ceil(LEAST_STEP / step));
  const last = middles.length - 1;
  return {
    ticks: scale
      .ticks(TICKS)
      .filter(Number.isInteger)
      .map((amount) => ({ amount, y: scale(amount) })),
    labels: middles.flatMap((x, index) => ((last - index) % every === 0 ? [{ x, index }] : [])),
  };
};

const bandsOf = (count: number) => {
  const bands = scaleBand(
    Array.from({ length: count }, (_none, index) => index),
    [LEFT, WIDTH],
  ).padding(0.25);
  return { bands, startOf: (index: number): number => bands(index) ?? LEFT };
};

/** Bars of a period stand on each other, those below zero hang from it. */
export const barChart = (series: readonly Series[]): BarChart => {
  const count = series[0]?.amounts.length ?? 0;
  const { bands, startOf } = bandsOf(count);
  const periods = Array.from({ length: count }, (_none, index) => index);
  const stacks = stack<number, string>()
    .keys(series.map(({ name }) => name))
    .value((index, name) => series.find((each) => each.name === name)?.amounts[index] ?? 0)
    .offset(stackOffsetDiverging)(periods);
  const scale = heights(stacks.flatMap((each) => each.flat()));
  const width = bands.bandwidth();
  const bars = stacks.flatMap((each) =>
    each.flatMap(([from, to], index) => {
      const [y, height] = [scale(Math.max(from, to)), Math.abs(scale(from) - scale(to))];
      return height === 0 ? [] : [{ name: each.key, index, x: startOf(index), y, width, height }];
    }),
  );
  return {
    bars,
    ...axesOf(
      scale,
      periods.map((index) => startOf(index) + width / 2),
    ),
  };
};

/** A line through the amounts, and what lies below it. */
export const lineChart = (amounts: readonly number[]): LineChart => {
  const { bands, startOf } = bandsOf(amounts.length);
  const middles = amounts.map((_amount, index) => startOf(index) + bands.bandwidth() / 2);
  const scale = heights(amounts);
  const xOf = (_amount: number, index: number): number => middles[index] ?? LEFT;
  return {
    line: line<number>(xOf, (amount) => scale(amount))(amounts) ?? '',
    area: area<number>(xOf, scale(0), (amount) => scale(amount))(amounts) ?? '',
    ...axesOf(scale, middles),
  };
};
