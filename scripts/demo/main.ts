import { showProgress } from '../../shared/client/cli/terminal.ts';
import { selectedService } from '../local/run-file.ts';
import { requireLocalService } from './local-service.ts';
import { fillYear, MONTHS } from './year.ts';

/**
 * `npm run demo`: fills an account of a service on this machine with a year of data. The account is the demo account of the local host or,
 * if `BASE_URL`, `TEST_KEY` and `LIVE_KEY` are set, the account of these keys at `BASE_URL`.
 */

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const onMonth = (month: number): void => showProgress(month === MONTHS ? null : `month ${month} of ${MONTHS}`);

try {
  const { base_url: baseUrl, test_key: testKey, live_key: liveKey } = selectedService();
  requireLocalService(baseUrl);
  if (liveKey === '') throw new Error('Set LIVE_KEY too.');
  const customers = await fillYear({ baseUrl, testKey, liveKey, now: Math.floor(Date.now() / 1000), onMonth });
  print(
    customers === null
      ? 'The demo business already exists.'
      : `${customers.length} customers with a year of billing history were created in test mode.`,
  );
  print(`Explore it:
  npm run --silent billing -- list subscriptions
  npm run --silent billing -- list invoices --status open
  npm run --silent billing -- events
  ${baseUrl}/_local/mail`);
} catch (error) {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
