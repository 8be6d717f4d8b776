import { describe, expect, it } from 'vitest';
import { barChart, lineChart } from '../../functions/console/browser/metrics/chart-shapes.ts';

const BOTTOM = 194;

describe('a bar chart', () => {
  const chart = barChart([
    { name: 'New', amounts: [100, 0, 300] },
    { name: 'Expansion', amounts: [50, 0, 100] },
    { name: 'Churn', amounts: [-200, 0, 0] },
  ]);
  const barOf = (name: string, index: number) => chart.bars.find((each) => each.name === name && each.index === index);
  const ground = chart.ticks.find(({ amount }) => amount === 0)?.y ?? Number.NaN;

  it('stacks what rises above the ground and hangs below it what falls', () => {
    const [rise, more, fall] = [barOf('New', 0), barOf('Expansion', 0), barOf('Churn', 0)];
    expect((rise?.y ?? 0) + (rise?.height ?? 0)).toBeCloseTo(ground);
    expect((more?.y ?? 0) + (more?.height ?? 0)).toBeCloseTo(rise?.y ?? 0);
    expect(fall?.y).toBeCloseTo(ground);
    expect(fall?.height).toBeCloseTo(2 * (rise?.height ?? 0));
  });

  it('has no bar of nothing, and each bar within its drawing', () => {
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

  it('names the last period, and of many only as many as have space', () => {
    const many = barChart([{ name: 'Revenue', amounts: Array.from({ length: 12 }, (_none, index) => index) }]);
    expect(many.labels.map(({ index }) => index)).toEqual([1, 3, 5, 7, 9, 11]);
    expect(chart.labels.map(({ index }) => index)).toEqual([0, 1, 2]);
  });
});

describe('a line chart', () => {
  it('goes through every amount, over the ground', () => {
    const { line, area, ticks } = lineChart([0, 1000, 500]);
    expect(line.match(/[ML]/g)).toEqual(['M', 'L', 'L']);
    expect(line).toMatch(new RegExp(`^M[\\d.]+,${BOTTOM}L`));
    expect(area).toMatch(/Z$/);
    expect(ticks.map(({ amount }) => amount)).toEqual([0, 200, 400, 600, 800, 1000]);
  });

  it.each([[[]], [[0]], [[0, 0, 0]], [[-5, -5]], [[1, 1]]])('is drawn also of %j, with whole amounts at its side', (amounts) => {
    const { line, ticks } = lineChart(amounts);
    expect(line).not.toMatch(/NaN|Infinity/);
    expect(ticks.every(({ amount, y }) => Number.isInteger(amount) && Number.isFinite(y))).toBe(true);
  });
});
