/**
 * Maximum size of the items of a list. A response of a Lambda function may have 6 MB. Its body is text in JSON, in which quotation marks
 * take two bytes.
 */
const MAX_BYTES = 5_500_000;
/** The most bytes that a character of the items' JSON takes in the response. */
const BYTES_PER_CHARACTER = 3;

const surelyFits = (characters: number, maxBytes: number): boolean => characters * BYTES_PER_CHARACTER <= maxBytes;

const fits = (text: string): boolean => surelyFits(text.length, MAX_BYTES) || Buffer.byteLength(JSON.stringify(text)) <= MAX_BYTES;

/** Number of leading items that fit into `maxBytes` of a response, at least one. `items`: the JSON of each item. */
export const fittingItems = (items: readonly string[], maxBytes = MAX_BYTES): number => {
  if (
    surelyFits(
      items.reduce((total, item) => total + item.length + 1, 0),
      maxBytes,
    )
  )
    return items.length;
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > maxBytes;
  });
  return end === -1 ? items.length : Math.max(1, end);
};

interface PagedList {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const isPagedList = (value: unknown): value is PagedList =>
  isObject(value) && 'has_more' in value && 'data' in value && Array.isArray(value.data);

const shortened = (list: PagedList, maxBytes: number): PagedList => {
  const count = fittingItems(
    list.data.map((item) => JSON.stringify(item)),
    maxBytes,
  );
  return count === list.data.length ? list : { ...list, data: list.data.slice(0, count), has_more: true };
};

/**
 * The JSON of a response. Leaves out the last items of a list that do not fit into one response: the next page begins after the last item
 * that fits. The lists in an object, such as a search result, share the size equally.
 */
export const fittingText = (value: unknown): string => {
  const text = JSON.stringify(value);
  if (fits(text) || !isObject(value)) return text;
  if (isPagedList(value)) return JSON.stringify(shortened(value, MAX_BYTES));
  const lists = Object.entries(value).flatMap(([name, field]) => (isPagedList(field) ? [{ name, list: field }] : []));
  const fitted = lists.map(({ name, list }) => [name, shortened(list, Math.floor(MAX_BYTES / lists.length))]);
  return JSON.stringify({ ...value, ...Object.fromEntries(fitted) });
};
