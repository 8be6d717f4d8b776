import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Calls } from '../app/calls.ts';
import { hrefOf, type Route, routeTo } from '../app/route.ts';
import { REPORTS } from '../app/screens.ts';
import { whenReady } from '../app/scroll.ts';
import { BusinessMetrics } from '../metrics/metrics.tsx';
import { Cohorts } from './cohorts.tsx';
import { Journal } from './journal.tsx';
import { VatReport } from './vat-report.tsx';

interface Props {
  readonly calls: Calls;
  readonly route: Route;
  readonly onSignedOut: () => void;
}

/** The sections to which links jump, by the route's filter `section`. */
const SECTIONS = { metrics: 'Revenue', retention: 'Retention', vat: 'VAT', journal: 'Journal' } as const;
type Section = keyof typeof SECTIONS;

const elementOf = (section: string): HTMLElement | null => document.getElementById(`report-${section}`);

/** Scrolls to a section and moves the focus to its heading, once all sections are loaded. Returns a function that cancels this. */
const jumpTo = (section: string): (() => void) =>
  whenReady(
    () => document.querySelector('main [aria-busy=true]') === null,
    () => {
      elementOf(section)?.scrollIntoView();
      const heading = elementOf(section)?.querySelector('h2');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    },
  );

const Part = ({ section, children }: { readonly section: Section; readonly children: ComponentChildren }) => (
  <div id={`report-${section}`} class="jump">
    {children}
  </div>
);

/** Revenue, recurring revenue, retention, the VAT of a month, and downloads of the accounting journal. */
export const Reports = (props: Props) => {
  const { mode, filters } = props.route;
  const { section } = filters;
  useEffect(() => (section === undefined ? undefined : jumpTo(section)), [props.route]);
  return (
    <>
      <div class="title">
        <h1>Reports</h1>
      </div>
      <nav aria-label="Sections">
        <ul class="tabs">
          {Object.entries(SECTIONS).map(([name, title]) => (
            <li key={name}>
              {/* `onClick` also jumps at a second click on the same link, which does not change the route. */}
              <a
                href={hrefOf(routeTo(mode, REPORTS, { section: name }))}
                aria-current={name === (section ?? 'metrics') ? 'true' : undefined}
                onClick={() => void jumpTo(name)}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Part section="metrics">
        <BusinessMetrics key={`metrics ${mode}`} {...props} hasDetails />
      </Part>
      <Part section="retention">
        <Cohorts key={`cohorts ${mode}`} onSignedOut={props.onSignedOut} />
      </Part>
      <Part section="vat">
        <VatReport key={`vat ${mode}`} onSignedOut={props.onSignedOut} />
      </Part>
      <Part section="journal">
        <Journal key={`journal ${mode}`} onSignedOut={props.onSignedOut} />
      </Part>
    </>
  );
};
