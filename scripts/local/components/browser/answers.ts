import { callsOf, type Session } from '../../../../functions/console/browser/app/calls.ts';

/** API responses for the components that read data: the console's client runs as it is, and `fetch` returns sample data. */

/** The time of the sample data: 4 November 2026, 9:30 UTC. */
export const NOW = Date.UTC(2026, 10, 4, 9, 30) / 1000;
const DAY = 86_400;

export const LONG_NAME = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft mbH & Co. KG';

export const idOf = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(26, '0')}`;

export const SESSION = {
  object: 'console.session',
  account: { object: 'console.account', id: idOf('acct', 1), name: 'Harbour Tea', suspended: false },
  member: { id: idOf('mem', 1), object: 'console.member', created: NOW, email: 'mara@harbour.example', role: 'owner' },
  scopes: ['*'],
  csrf_token: 'sample',
  expires_at: NOW + DAY,
} as unknown as Session; // Incomplete: the components read no other fields.

export const calls = callsOf({ session: () => SESSION, renew: async () => false });

/** Ids of sample customers: the id decides in which state the activity of a customer is shown. */
export const CUSTOMERS = { full: idOf('cus', 1), empty: idOf('cus', 2), loading: idOf('cus', 3), failing: idOf('cus', 4) } as const;

const listOf = (data: readonly unknown[]): Response => Response.json({ object: 'list', data, has_more: false });
const refusal = (message: string): Response => Response.json({ error: { code: 'insufficient_scope', message } }, { status: 403 });

const customer = (number: number, name: string | null, email: string) => ({ object: 'customer', id: idOf('cus', number), name, email });

const EVENTS = [
  ['invoice.paid', { number: 'INV-000042', total_cents: 5831, currency: 'EUR' }],
  ['payment.failed', { amount_cents: 5831, currency: 'EUR' }],
  ['subscription.canceled', {}],
  ['customer.updated', {}],
].map(([type, data], index) => ({
  object: 'event',
  id: idOf('evt', index),
  type,
  created: NOW - index * DAY,
  data,
  previous_attributes: null,
}));

type Answer = Response | 'never';

/** The responses by a part of the URL; the first match counts. */
const ANSWERS: readonly (readonly [part: string, answer: () => Answer])[] = [
  [`events?customer_id=${CUSTOMERS.loading}`, () => 'never'],
  [`events?customer_id=${CUSTOMERS.failing}`, () => refusal('Your role does not allow this.')],
  [`events?customer_id=${CUSTOMERS.full}`, () => listOf(EVENTS)],
  [
    'invoices/totals',
    () => Response.json({ object: 'invoice_totals', data: [{ currency: 'EUR', count: 12, total_cents: 124_050, amount_due_cents: 5831 }] }),
  ],
  ['/names?', () => listOf([{ id: idOf('cus', 1), name: 'Birgit Lang', owner_id: null }])],
  [`customers/${CUSTOMERS.full}`, () => Response.json(customer(1, 'Birgit Lang', 'birgit@lang.example'))],
  [
    '/customers?',
    () =>
      listOf([
        customer(2, LONG_NAME, 'buchhaltung@donaudampfschifffahrt.example'),
        customer(1, 'Birgit Lang', 'birgit@lang.example'),
        customer(3, null, 'ada@example.com'),
      ]),
  ],
  ['/products?', () => listOf([])],
  ['/prices?', () => 'never'],
  ['/coupons?', () => refusal('Your role does not allow this.')],
];

/** Replaces `fetch` by a function that returns the sample data, or never resolves; other URLs get an empty list. */
export const answerWithSamples = (): void => {
  globalThis.fetch = async (input) => {
    const url = decodeURIComponent(String(input));
    const answer = (ANSWERS.find(([part]) => url.includes(part))?.[1] ?? (() => listOf([])))();
    return answer === 'never' ? new Promise<Response>(() => undefined) : answer;
  };
};
