import { money } from '../app/format.ts';
import { Card, useRead } from '../app/parts.tsx';
import { ObjectLink } from './links.tsx';
import type { ScreenProps } from './lists.tsx';
import type { PageParts } from './page-parts.ts';
import type { RowOf } from './rows.ts';

interface SpendingCapProps {
  readonly row: RowOf['payment_links'];
  readonly cents: number;
  readonly screenProps: ScreenProps;
}

/** The spending cap in the currency of the price, which the link does not contain. */
const SpendingCap = ({ row: { price_id: id }, cents, screenProps: { calls, route, onSignedOut } }: SpendingCapProps) => {
  const read = useRead(() => calls.object(route.mode, `prices/${id}`), `${route.mode} ${id}`, onSignedOut);
  return read.kind === 'read' ? money(cents, String(read.value['currency'])) : null;
};

/** The style `once` is that of all values to copy. */
export const PAYMENT_LINK_PAGE: PageParts<RowOf['payment_links']> = {
  Main: ({ row }) => (
    <Card title="Link">
      <div class="body">
        <output class="once">{row.url}</output>
        <a class="button quiet" href={row.url} target="_blank" rel="noreferrer">
          Open page
        </a>
      </div>
    </Card>
  ),
  facts: (row, screenProps) => [
    ['Price', <ObjectLink by="prices" id={row.price_id} onSignedOut={screenProps.onSignedOut} />],
    ['Coupon', row.coupon_code],
    ['Trial', row.trial_days_override === null ? null : `${row.trial_days_override} days`],
    ['Spending cap', row.max_amount_cents == null ? null : <SpendingCap cents={row.max_amount_cents} {...{ row, screenProps }} />],
    ['Max. sales', row.max_sales ?? 'No limit'],
    ['Success URL', row.success_url],
    ['Cancel URL', row.cancel_url],
  ],
};
