import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { withWatchdog } from '../../scripts/local/watchdog.ts';

const children: ChildProcess[] = [];

const SERVER =
  "require('node:http').createServer((_, r) => r.end()).listen(0, '127.0.0.1', function () { console.log(this.address().port) })";

/** Runs a Node script under a watchdog. */
const run = (platform: string, script: string): ChildProcess => {
  const [program, ...args] = withWatchdog(platform, [process.execPath, '-e', script]);
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  children.push(child);
  return child;
};

const responds = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  );

const portOf = async (child: ChildProcess): Promise<number> => Number(String((await once(child.stdout ?? child, 'data'))[0]));

afterEach(async () => {
  for (const child of children.splice(0)) child.stdin?.end();
});

// The Windows watchdog is a Node program and also runs on other systems.
const PLATFORMS = process.platform === 'win32' ? ['win32'] : ['linux', 'darwin', 'win32'];

describe.each(PLATFORMS)('the watchdog on %s', (platform) => {
  it('runs the program while the pipe to the watchdog is open, and ends the program when the pipe closes', async () => {
    const child = run(platform, SERVER);
    const port = await portOf(child);
    expect(await responds(port)).toBe(true);
    child.stdin?.end();
    await once(child, 'close');
    expect(await responds(port)).toBe(false);
  });

  it('ends the program on SIGTERM', async () => {
    const child = run(platform, SERVER);
    const port = await portOf(child);
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(await responds(port)).toBe(false);
  });

  it('ends when the program ends, with the same exit code', async () => {
    expect((await once(run(platform, 'process.exit(3)'), 'close'))[0]).toBe(3);
  });
});
