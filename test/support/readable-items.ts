import type { Item } from '../../shared/store/core/table.ts';
import { eventIn } from '../../shared/store/event-log/event-text.ts';

/**
 * Returns the item with the text of its event instead of the compressed text, so that a test can search it. A service that reads such an
 * item from the table understands it: earlier releases stored events like this.
 */
export const readableItem = <T extends Readonly<Record<string, unknown>>>(item: T): T => {
  if (item['packed'] === undefined) return item;
  const { packed: _packed, dictionary: _dictionary, ...rest } = item;
  return { ...rest, json: eventIn(item as unknown as Item)?.json } as unknown as T;
};
