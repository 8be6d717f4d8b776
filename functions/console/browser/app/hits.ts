import type * as v from 'valibot';
import type { SearchResult } from '../../../../shared/api/objects/reports/search-result.ts';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import type { RowOf } from '../objects/rows.ts';
import type { Calls } from './calls.ts';
import { customerName } from './customer-name.ts';
import { money } from './format.ts';

/** Objects that the API finds for a typed text, as rows of a list. */

type Found = v.InferOutput<typeof SearchResult>;

export interface Hit {
  /** The screen that shows the object. */
  readonly screen: keyof RowOf;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly row: RowOf[keyof RowOf];
}

type Kind = Exclude<keyof Found, 'object'>;

const cardText = ({ payment_method: method }: RowOf['payments'] | RowOf['subscriptions']): string =>
  typeof method?.last4 === 'string' ? ` · •••• ${method.last4}` : '';

const HIT_TEXTS: { readonly [Name in Kind]: (row: RowOf[Name]) => Pick<Hit, 'title' | 'detail'> } = {
  customers: (row) => ({ title: customerName(row, row.id), detail: row.name === null ? '' : (row.email ?? '') }),
  invoices: ({ number, buyer, total_cents: cents, currency }) => ({
    title: number,
    detail: `${buyer.name ?? buyer.email ?? ''} · ${money(cents, currency)}`,
  }),
  subscriptions: (row) => ({
    title: customerName(row.customer, row.customer_id),
    detail: `${row.price.product_name}${cardText(row)}`,
  }),
  payments: (row) => ({ title: money(row.amount_cents, row.currency), detail: `${row.status}${cardText(row)}` }),
  products: ({ name, active }) => ({ title: name, detail: active ? '' : 'Archived' }),
  coupons: ({ code, active }) => ({ title: code, detail: active ? '' : 'Archived' }),
};

const KINDS = Object.keys(HIT_TEXTS) as readonly Kind[];

const hitsOf = <Name extends Kind>(screen: Name, found: Found): readonly Hit[] =>
  (found[screen]?.data ?? []).map((row) => ({ screen, id: row.id, row, ...HIT_TEXTS[screen](row as RowOf[Name]) }));

/** Searches the account. Returns nothing if the text has no letter or digit. Throws `CallError`. */
export const search = async (calls: Calls, mode: Mode, text: string, limit: number): Promise<readonly Hit[]> => {
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const found = await calls.search(mode, new URLSearchParams({ query: text, limit: String(limit) }));
  return KINDS.flatMap((kind) => hitsOf(kind, found));
};
