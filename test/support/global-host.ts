import type { TestProject } from 'vitest/node';
import { environmentOfHost } from '../../scripts/local/run-file.ts';
import { startFakeProvider } from './fake-provider.ts';
import { startHost, type TestHost } from './host.ts';
import { ensureAsDescribed, recordedIn } from './recorded-events.ts';

/** What tests that speak HTTP need to know of the service under test. */
export interface ServiceUnderTest {
  readonly baseUrl: string;
  /** Keys of an account that may be used by all tests; `null` when none was given. */
  readonly testKey: string | null;
  readonly liveKey: string | null;
  /** How further accounts are made: the data directory of the local host, or the outputs of a deployment. */
  readonly dataDir: string | null;
  readonly stackOutputs: string | null;
  /** Whether accounts can be connected to a fake for the payment provider (`fake-provider.ts`). */
  readonly fakeProvider: boolean;
}

declare module 'vitest' {
  export interface ProvidedContext {
    service: ServiceUnderTest;
  }
}

/** Fails the run unless every event that its tests recorded is as its schema has it. */
const checkEvents = async ({ dataDir }: TestHost): Promise<void> => {
  const environment = environmentOfHost(dataDir);
  try {
    const texts = await recordedIn(String(environment?.['AWS_ENDPOINT_URL_DYNAMODB']), String(environment?.['TABLE_NAME']));
    ensureAsDescribed(texts);
    console.log(`${texts.length} recorded events are as their schemas have them`);
  } catch (error) {
    // What is thrown behind the last test is shown, and does not count.
    process.exitCode = 1;
    throw error;
  }
};

/**
 * One service for all tests of a run: the one that `BASE_URL` names (with `TEST_KEY`, `LIVE_KEY` and
 * `STACK_OUTPUTS` when they are known), or a local host with fresh data and a fake for the payment provider.
 */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { BASE_URL, TEST_KEY, LIVE_KEY, STACK_OUTPUTS } = process.env;
  // The test runner itself puts a path there; only an address names a service.
  if (BASE_URL !== undefined && /^https?:\/\//.test(BASE_URL)) {
    provide('service', {
      baseUrl: BASE_URL.replace(/\/+$/, ''),
      testKey: TEST_KEY ?? null,
      liveKey: LIVE_KEY ?? null,
      dataDir: null,
      stackOutputs: STACK_OUTPUTS ?? null,
      fakeProvider: false,
    });
    return async () => undefined;
  }
  const provider = await startFakeProvider();
  // A revoked key is looked for every two seconds, so that tests of it are short.
  const host = await startHost({ env: { PROVIDER_BASE_URL: `${provider.url}/v2`, STREAM_CHECK_SECONDS: '2' } });
  const { baseUrl, testKey, liveKey, dataDir } = host;
  provide('service', { baseUrl, testKey, liveKey, dataDir, stackOutputs: null, fakeProvider: true });
  return async () => {
    try {
      await checkEvents(host);
    } finally {
      await host.stop();
      await provider.close();
    }
  };
};
