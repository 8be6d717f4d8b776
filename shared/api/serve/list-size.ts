/**
 * Maximum size of the items of a list. A response of a Lambda function may have 6 MB. Its body is text in JSON, in which quotation marks
 * take two bytes.
 */
const MAX_BYTES = 5_500_000;
/** The most bytes that a character of the items' JSON takes in the response. */
const BYTES_PER_CHARACTER = 3;

const surelyFits = (characters: number): boolean => characters * BYTES_PER_CHARACTER <= MAX_BYTES;

/** Number of leading items that fit into a response, at least one. `items`: the JSON of each item. */
export const fittingItems = (items: readonly string[]): number => {
  if (surelyFits(items.reduce((total, item) => total + item.length + 1, 0))) return items.length;
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > MAX_BYTES;
  });
  return end === -1 ? items.length : Math.max(1, end);
};

interface PagedList {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
}

const isPagedList = (value: unknown): value is PagedList =>
  typeof value === 'object' && value !== null && 'has_more' in value && 'data' in value && Array.isArray(value.data);

/**
 * The JSON of a response. Leaves out the last items of a list that do not fit into one response: the next page begins after the last item
 * that fits.
 */
export const fittingText = (value: unknown): string => {
  const text = JSON.stringify(value);
  if (surelyFits(text.length) || !isPagedList(value)) return text;
  const count = fittingItems(value.data.map((item) => JSON.stringify(item)));
  return count === value.data.length ? text : JSON.stringify({ ...value, data: value.data.slice(0, count), has_more: true });
};
