import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { pictureDifference } from '../browser/picture-comparison.ts';

type Color = readonly [number, number, number];
const WHITE: Color = [255, 255, 255];
const BORDER: Color = [227, 229, 234];
const TEXT: Color = [22, 24, 29];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly color: Color;
}

/** A white picture of 60 x 40 pixels with boxes. */
const picture = (...boxes: readonly Box[]): Buffer => {
  const png = new PNG({ width: 60, height: 40 });
  const all = [{ x: 0, y: 0, width: 60, height: 40, color: WHITE }, ...boxes];
  for (const { x, y, width, height, color } of all) {
    for (let row = y; row < y + height; row += 1)
      for (let column = x; column < x + width; column += 1) png.data.set([...color, 255], (row * 60 + column) * 4);
  }
  return PNG.sync.write(png);
};

const border: Box = { x: 5, y: 20, width: 50, height: 1, color: BORDER };
const letter: Box = { x: 10, y: 5, width: 2, height: 9, color: TEXT };

describe('the comparison of screenshots', () => {
  it.each([
    ['the same picture', [border, letter]],
    ['a letter that is rasterised one pixel to the right', [border, { ...letter, x: 11 }]],
    ['slightly different colours', [border, { ...letter, color: [30, 30, 35] as Color }]],
  ])('accepts %s', (_name, boxes) => {
    expect(pictureDifference(picture(...boxes), picture(border, letter))).toBeNull();
  });

  it.each([
    ['a missing border of one pixel', [letter]],
    ['an added border of one pixel', [border, { ...border, y: 30 }, letter]],
    ['a changed colour', [border, { ...letter, color: [179, 38, 30] as Color }]],
    ['a border of another colour', [{ ...border, color: TEXT }, letter]],
    ['a position that differs by three pixels', [border, { ...letter, x: 13 }]],
    ['a missing text', [border]],
  ])('finds %s', (_name, boxes) => {
    expect(pictureDifference(picture(...boxes), picture(border, letter))).toMatch(/^differs in \d+ pixels$/);
  });

  it('finds a picture of another size', () => {
    const smaller = PNG.sync.write(new PNG({ width: 60, height: 39 }));
    expect(pictureDifference(smaller, picture())).toBe('is 60 x 39 pixels instead of 60 x 40');
  });
});
