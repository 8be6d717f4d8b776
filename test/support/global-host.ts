import { resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { environmentOfHost, readRunFacts, runningHost } from '../../scripts/local/run-file.ts';
import { startFakeProvider } from './fake-provider.ts';
import { startHost, type TestHost } from './host.ts';
import { ensureValidEvents, readRecordedEvents } from './recorded-events.ts';

/** The service under test, for tests over HTTP. */
export interface ServiceUnderTest {
  readonly baseUrl: string;
  /** Keys of an account that all tests share; `null` if `BASE_URL` is set without the key. */
  readonly testKey: string | null;
  readonly liveKey: string | null;
  /** Data directory of the local host; `null` with `BASE_URL`. Tests create accounts with the directory or with `stackOutputs`. */
  readonly dataDir: string | null;
  /** File with the outputs of a deployment. */
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
    // Vitest prints errors after the last test but does not fail the run.
    process.exitCode = 1;
    throw error;
  }
};

/** Returns the host that was started before the run with this data directory. Throws if it does not run. */
const keptHost = async (directory: string): Promise<ServiceUnderTest> => {
  const dataDir = resolve(directory);
  const [facts, baseUrl] = [readRunFacts(dataDir), await runningHost(dataDir)];
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
  // Streams check every two seconds whether their key is revoked, to keep tests short.
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
