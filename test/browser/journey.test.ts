import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJourney } from '../../scripts/journey/journey.ts';
import { launchBrowser } from '../support/browser.ts';
import { service } from '../support/service.ts';

let browser: Browser;

const LAUNCH_MS = 120_000;
const JOURNEY_MS = 300_000;

beforeAll(async () => {
  browser = await launchBrowser();
}, LAUNCH_MS);

afterAll(() => browser.close());

it(
  '[CHK-29] [EVT-18] [RENEW-01] [RENEW-03] [WHD-04] [WHD-05] [WHD-06] a buyer subscribes in a browser and is charged again a month later, as seen from outside',
  async () => {
    const { baseUrl, createAccount } = service();
    const { testKey } = await createAccount();
    const steps: string[] = [];
    await runJourney({ baseUrl, testKey, browser, done: (step) => steps.push(step) });
    expect(steps).toHaveLength(7);
  },
  JOURNEY_MS,
);
