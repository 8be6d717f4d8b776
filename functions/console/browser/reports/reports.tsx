import type { Calls } from '../app/calls.ts';
import type { Route } from '../app/route.ts';
import { BusinessMetrics } from '../metrics/metrics.tsx';
import { Cohorts } from './cohorts.tsx';
import { Journal } from './journal.tsx';
import { VatReport } from './vat-report.tsx';

interface Props {
  readonly calls: Calls;
  readonly route: Route;
  readonly onSignedOut: () => void;
}

/** Revenue, recurring revenue, retention, the VAT of a month, and downloads of its accounting journal. */
export const Reports = (props: Props) => {
  const { mode } = props.route;
  return (
    <>
      <div class="title">
        <h1>Reports</h1>
      </div>
      <BusinessMetrics key={`metrics ${mode}`} {...props} hasDetails />
      <Cohorts key={`cohorts ${mode}`} onSignedOut={props.onSignedOut} />
      <VatReport key={`vat ${mode}`} onSignedOut={props.onSignedOut} />
      <Journal key={`journal ${mode}`} onSignedOut={props.onSignedOut} />
    </>
  );
};
