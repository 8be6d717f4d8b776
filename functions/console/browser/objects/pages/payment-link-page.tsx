import { methodTypeText, money } from '../../app/format.ts';
import { ObjectLink } from '../links.tsx';
import type { RowOf } from '../rows.ts';
import { LinkCard } from './facts.tsx';
import type { PageParts } from './page-parts.ts';

/** A payment link with its `price`, which is `null` if the member may not read prices. */
type LinkWithPrice = RowOf['payment_links'] & { readonly price?: RowOf['prices'] | null };

const spendingCapText = ({ max_amount_cents: cents, price }: LinkWithPrice): string | null =>
  cents === undefined || !price ? null : `${money(cents, price.currency)} per period`;

const trialText = ({ trial_days_override: days, price }: LinkWithPrice): string => {
  const [trialDays, source] = [days ?? price?.trial_days, days === null ? ', as for the price' : ''];
  if (trialDays === undefined) return 'As for the price';
  return trialDays === 0 ? `None${source}` : `${trialDays} days${source}`;
};

/** The maximum number of sales, and how many of them are used. */
const salesText = ({ max_sales: max, sales_count: count }: LinkWithPrice): string => {
  if (max === null) return 'No limit';
  if (count === undefined || count === 0) return String(max);
  return count >= max ? `${max}: all sold or in open checkouts, so the page sells nothing` : `${max}: ${count} sold or in open checkouts`;
};

/** The page of a payment link. */
export const PAYMENT_LINK_PAGE: PageParts<LinkWithPrice> = {
  Main: ({ row }) => <LinkCard url={row.url} />,
  facts: (row, { onSignedOut }) => [
    ['Price', <ObjectLink id={row.price_id} onSignedOut={onSignedOut} />],
    ['Coupon', row.coupon_code ?? 'None'],
    ['Trial', trialText(row)],
    ['Spending cap', spendingCapText(row)],
    ['Payment method', row.payment_method === null ? 'Buyers choose' : methodTypeText(row.payment_method)],
    ['Max. sales', salesText(row)],
    ['Success URL', row.success_url ?? 'A confirmation page'],
    ['Cancel URL', row.cancel_url ?? 'The page of the link'],
  ],
};
