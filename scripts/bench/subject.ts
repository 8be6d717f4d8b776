import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost, type TestHost } from '../../test/support/host.ts';
import { environmentOfHost } from '../local/run-file.ts';

export interface BenchAccount {
  readonly accountId: string;
  readonly testKey: string;
}

/** The local host that is measured: started when first asked for, on data that outlive it. */
export interface Subject {
  readonly dataDirectory: string;
  readonly host: () => Promise<TestHost>;
  /** Further accounts, made in this process by direct access to the host's table. */
  readonly accounts: (count: number) => Promise<readonly BenchAccount[]>;
  readonly stop: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

export const newSubject = (): Subject => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'billing-bench-'));
  let running: Promise<TestHost> | null = null;
  const host = (): Promise<TestHost> => {
    running ??= startHost({ dataDir: dataDirectory });
    return running;
  };
  const stop = async (): Promise<void> => {
    const ending = running;
    running = null;
    await (await ending?.catch(() => null))?.stop();
  };
  return {
    dataDirectory,
    host,
    accounts: async (count) => {
      await host();
      Object.assign(process.env, environmentOfHost(dataDirectory));
      const { makeAccount } = await import('../local/new-account.ts');
      const made: BenchAccount[] = [];
      for (let index = 0; index < count; index += 1) made.push(await makeAccount({ name: 'Bench', email: 'bench@example.com' }));
      return made;
    },
    stop,
    discard: async () => {
      await stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
};
