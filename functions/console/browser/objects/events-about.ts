import { EVENT_TYPES } from '../../../../shared/domain/event-types.ts';
import { isRow, type Row, type RowOf } from './rows.ts';

/** Finds the events about an object in the newest pages of the event list. */

/** By screen: the first part of the event types about its objects, such as `invoice` in `invoice.paid`. */
const TYPE_PREFIXES: Readonly<Record<string, string>> = {
  subscriptions: 'subscription',
  invoices: 'invoice',
  credit_notes: 'credit_note',
  payments: 'payment',
  one_shot_payments: 'one_shot_payment',
  refunds: 'refund',
  disputes: 'dispute',
  products: 'product',
  prices: 'price',
  coupons: 'coupon',
  webhook_endpoints: 'webhook_endpoint',
};

type Filters = Readonly<Record<string, string>>;

export interface EventQuery {
  /** The filters with which the page of the object reads the event list. */
  readonly filters: Filters;
  /** If the page of the object did not find all events, it links to the event list with these filters. */
  readonly listFilters: Filters;
  /** The id of the object that the events must be about; `null`: any object. */
  readonly about: string | null;
  readonly pageSize: number;
  readonly maxPages: number;
}

type Event = Pick<RowOf['events'], 'id' | 'type' | 'created' | 'data' | 'previous_attributes'>;

interface EventPage {
  readonly data: readonly Event[];
  readonly has_more: boolean;
}

interface FoundEvents {
  readonly events: readonly Event[];
  /** Whether all events about the object were found. */
  readonly isComplete: boolean;
  /** The number of events that were read, including events about other objects. */
  readonly readCount: number;
}

/** How to find the events about an object (for a customer: also about the customer's objects); `null`: such objects have no events. */
export const eventQueryOf = (screen: string, { id, customer_id: customerId }: Row): EventQuery | null => {
  if (screen === 'customers') {
    const ofCustomer = { customer_id: String(id) };
    return { filters: ofCustomer, listFilters: ofCustomer, about: null, pageSize: 25, maxPages: 1 };
  }
  const prefix = TYPE_PREFIXES[screen];
  if (prefix === undefined) return null;
  const type = EVENT_TYPES.filter((each) => each.startsWith(`${prefix}.`)).join(',');
  const listFilters = typeof customerId === 'string' ? { customer_id: customerId } : { type };
  return { filters: { ...listFilters, type }, listFilters, about: String(id), pageSize: 50, maxPages: 4 };
};

/** Reads pages until the object's `created` event, the end of the list or the maximum number of pages. */
export const readEvents = async (
  eventQuery: EventQuery,
  fetchPage: (query: URLSearchParams) => Promise<EventPage>,
): Promise<FoundEvents> => {
  const { filters, about, pageSize, maxPages } = eventQuery;
  const isAbout = ({ data }: Event): boolean => about === null || (isRow(data) && data['id'] === about);
  const isCreation = ({ type }: Event): boolean => about !== null && type.endsWith('.created');
  let found: FoundEvents = { events: [], isComplete: false, readCount: 0 };
  let after: string | null = null;
  for (let pageCount = 0; pageCount < maxPages && !found.isComplete; pageCount += 1) {
    const query = new URLSearchParams({ ...filters, limit: String(pageSize), ...(after === null ? {} : { starting_after: after }) });
    const { data, has_more: hasMore } = await fetchPage(query);
    const matches = data.filter(isAbout);
    found = {
      events: [...found.events, ...matches],
      isComplete: !hasMore || matches.some(isCreation),
      readCount: found.readCount + data.length,
    };
    after = data.at(-1)?.id ?? null;
  }
  return found;
};
