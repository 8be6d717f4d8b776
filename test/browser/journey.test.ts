import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJourney } from '../../scripts/journey/journey.ts';
import { startListener } from '../client/listener.ts';
import { launchBrowser } from '../support/browser.ts';
import { service } from '../support/service.ts';

let browser: Browser;

const LAUNCH_MS = 120_000;
const JOURNEY_MS = 300_000;
const OUTAGE_MS = 10_000;
/** The minimum number of events of a sale and a renewal. */
const MIN_EVENTS = 9;

const { baseUrl, createAccount } = service();

beforeAll(async () => {
  browser = await launchBrowser();
}, LAUNCH_MS);

afterAll(() => browser.close());

it(
  '[CHK-29] [EVT-18] [RENEW-01] [RENEW-03] [WHD-04] [WHD-05] [WHD-06] a buyer subscribes in a browser and is charged again a month later, observed through the API and webhooks',
  async () => {
    const { testKey } = await createAccount();
    const steps: string[] = [];
    await runJourney({ baseUrl, testKey, browser, done: (step) => steps.push(step) });
    expect(steps).toHaveLength(7);
  },
  JOURNEY_MS,
);

it.skipIf(baseUrl.startsWith('https:'))(
  '`billing listen` forwards every event once, despite a network outage of ten seconds',
  async () => {
    const { testKey } = await createAccount();
    const listener = await startListener(baseUrl, testKey);
    let steps = 0;
    const done = (): void => {
      steps += 1;
      // The outage begins after the second step, in which the buyer has paid.
      if (steps !== 2) return;
      listener.network.cut();
      setTimeout(listener.network.restore, OUTAGE_MS);
    };
    await runJourney({ baseUrl, testKey, browser, done });
    const eventIds = await listener.allForwarded(MIN_EVENTS);
    expect(await listener.forwarded()).toEqual(eventIds);
    expect((await listener.end()).exitCode).toBe(0);
  },
  JOURNEY_MS,
);
