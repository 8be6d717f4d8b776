import { describe, expect, it } from 'vitest';
import { barChart, lineChart } from '../../functions/console/browser/metrics/chart-shapes.ts';

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
    const [rise, more, fall] = [barOf('New', 0), barOf('Expansion', 0), barOf('Churn', 0)];
    expect((rise?.y ?? 0) + (rise?.height ?? 0)).toBeCloseTo(zeroY);
    expect((more?.y ?? 0) + (more?.height ?? 0)).toBeCloseTo(rise?.y ?? 0);
    expect(fall?.y).toBeCloseTo(zeroY);
    expect(fall?.height).toBeCloseTo(2 * (rise?.height ?? 0));
  });

  it('has no bar for zero, and all bars inside the drawing', () => {
    expect(chart.bars.map(({ name, index }) => [name, index])).toEqual([
      ['New', 0],
      ['Expansion', 0],
      ['Churn', 0],
      ['New', 2],
      ['Expansion', 2],
    ]);
    for (const { x, y, width, height } of chart.bars) {
      expect(x).toBeGreaterThan(0);
      expect(x + width).toBeLessThanOrEqual(480);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(BOTTOM);
    }
  });

  it('labels the last period, and as many other periods as fit', () => {
    const many = barChart([{ name: 'Revenue', amounts: Array.from({ length: 12 }, (_none, index) => index) }]);
    expect(many.labels.map(({ index }) => index)).toEqual([1, 3, 5, 7, 9, 11]);
    expect(chart.labels.map(({ index }) => index)).toEqual([0, 1, 2]);
  });
});

describe('a line chart', () => {
  it('has a point for every amount and fills the area above zero', () => {
    const { line, area, ticks } = lineChart([0, 1000, 500]);
    expect(line.match(/[ML]/g)).toEqual(['M', 'L', 'L']);
    expect(line).toMatch(new RegExp(`^M[\\d.]+,${BOTTOM}L`));
    expect(area).toMatch(/Z$/);
    expect(ticks.map(({ amount }) => amount)).toEqual([0, 200, 400, 600, 800, 1000]);
  });

  it.each([[[]], [[0]], [[0, 0, 0]], [[-5, -5]], [[1, 1]]])('can draw %j, with integer ticks', (amounts) => {
    const { line, ticks } = lineChart(amounts);
    expect(line).not.toMatch(/NaN|Infinity/);
    expect(ticks.every(({ amount, y }) => Number.isInteger(amount) && Number.isFinite(y))).toBe(true);
  });
});
