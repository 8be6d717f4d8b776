/** Compares two rows column by column: numbers by value, everything else as text. */
export const compareRows = (left: readonly unknown[], right: readonly unknown[]): number => {
  const column = left.findIndex((value, index) => value !== right[index]);
  if (column < 0) return 0;
  const [leftValue, rightValue] = [left[column], right[column]];
  if (typeof leftValue === 'number' && typeof rightValue === 'number') return leftValue - rightValue;
  return String(leftValue) < String(rightValue) ? -1 : 1;
};
