import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { launchWithRetry } from '../support/browser.ts';

const directory = mkdtempSync(join(tmpdir(), 'billing-launch-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Writes a program that crashes at each start, after it appended a line to the file `starts`. Returns both paths. */
const writeCrashingProgram = (name: string): { readonly path: string; readonly starts: string } => {
  const [path, starts] = [join(directory, name), join(directory, `${name}.starts`)];
  writeFileSync(path, `#!/bin/sh\necho start >> '${starts}'\nkill -SEGV $$\n`);
  chmodSync(path, 0o755);
  return { path, starts };
};

describe('a browser', () => {
  it('that crashes at its start is launched a second time, but not a third time', async () => {
    const { path, starts } = writeCrashingProgram('browser');
    await expect(launchWithRetry({ executablePath: path })).rejects.toThrow('has been closed');
    expect(readFileSync(starts, 'utf8')).toBe('start\nstart\n');
  });
});
