import { money, shortMoney } from '../../../../functions/console/browser/app/format.ts';
import { Card, CopyId, DateTime, Facts } from '../../../../functions/console/browser/app/parts.tsx';
import { routeTo } from '../../../../functions/console/browser/app/route.ts';
import { SCREENS } from '../../../../functions/console/browser/app/screen-lists.ts';
import type { Screen } from '../../../../functions/console/browser/app/screen-types.ts';
import { Activity } from '../../../../functions/console/browser/objects/activity.tsx';
import { StatusBadge } from '../../../../functions/console/browser/objects/status.tsx';
import { CUSTOMERS, calls, idOf, LONG_NAME, NOW, SESSION } from './answers.ts';
import type { ComponentSample } from './specimen.ts';

/** Values of objects. */

const subscription = (fields: Readonly<Record<string, unknown>>) => ({
  object: 'subscription',
  status: 'active',
  cancel_at_period_end: false,
  current_period_end: NOW + 30 * 86_400,
  renewal_state: 'scheduled',
  trial_end: null,
  ...fields,
});
const invoice = (fields: Readonly<Record<string, unknown>>) => ({
  object: 'invoice',
  status: 'open',
  total_cents: 5831,
  amount_credited_cents: 0,
  next_payment_attempt: null,
  ...fields,
});
const payment = (fields: Readonly<Record<string, unknown>>) => ({
  object: 'payment',
  status: 'succeeded',
  amount_cents: 5831,
  amount_refunded_cents: 0,
  amount_disputed_cents: 0,
  ...fields,
});

const badges = (rows: readonly unknown[]) => (
  <p class="row">
    {rows.map((row, index) => (
      <StatusBadge key={index} row={row} />
    ))}
  </p>
);

export const STATUS_BADGE: ComponentSample = {
  name: 'status-badge',
  title: 'StatusBadge',
  specimens: [
    {
      name: 'subscriptions',
      content: badges([
        subscription({}),
        subscription({ trial_end: NOW + 30 * 86_400 }),
        subscription({ status: 'past_due' }),
        subscription({ cancel_at_period_end: true }),
        subscription({ renewal_state: 'paused' }),
        subscription({ status: 'canceled' }),
      ]),
    },
    {
      name: 'invoices',
      content: badges([
        invoice({}),
        invoice({ status: 'paid' }),
        invoice({ next_payment_attempt: NOW + 86_400 }),
        invoice({ status: 'paid', amount_credited_cents: 100 }),
        invoice({ status: 'paid', amount_credited_cents: 5831 }),
        invoice({ status: 'void' }),
        invoice({ status: 'uncollectible' }),
      ]),
    },
    {
      name: 'payments and others',
      content: badges([
        payment({}),
        payment({ status: 'pending' }),
        payment({ status: 'failed' }),
        payment({ amount_refunded_cents: 100 }),
        payment({ amount_disputed_cents: 5831 }),
        { object: 'webhook_delivery', status: 'pending', attempt_count: 2 },
        { object: 'customer', email_delivery: { status: 'bounced' } },
        { object: 'product', active: false },
      ]),
    },
  ],
};

export const MONEY: ComponentSample = {
  name: 'money',
  title: 'Money',
  specimens: [
    {
      name: 'amounts',
      content: (
        <Facts
          facts={[
            ['Euro', money(5831, 'EUR')],
            ['Large', money(99_999_999_999, 'EUR')],
            ['Negative', money(-5831, 'EUR')],
            ['Zero', money(0, 'EUR')],
            ['No decimals', money(5831, 'JPY')],
            ['Short', shortMoney(1_234_567, 'EUR')],
          ]}
        />
      ),
    },
  ],
};

export const DATE_TIME: ComponentSample = {
  name: 'date-time',
  title: 'DateTime',
  specimens: [
    {
      name: 'times',
      content: (
        <Facts
          facts={[
            ['This year', <DateTime key="now" seconds={NOW} />],
            ['Earlier', <DateTime key="earlier" seconds={0} />],
          ]}
        />
      ),
    },
  ],
};

export const COPY_ID: ComponentSample = {
  name: 'copy-id',
  title: 'CopyId',
  specimens: [
    { name: 'id', content: <CopyId id={idOf('cus', 1)} /> },
    { name: 'other text', content: <CopyId id="ada@example.com" label="email" shown="Email" /> },
    { name: 'long text', content: <CopyId id={'svc_live_'.repeat(20)} /> },
  ],
};

/** The activity of a sample customer; the id decides its state (`CUSTOMERS`). */
const timeline = (id: string) => (
  <Activity
    {...{ calls, session: SESSION }}
    route={{ ...routeTo('test', 'customers'), id }}
    screen={SCREENS['customers'] as Screen} // The entry exists.
    row={{ id }}
    version={0}
    onSignedOut={() => undefined}
  />
);

export const TIMELINE: ComponentSample = {
  name: 'timeline',
  title: 'Timeline',
  specimens: [
    { name: 'entries', content: timeline(CUSTOMERS.full) },
    { name: 'empty', content: timeline(CUSTOMERS.empty) },
    { name: 'loading', content: timeline(CUSTOMERS.loading) },
    { name: 'error', content: timeline(CUSTOMERS.failing) },
  ],
};

export const CARD: ComponentSample = {
  name: 'card',
  title: 'Card and Facts',
  specimens: [
    {
      name: 'facts',
      content: (
        <Card title="Details" action={<a href="#card">View all</a>}>
          <div class="body">
            <Facts
              facts={[
                ['Name', LONG_NAME],
                ['Email', 'ada@example.com'],
                ['Left out', null],
              ]}
            />
          </div>
        </Card>
      ),
    },
  ],
};
