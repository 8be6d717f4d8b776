import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { watched } from '../../scripts/local/watchdog.ts';

const children: ChildProcess[] = [];

const LISTENS =
  "require('node:http').createServer((_, r) => r.end()).listen(0, '127.0.0.1', function () { console.log(this.address().port) })";

/** Runs a program of Node's under a watchdog. */
const run = (platform: string, script: string): ChildProcess => {
  const [program, ...args] = watched(platform, [process.execPath, '-e', script]);
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  children.push(child);
  return child;
};

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  );

const portOf = async (child: ChildProcess): Promise<number> => Number(String((await once(child.stdout ?? child, 'data'))[0]));

afterEach(async () => {
  for (const child of children.splice(0)) child.stdin?.end();
});

// Both run wherever there is a shell: the one for Windows is a program of Node's.
const PLATFORMS = process.platform === 'win32' ? ['win32'] : ['linux', 'darwin', 'win32'];

describe.each(PLATFORMS)('the watchdog on %s', (platform) => {
  it('lets the program run while its pipe is open, and ends it when the pipe closes', async () => {
    const child = run(platform, LISTENS);
    const port = await portOf(child);
    expect(await answers(port)).toBe(true);
    child.stdin?.end();
    await once(child, 'close');
    expect(await answers(port)).toBe(false);
  });

  it('ends it when it is instructed to end', async () => {
    const child = run(platform, LISTENS);
    const port = await portOf(child);
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(await answers(port)).toBe(false);
  });

  it("ends with the program, by the program's own code", async () => {
    expect((await once(run(platform, 'process.exit(3)'), 'close'))[0]).toBe(3);
  });
});
