import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../../test/support/browser.ts';
import { runJourney } from './journey.ts';

/** Returns the URL and test key from `BASE_URL` and `TEST_KEY`, or those that the local host wrote into its data directory. */
const resolveTarget = (): { readonly baseUrl: string; readonly testKey: string } => {
  const { BASE_URL: baseUrl, TEST_KEY: testKey, DATA_DIR: dataDirectory = '.local' } = process.env;
  if (baseUrl && testKey) return { baseUrl: baseUrl.replace(/\/$/, ''), testKey };
  const file = join(dataDirectory, 'run.json');
  try {
    const facts = JSON.parse(readFileSync(file, 'utf8')) as { readonly base_url: string; readonly test_key: string };
    return { baseUrl: baseUrl ?? facts.base_url, testKey: testKey ?? facts.test_key };
  } catch {
    throw new Error(`No local host is running: ${file} is missing. Run "npm start", or set BASE_URL and TEST_KEY.`);
  }
};

const main = async (): Promise<void> => {
  const settings = resolveTarget();
  const browser = await launchBrowser();
  try {
    await runJourney({ ...settings, browser, done: (step) => console.log(`✓ ${step}`) });
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
