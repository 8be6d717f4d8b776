/** Rows in the order of their columns, numbers before texts. */
export const inOrder = (one: readonly unknown[], other: readonly unknown[]): number => {
  const at = one.findIndex((value, index) => value !== other[index]);
  if (at < 0) return 0;
  const [left, right] = [one[at], other[at]];
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : 1;
};
