import { hasScope } from '../../app/calls.ts';
import { Await, Card, DateTime, useRead } from '../../app/parts.tsx';
import { hrefOf, objectRoute, routeTo } from '../../app/route.ts';
import type { ScreenProps } from '../lists.tsx';
import { type Redemption, readRedemptions, redemptionFilters } from '../redemptions.ts';
import type { RowOf } from '../rows.ts';
import { DataTable } from '../table.tsx';

/** A card that lists who redeemed a coupon, and how much it deducted. `null` for members who may not read the audit log. */
export const RedemptionsCard = ({ row, screenProps }: { readonly row: RowOf['coupons']; readonly screenProps: ScreenProps }) => {
  const { calls, route, session, onSignedOut } = screenProps;
  const { mode } = route;
  const mayRead = hasScope(session, 'audit_logs:read');
  const none = { redemptions: [], hasMore: false };
  const read = useRead(
    () => (mayRead ? readRedemptions(calls, mode, row.id) : Promise.resolve(none)),
    `redemptions ${mode} ${row.id} ${row.times_redeemed}`,
    onSignedOut,
  );
  if (!mayRead) return null;
  const all = hrefOf(routeTo(mode, 'audit_logs', redemptionFilters(row.id)));
  return (
    <Card title="Redemptions" action={read.kind === 'read' && read.value.hasMore ? <a href={all}>View all</a> : null}>
      <Await read={read}>
        {({ redemptions }) =>
          redemptions.length === 0 ? (
            <p class="body soft">
              {row.times_redeemed === 0 ? 'Nobody has redeemed the coupon yet.' : 'No redemptions in the last 400 days.'}
            </p>
          ) : (
            <>
              <DataTable<Redemption>
                label="Redemptions"
                rows={redemptions}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: 'Customer',
                    cell: ({ customer }) =>
                      customer === null ? (
                        '–'
                      ) : (
                        <a href={hrefOf(objectRoute(mode, 'customers', customer.id))}>{customer.name ?? customer.id}</a>
                      ),
                  },
                  {
                    title: 'Subscription',
                    cell: ({ subscriptionId, subscriptionName }) => (
                      <a href={hrefOf(objectRoute(mode, 'subscriptions', subscriptionId))}>{subscriptionName ?? subscriptionId}</a>
                    ),
                  },
                  { title: 'Redeemed', isTime: true, cell: ({ at }) => <DateTime seconds={at} /> },
                  { title: 'Amount off', isNumber: true, cell: ({ amountOff }) => amountOff },
                ]}
              />
              <p class="body soft">The amount off is the sum of the discounts on the invoices of the subscription so far.</p>
            </>
          )
        }
      </Await>
    </Card>
  );
};
