import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost, type TestHost } from '../../test/support/host.ts';
import { type BenchAccount, type HostData, openHostData } from './fill/host-data.ts';

/** The local host that is measured. Starts at the first use; keeps its data when it stops. */
export interface Subject {
  readonly dataDirectory: string;
  readonly host: () => Promise<TestHost>;
  /** Accesses the data of the running host directly, not through the API. */
  readonly data: () => Promise<HostData>;
  /** Creates accounts, without the API. */
  readonly accounts: (count: number) => Promise<readonly BenchAccount[]>;
  readonly stop: () => Promise<void>;
  /** Stops the host and deletes its data. */
  readonly discard: () => Promise<void>;
}

/** Creates a subject with a new data directory. `env`: additional environment variables of its host. */
export const newSubject = (env: Readonly<Record<string, string>> = {}): Subject => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'billing-bench-'));
  let running: Promise<TestHost> | null = null;
  let opened: HostData | null = null;
  const host = (): Promise<TestHost> => {
    running ??= startHost({ dataDir: dataDirectory, env });
    return running;
  };
  const data = async (): Promise<HostData> => {
    await host();
    opened ??= openHostData(dataDirectory);
    return opened;
  };
  const stop = async (): Promise<void> => {
    const ending = running;
    running = null;
    opened?.close();
    opened = null;
    await (await ending?.catch(() => null))?.stop();
  };
  return {
    dataDirectory,
    host,
    data,
    accounts: async (count) => (await data()).makeAccounts(count),
    stop,
    discard: async () => {
      await stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
};
