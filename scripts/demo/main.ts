import { resolve } from 'node:path';
import { showProgress } from '../../shared/client/cli/terminal.ts';
import { readRunFacts } from '../local/run-file.ts';
import { fillYear, MONTHS } from './year.ts';

/** `npm run demo`: fills the demo account of the running host, or of `BASE_URL` with `TEST_KEY` and `LIVE_KEY`, with a year of business. */

const resolveTarget = (): { readonly baseUrl: string; readonly testKey: string; readonly liveKey: string } => {
  const { BASE_URL: baseUrl, TEST_KEY: testKey, LIVE_KEY: liveKey, DATA_DIR: dataDirectory = '.local' } = process.env;
  if (baseUrl && testKey && liveKey) return { baseUrl: baseUrl.replace(/\/$/, ''), testKey, liveKey };
  const facts = readRunFacts(resolve(dataDirectory));
  if (facts === null) throw new Error('No local host is running. Run "npm start", or set BASE_URL, TEST_KEY and LIVE_KEY.');
  return { baseUrl: facts.base_url, testKey: facts.test_key, liveKey: facts.live_key };
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const onMonth = (month: number): void => showProgress(month === MONTHS ? null : `month ${month} of ${MONTHS}`);

try {
  const settings = resolveTarget();
  const customers = await fillYear({ ...settings, now: Math.floor(Date.now() / 1000), onMonth });
  print(
    customers === null
      ? 'The demo business already exists.'
      : `${customers.length} customers with a year of billing history were created in test mode.`,
  );
  print(`Explore it:
  npm run --silent billing -- list subscriptions
  npm run --silent billing -- list invoices --status open
  npm run --silent billing -- events
  ${settings.baseUrl}/_local/mail`);
} catch (error) {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
