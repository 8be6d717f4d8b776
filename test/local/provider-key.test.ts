import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyAt, profileIdOf, startFakeProvider } from '../support/fake-provider.ts';
import { startHost } from '../support/host.ts';

/** Returns the files below a directory that contain a text. */
const filesWith = (directory: string, text: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(directory, name);
    return statSync(path).isFile() && readFileSync(path).includes(text);
  });

describe('a provider key, connected or refused', () => {
  it('is readable neither in the data nor in the logs of the service; the profile id of the connected key is stored', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'billing-key-'));
    const provider = await startFakeProvider();
    try {
      const host = await startHost({ dataDir: directory, env: { PROVIDER_BASE_URL: provider.url } });
      const connect = (key: string) =>
        fetch(`${host.baseUrl}/v1/tenant/provider_credential`, {
          method: 'POST',
          headers: { authorization: `Bearer ${host.testKey}`, 'content-type': 'application/json', 'idempotency-key': key.slice(-8) },
          body: JSON.stringify({ api_key: key }),
        });
      const keys = [keyAt('test', 'stored'), keyAt('test', 'unknown'), keyAt('test', 'silent'), keyAt('live', 'wrongmode')];
      const statuses: number[] = [];
      for (const key of keys) statuses.push((await connect(key)).status);
      await host.stop();
      expect(statuses).toEqual([200, 400, 502, 400]);
      expect(filesWith(directory, profileIdOf('stored'))).not.toEqual([]);
      for (const key of keys) expect(filesWith(directory, key)).toEqual([]);
      expect(host.output()).not.toContain(keyAt('test', 'stored'));
    } finally {
      await provider.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
