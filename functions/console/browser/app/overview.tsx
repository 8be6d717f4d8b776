import type { Mode } from '../../../../shared/domain/tenant.ts';
import { BusinessMetrics } from '../metrics/metrics.tsx';
import type { Calls } from './calls.ts';
import { Shown, useRead } from './parts.tsx';
import { addressOf, type Place, placeAt } from './route.ts';
import { SCREENS, SETTINGS } from './screens.ts';

/** What a member sees first: what needs attention, how the business goes, and how far the account has come. */

interface Props {
  readonly calls: Calls;
  readonly place: Place;
  readonly signedOut: () => void;
}

interface Attention {
  readonly data: readonly {
    readonly key: string;
    readonly severity: string;
    readonly title: string;
    readonly body: string;
    readonly cta: string;
    readonly href: string;
  }[];
}

interface Activation {
  readonly steps: readonly { readonly key: string; readonly done: boolean }[];
  readonly completed: number;
  readonly total: number;
  readonly ready_for_live: boolean;
}

/** The screen for what the API names by its own address. What is no list is the account's own, and that is set in live mode. */
const placeOfHref = (mode: Mode, href: string): Place => {
  const { pathname, searchParams } = new URL(href, location.href);
  const path = pathname.slice(pathname.indexOf('/v1/') + '/v1/'.length);
  const found = Object.entries(SCREENS).find(([, screen]) => screen.path === path);
  return found === undefined ? placeAt('live', SETTINGS) : placeAt(mode, found[0], Object.fromEntries(searchParams));
};

const AttentionList = ({ calls, place, signedOut }: Props) => {
  const read = useRead(() => calls.object<Attention>(place.mode, 'account/attention'), `attention ${place.mode}`, signedOut);
  return (
    <section aria-label="Needs attention">
      <h2>Needs attention</h2>
      <Shown read={read}>
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
                  <a href={addressOf(placeOfHref(place.mode, item.href))}>{item.cta}</a>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  );
};

interface StepPlace {
  readonly title: string;
  /** `null`: outside of the console. */
  readonly screen: string | null;
  /** Where it counts in one mode only. */
  readonly mode?: Mode;
}

/** Where each step is taken. */
const STEPS: Readonly<Record<string, StepPlace>> = {
  product_created: { title: 'Make a product', screen: 'products' },
  price_created: { title: 'Give it a price', screen: 'prices' },
  test_payment_made: { title: 'Take a payment in test mode', screen: 'prices', mode: 'test' },
  webhook_registered: { title: 'Have events sent to your application', screen: 'webhook_endpoints' },
  billing_profile_completed: { title: 'Complete the billing profile', screen: SETTINGS, mode: 'live' },
  payment_provider_connected: { title: 'Connect the payment provider', screen: SETTINGS, mode: 'live' },
  domain_verified: { title: 'Have mail sent from your own domain', screen: null },
};

const Step = ({ place, step: { key, done } }: { readonly place: Place; readonly step: Activation['steps'][number] }) => {
  const { title, screen, mode = place.mode }: StepPlace = STEPS[key] ?? { title: key.replaceAll('_', ' '), screen: null };
  return (
    <li>
      <div>{screen === null ? title : <a href={addressOf(placeAt(mode, screen))}>{title}</a>}</div>
      <span class={done ? 'good' : 'soft'}>{done ? 'done' : 'to do'}</span>
    </li>
  );
};

const ActivationSteps = ({ calls, place, signedOut }: Props) => {
  const read = useRead(() => calls.object<Activation>(place.mode, 'account/activation'), 'activation', signedOut);
  return (
    <section aria-label="First steps">
      <h2>First steps</h2>
      <Shown read={read}>
        {({ steps, completed, total, ready_for_live: isReady }) => (
          <>
            <p>
              {completed} of {total} done. {isReady ? 'Live payments can be taken.' : 'Live payments cannot be taken yet.'}
            </p>
            {completed === total ? null : (
              <ul class="list">
                {steps.map((step) => (
                  <Step key={step.key} {...{ place, step }} />
                ))}
              </ul>
            )}
          </>
        )}
      </Shown>
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
