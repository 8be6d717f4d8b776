import { describe, expect, it } from 'vitest';
import { barChart, lineChart } from '../../functions/console/browser/metrics/chart-shapes.ts';

/** Width of the chart, in SVG units like the other constants. */
const CHART_WIDTH = 480;
/** The width of `Nov 2026` on phones. */
const LABEL_WIDTH = 76;
/** The lower edge of the plot area. */
const BOTTOM = 194;

describe('a bar chart', () => {
  const chart = barChart([
    { name: 'New', amounts: [100, 0, 300] },
    { name: 'Expansion', amounts: [50, 0, 100] },
    { name: 'Churn', amounts: [-200, 0, 0] },
  ]);
  const barOf = (name: string, index: number) => chart.bars.find((bar) => bar.name === name && bar.index === index);
  const zeroY = chart.ticks.find(({ amount }) => amount === 0)?.y ?? Number.NaN;

  it('stacks positive amounts above zero and negative amounts below zero', () => {
    const [newBar, expansion, churn] = [barOf('New', 0), barOf('Expansion', 0), barOf('Churn', 0)];
    expect((newBar?.y ?? 0) + (newBar?.height ?? 0)).toBeCloseTo(zeroY);
    expect((expansion?.y ?? 0) + (expansion?.height ?? 0)).toBeCloseTo(newBar?.y ?? 0);
    expect(churn?.y).toBeCloseTo(zeroY);
    expect(churn?.height).toBeCloseTo(2 * (newBar?.height ?? 0));
  });

  it('has no bars for zero amounts, and no bar outside the plot area', () => {
    expect(chart.bars.map(({ name, index }) => [name, index])).toEqual([
      ['New', 0],
      ['Expansion', 0],
      ['Churn', 0],
      ['New', 2],
      ['Expansion', 2],
    ]);
    for (const { x, y, width, height } of chart.bars) {
      expect(x).toBeGreaterThan(0);
      expect(x + width).toBeLessThanOrEqual(CHART_WIDTH);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(BOTTOM);
    }
  });

  it('labels the last period, and as many other periods as fit', () => {
    const yearChart = barChart([{ name: 'Revenue', amounts: Array.from({ length: 12 }, (_none, index) => index) }]);
    expect(yearChart.labels.map(({ index }) => index)).toEqual([2, 5, 8, 11]);
    expect(chart.labels.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it.each([1, 3, 7, 12, 24, 31, 90])('keeps the labels of %i periods apart and inside the chart', (count) => {
    const { labels } = barChart([{ name: 'Revenue', amounts: Array.from({ length: count }, () => 1) }]);
    const edges = labels.map(({ x }) => [x - LABEL_WIDTH / 2, x + LABEL_WIDTH / 2] as const);
    expect(edges.at(-1)?.[1]).toBeLessThanOrEqual(CHART_WIDTH);
    for (const [position, [left]] of edges.entries()) expect(left).toBeGreaterThan(edges[position - 1]?.[1] ?? 0);
  });
});

describe('a line chart', () => {
  it('has a point for every amount and a closed area', () => {
    const { line, area, ticks } = lineChart([0, 1000, 500]);
    expect(line.match(/[ML]/g)).toEqual(['M', 'L', 'L']);
    expect(line).toMatch(new RegExp(`^M[\\d.]+,${BOTTOM}L`));
    expect(area).toMatch(/Z$/);
    expect(ticks.map(({ amount }) => amount)).toEqual([0, 200, 400, 600, 800, 1000]);
  });

  it.each([[[]], [[0]], [[0, 0, 0]], [[-5, -5]], [[1, 1]]])('draws the amounts %j, with integer ticks', (amounts) => {
    const { line, ticks } = lineChart(amounts);
    expect(line).not.toMatch(/NaN|Infinity/);
    expect(ticks.every(({ amount, y }) => Number.isInteger(amount) && Number.isFinite(y))).toBe(true);
  });
});
