import type { Mode } from '../../../../shared/domain/tenant.ts';
import { BusinessMetrics } from '../metrics/metrics.tsx';
import type { RowAt } from '../objects/rows.ts';
import type { Calls } from './calls.ts';
import { Await, Card, useRead } from './parts.tsx';
import { hrefOf, objectRoute, type Route, routeTo } from './route.ts';
import { SCREENS } from './screen-lists.ts';
import { COMPANY, OVERVIEW, PROVIDER, REPORTS } from './screens.ts';

/** The start screen: items that need attention, business metrics and the setup steps of the account. */

interface Props {
  readonly calls: Calls;
  readonly route: Route;
  readonly onSignedOut: () => void;
}

/** The routes for API paths that are no lists. */
const ROUTES: Readonly<Record<string, (mode: Mode) => Route>> = {
  'reports/vat': (mode) => routeTo(mode, REPORTS, { section: 'vat' }),
  'tenant/billing_profile': (mode) => routeTo(mode, COMPANY),
  'tenant/provider_credential': () => routeTo('live', PROVIDER),
};

/** The route for an item's `href` (an API URL): the list at this URL, or else the screen in `ROUTES`, or else Home. */
const routeOfHref = (mode: Mode, href: string): Route => {
  const { pathname, searchParams } = new URL(href, location.href);
  const path = pathname.slice(pathname.indexOf('/v1/') + '/v1/'.length);
  const entry = Object.entries(SCREENS).find(([, screen]) => screen.path === path);
  if (entry !== undefined) return routeTo(mode, entry[0], Object.fromEntries(searchParams));
  return ROUTES[path]?.(mode) ?? routeTo(mode, OVERVIEW);
};

/** Texts that the console shows instead of the API's texts, by the key of the item. */
const TEXTS: Readonly<Record<string, { readonly body: string; readonly action: string }>> = {
  webhook_deliveries_failing: { body: 'Some webhooks failed in the last 24 hours.', action: 'View failures' },
  subscriptions_past_due: {
    body: 'Their last payment failed. It is retried automatically, or needs another payment method.',
    action: 'View subscriptions',
  },
  payment_provider_not_connected: { body: 'Connect Mollie to accept live payments.', action: 'Connect Mollie for live payments' },
};

const AttentionList = ({ calls, route, onSignedOut }: Props) => {
  const read = useRead(() => calls.object(route.mode, 'account/attention'), `attention ${route.mode}`, onSignedOut);
  return (
    <Await read={read} skeleton={<span />}>
      {({ data }) =>
        data.length === 0 ? null : (
          <Card title="Needs attention">
            <div class="body">
              <ul class="list">
                {data.map((item) => (
                  <li key={item.key} class={`attention ${item.severity}`}>
                    <div>
                      <strong>{item.title}</strong>
                      <span class="soft">{TEXTS[item.key]?.body ?? item.body}</span>
                    </div>
                    <a href={hrefOf(routeOfHref(route.mode, item.href))}>{TEXTS[item.key]?.action ?? item.cta}</a>
                  </li>
                ))}
              </ul>
            </div>
          </Card>
        )
      }
    </Await>
  );
};

interface StepTarget {
  readonly title: string;
  /** The route on which the step is done; `null`: it is done outside the console. */
  readonly routeIn: ((mode: Mode) => Route) | null;
  /** The documentation of a step that is done outside the console. */
  readonly guide?: string;
}

/** The title and the route of each setup step, by its key. */
const STEPS: Readonly<Record<string, StepTarget>> = {
  product_created: { title: 'Create a product', routeIn: (mode) => objectRoute(mode, 'products', 'new') },
  price_created: { title: 'Add a price', routeIn: (mode) => objectRoute(mode, 'prices', 'new') },
  test_payment_made: { title: 'Make a test payment', routeIn: () => objectRoute('test', 'payment_links', 'new') },
  webhook_registered: { title: 'Add a webhook endpoint', routeIn: (mode) => objectRoute(mode, 'webhook_endpoints', 'new') },
  billing_profile_completed: { title: 'Complete your company profile', routeIn: (mode) => routeTo(mode, COMPANY) },
  payment_provider_connected: { title: 'Connect Mollie for live payments', routeIn: () => routeTo('live', PROVIDER) },
  domain_verified: {
    title: 'Use a custom domain for checkout and portal (optional)',
    routeIn: null,
    guide: 'docs/operating#accounts',
  },
};

const Step = ({ route, step: { key, done } }: { readonly route: Route; readonly step: RowAt<'account/activation'>['steps'][number] }) => {
  const { title, routeIn, guide }: StepTarget = STEPS[key] ?? { title: key.replaceAll('_', ' '), routeIn: null };
  const href = routeIn === null ? guide : hrefOf(routeIn(route.mode));
  return (
    <li>
      <div>{href === undefined || done ? title : <a href={href}>{title}</a>}</div>
      <span class={done ? 'good' : 'soft'}>{done ? 'Done' : 'To do'}</span>
    </li>
  );
};

const ActivationSteps = ({ calls, route, onSignedOut }: Props) => {
  const read = useRead(() => calls.object(route.mode, 'account/activation'), 'activation', onSignedOut);
  return (
    <Await read={read} skeleton={<span />}>
      {({ steps, completed, total, ready_for_live: isReady }) =>
        completed === total ? null : (
          <Card title="Get started" action={<span class="soft">{`${completed} of ${total} done`}</span>}>
            <div class="body">
              <p class="soft">{isReady ? 'You can accept live payments.' : 'You cannot accept live payments yet.'}</p>
              <ul class="list">
                {steps.map((step) => (
                  <Step key={step.key} {...{ route, step }} />
                ))}
              </ul>
            </div>
          </Card>
        )
      }
    </Await>
  );
};

export const Overview = (props: Props) => (
  <>
    <div class="title">
      <h1>Home</h1>
    </div>
    <AttentionList {...props} />
    <BusinessMetrics key={props.route.mode} {...props} hasDetails={false} />
    <ActivationSteps {...props} />
  </>
);
