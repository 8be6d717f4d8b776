import { launchBrowser } from '../../test/support/browser.ts';
import { selectedService } from '../local/run-file.ts';
import { runJourney } from './journey.ts';

/** `npm run journey`: runs a sale in a browser, its webhooks and a renewal, on the local service or on `BASE_URL` with `TEST_KEY`. */
const main = async (): Promise<void> => {
  const { base_url: baseUrl, test_key: testKey } = selectedService();
  const browser = await launchBrowser();
  try {
    await runJourney({ baseUrl, testKey, browser, done: (step) => console.log(`✓ ${step}`) });
  } finally {
    await browser.close();
  }
};

try {
  await main();
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
