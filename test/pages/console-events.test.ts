import { describe, expect, it } from 'vitest';
import { eventQueryOf, readEvents } from '../../functions/console/browser/objects/events-about.ts';

const event = (number: number, type: string, dataId: string) => ({
  id: `evt_${number}`,
  type,
  created: number,
  data: { id: dataId },
  previous_attributes: null,
});

/** Fakes the paginated event list with pages of `size` events. `queries` are the received queries. */
const listOf = (events: readonly ReturnType<typeof event>[], size: number) => {
  const queries: string[] = [];
  const page = async (query: URLSearchParams) => {
    const after = query.get('starting_after');
    queries.push(query.toString());
    const from = after === null ? 0 : events.findIndex(({ id }) => id === after) + 1;
    return { data: events.slice(from, from + size), has_more: from + size < events.length };
  };
  return { page, queries };
};

const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

describe('the event history of an object in the console', () => {
  it('is read page by page until the event about the creation of the object', async () => {
    const ofInvoice = eventQueryOf('invoices', { id: 'inv_1', customer_id: 'cus_1' }) ?? expect.fail();
    const { page, queries } = listOf(
      [
        event(9, 'invoice.paid', 'inv_2'),
        event(8, 'invoice.paid', 'inv_1'),
        event(7, 'invoice.created', 'inv_2'),
        event(6, 'invoice.created', 'inv_1'),
        event(5, 'invoice.paid', 'inv_0'),
        event(4, 'invoice.created', 'inv_0'),
      ],
      2,
    );
    const history = await readEvents(ofInvoice, page);
    expect([idsOf(history.events), history.isComplete, history.readCount]).toEqual([['evt_8', 'evt_6'], true, 4]);
    expect(queries.map((query) => new URLSearchParams(query).get('starting_after'))).toEqual([null, 'evt_8']);
    const [first] = queries.map((query) => new URLSearchParams(query));
    expect([first?.get('customer_id'), first?.get('type')]).toEqual([
      'cus_1',
      'invoice.created,invoice.paid,invoice.payment_failed,invoice.voided,invoice.marked_uncollectible,invoice.upcoming',
    ]);
  });

  it('is read to the end of the list if no event is about the creation, and is incomplete if the maximum number of pages is reached first', async () => {
    const ofPayment = eventQueryOf('payments', { id: 'pay_1', customer_id: 'cus_1' }) ?? expect.fail();
    // Only the oldest of ten events is about the payment.
    const events = Array.from({ length: 10 }, (_, index) => event(10 - index, 'payment.succeeded', index === 9 ? 'pay_1' : 'pay_2'));
    const complete = await readEvents(ofPayment, listOf(events.slice(7), 2).page);
    expect([idsOf(complete.events), complete.isComplete, complete.readCount]).toEqual([['evt_1'], true, 3]);
    const { page, queries } = listOf(events, 1);
    const limited = await readEvents(ofPayment, page);
    expect([limited.events, limited.isComplete, limited.readCount, queries.length]).toEqual([[], false, 4, 4]);
  });

  it('is one page for customers, filtered by type for products and refunds, and absent for API keys, clocks and tax rates', async () => {
    const ofCustomer = eventQueryOf('customers', { id: 'cus_1' }) ?? expect.fail();
    const { page, queries } = listOf([event(2, 'invoice.paid', 'inv_1'), event(1, 'customer.created', 'cus_1')], 1);
    const history = await readEvents(ofCustomer, page);
    expect([idsOf(history.events), history.isComplete, queries.length, ofCustomer.filters]).toEqual([
      ['evt_2'],
      false,
      1,
      { customer_id: 'cus_1' },
    ]);
    expect(eventQueryOf('products', { id: 'prod_1' })?.filters).toEqual({ type: 'product.created,product.updated,product.archived' });
    expect(eventQueryOf('refunds', { id: 're_1' })?.filters).toEqual({ type: 'refund.created,refund.succeeded,refund.failed' });
    expect(['api_keys', 'test_clocks', 'tax_rates'].map((screen) => eventQueryOf(screen, { id: 'x' }))).toEqual([null, null, null]);
  });
});
