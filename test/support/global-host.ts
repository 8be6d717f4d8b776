import { resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { environmentOfHost, fetchRunningHostUrl, readRunFacts } from '../../scripts/local/run-file.ts';
import { startFakeProvider } from './fake-provider.ts';
import { startHost, type TestHost } from './host.ts';
import { ensureValidEvents, readRecordedEvents } from './recorded-events.ts';

/** The service under test, for tests over HTTP. */
export interface ServiceUnderTest {
  readonly baseUrl: string;
  /** Keys of an account that all tests share; `null`: the tests use `BASE_URL`, but `TEST_KEY` (or `LIVE_KEY` for `liveKey`) is not set. */
  readonly testKey: string | null;
  readonly liveKey: string | null;
  /** Data directory of the local host, in which tests create accounts; `null`: the tests use `BASE_URL`. */
  readonly dataDir: string | null;
  /** File with the outputs of the deployment in which tests create accounts; `null`: a local host, or `STACK_OUTPUTS` is not set. */
  readonly stackOutputs: string | null;
  /** Whether tests can connect accounts to the fake payment provider (`fake-provider.ts`). */
  readonly fakeProvider: boolean;
}

declare module 'vitest' {
  export interface ProvidedContext {
    service: ServiceUnderTest;
  }
}

/** Fails the run unless every recorded event matches its schema. */
const checkEvents = async ({ dataDir }: TestHost): Promise<void> => {
  const environment = environmentOfHost(dataDir);
  try {
    const texts = await readRecordedEvents(String(environment?.['AWS_ENDPOINT_URL_DYNAMODB']), String(environment?.['TABLE_NAME']));
    ensureValidEvents(texts);
    console.log(`${texts.length} recorded events match their schemas`);
  } catch (error) {
    // Vitest prints an error that is thrown after the last test, but the run would still succeed.
    process.exitCode = 1;
    throw error;
  }
};

/** Returns the running host with this data directory, which somebody started before the test run. Throws if no such host runs. */
const keptHost = async (directory: string): Promise<ServiceUnderTest> => {
  const dataDir = resolve(directory);
  const [facts, baseUrl] = [readRunFacts(dataDir), await fetchRunningHostUrl(dataDir)];
  if (facts === null || baseUrl === null) throw new Error(`No host runs with the data directory ${dataDir}: see test/README.md.`);
  return { baseUrl, testKey: facts.test_key, liveKey: facts.live_key, dataDir, stackOutputs: null, fakeProvider: false };
};

/**
 * Provides one service for all tests of a run: the one at `BASE_URL` (with optional `TEST_KEY`, `LIVE_KEY` and `STACK_OUTPUTS`), the
 * local host with the data directory `TEST_HOST`, or a new local host with a fake of the payment provider.
 */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { BASE_URL, TEST_KEY, LIVE_KEY, STACK_OUTPUTS, TEST_HOST } = process.env;
  // Vitest sets `BASE_URL` to a path; only a URL selects a service.
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
  if (TEST_HOST !== undefined) {
    provide('service', await keptHost(TEST_HOST));
    return async () => undefined;
  }
  const provider = await startFakeProvider();
  // Event streams check every two seconds whether their API key is revoked, so that tests do not wait long.
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
