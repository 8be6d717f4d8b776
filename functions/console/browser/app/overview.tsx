import type { Mode } from '../../../../shared/domain/tenant.ts';
import { BusinessMetrics } from '../metrics/metrics.tsx';
import type { RowAt } from '../objects/rows.ts';
import type { Calls } from './calls.ts';
import { Await, useRead } from './parts.tsx';
import { hrefOf, type Route, routeTo } from './route.ts';
import { SCREENS } from './screen-lists.ts';
import { SETTINGS } from './screens.ts';

/** The start screen: items that need attention, business metrics and the setup steps of the account. */

interface Props {
  readonly calls: Calls;
  readonly route: Route;
  readonly signedOut: () => void;
}

/** The route for an API URL: the list at this URL. If the console has no such list: the settings, which are changed in live mode only. */
const routeOfHref = (mode: Mode, href: string): Route => {
  const { pathname, searchParams } = new URL(href, location.href);
  const path = pathname.slice(pathname.indexOf('/v1/') + '/v1/'.length);
  const entry = Object.entries(SCREENS).find(([, screen]) => screen.path === path);
  return entry === undefined ? routeTo('live', SETTINGS) : routeTo(mode, entry[0], Object.fromEntries(searchParams));
};

const AttentionList = ({ calls, route, signedOut }: Props) => {
  const read = useRead(() => calls.object(route.mode, 'account/attention'), `attention ${route.mode}`, signedOut);
  return (
    <section aria-label="Needs attention">
      <h2>Needs attention</h2>
      <Await read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <p>Nothing needs attention.</p>
          ) : (
            <ul class="list">
              {data.map((item) => (
                <li key={item.key} class={`attention ${item.severity}`}>
                  <div>
                    <strong>{item.title}</strong>
                    <span class="soft">{item.body}</span>
                  </div>
                  <a href={hrefOf(routeOfHref(route.mode, item.href))}>{item.cta}</a>
                </li>
              ))}
            </ul>
          )
        }
      </Await>
    </section>
  );
};

interface StepTarget {
  readonly title: string;
  /** The screen on which the step is done; `null`: it is done outside the console. */
  readonly screen: string | null;
  /** The only mode in which the step can be done; omitted: both modes. */
  readonly mode?: Mode;
}

/** The screen of each setup step. */
const STEPS: Readonly<Record<string, StepTarget>> = {
  product_created: { title: 'Make a product', screen: 'products' },
  price_created: { title: 'Give it a price', screen: 'prices' },
  test_payment_made: { title: 'Take a payment in test mode', screen: 'prices', mode: 'test' },
  webhook_registered: { title: 'Have events sent to your application', screen: 'webhook_endpoints' },
  billing_profile_completed: { title: 'Complete the billing profile', screen: SETTINGS, mode: 'live' },
  payment_provider_connected: { title: 'Connect the payment provider', screen: SETTINGS, mode: 'live' },
  domain_verified: { title: 'Have mail sent from your own domain', screen: null },
};

const Step = ({ route, step: { key, done } }: { readonly route: Route; readonly step: RowAt<'account/activation'>['steps'][number] }) => {
  const { title, screen, mode = route.mode }: StepTarget = STEPS[key] ?? { title: key.replaceAll('_', ' '), screen: null };
  return (
    <li>
      <div>{screen === null ? title : <a href={hrefOf(routeTo(mode, screen))}>{title}</a>}</div>
      <span class={done ? 'good' : 'soft'}>{done ? 'done' : 'to do'}</span>
    </li>
  );
};

const ActivationSteps = ({ calls, route, signedOut }: Props) => {
  const read = useRead(() => calls.object(route.mode, 'account/activation'), 'activation', signedOut);
  return (
    <section aria-label="First steps">
      <h2>First steps</h2>
      <Await read={read}>
        {({ steps, completed, total, ready_for_live: isReady }) => (
          <>
            <p>
              {completed} of {total} done. {isReady ? 'Live payments can be taken.' : 'Live payments cannot be taken yet.'}
            </p>
            {completed === total ? null : (
              <ul class="list">
                {steps.map((step) => (
                  <Step key={step.key} {...{ route, step }} />
                ))}
              </ul>
            )}
          </>
        )}
      </Await>
    </section>
  );
};

export const Overview = (props: Props) => (
  <>
    <h1>Overview</h1>
    <AttentionList {...props} />
    <BusinessMetrics {...props} />
    <ActivationSteps {...props} />
  </>
);
