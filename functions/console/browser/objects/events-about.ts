import { EVENT_TYPES } from '../../../../shared/domain/event-types.ts';
import { isRow, type Row, type RowOf } from './rows.ts';

/** The events that an object's page tells of, looked for in the log as far back as is reasonable. */

/** What the types of its events begin with, by the screen. */
const KINDS: Readonly<Record<string, string>> = {
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

export interface Log {
  /** Of the list of events. */
  readonly filters: Filters;
  /** What the list is narrowed to where members look further themselves. */
  readonly all: Filters;
  /** The object that the events are about; `null`: all of them are reported. */
  readonly about: string | null;
  readonly pageSize: number;
  readonly mostPages: number;
}

type Event = Pick<RowOf['events'], 'id' | 'type' | 'created' | 'data'>;

interface EventPage {
  readonly data: readonly Event[];
  readonly has_more: boolean;
}

interface Report {
  readonly events: readonly Event[];
  /** No further event would be found. */
  readonly isWhole: boolean;
  /** How many events were looked at. */
  readonly looked: number;
}

/** Where the events of an object are; `null`: there are none of such objects. Of a customer, all that concerns it is reported. */
export const logOf = (screen: string, { id, customer_id: customerId }: Row): Log | null => {
  if (screen === 'customers') {
    const ofCustomer = { customer_id: String(id) };
    return { filters: ofCustomer, all: ofCustomer, about: null, pageSize: 25, mostPages: 1 };
  }
  const kind = KINDS[screen];
  if (kind === undefined) return null;
  const type = EVENT_TYPES.filter((each) => each.startsWith(`${kind}.`)).join(',');
  const all = typeof customerId === 'string' ? { customer_id: customerId } : { type };
  return { filters: { ...all, type }, all, about: String(id), pageSize: 50, mostPages: 4 };
};

/** Reads page after page, until the event that made the object, the end of the log or the most pages. */
export const readLog = async (log: Log, page: (query: URLSearchParams) => Promise<EventPage>): Promise<Report> => {
  const { filters, about, pageSize, mostPages } = log;
  const isAbout = ({ data }: Event): boolean => about === null || (isRow(data) && data['id'] === about);
  const madeIt = ({ type }: Event): boolean => about !== null && type.endsWith('.created');
  let reported: Report = { events: [], isWhole: false, looked: 0 };
  let after: string | null = null;
  for (let read = 0; read < mostPages && !reported.isWhole; read += 1) {
    const query = new URLSearchParams({ ...filters, limit: String(pageSize), ...(after === null ? {} : { starting_after: after }) });
    const { data, has_more: hasMore } = await page(query);
    const found = data.filter(isAbout);
    reported = {
      events: [...reported.events, ...found],
      isWhole: !hasMore || found.some(madeIt),
      looked: reported.looked + data.length,
    };
    after = data.at(-1)?.id ?? null;
  }
  return reported;
};
