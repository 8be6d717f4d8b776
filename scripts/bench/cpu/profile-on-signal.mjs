import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';

const SAMPLING_INTERVAL_MICROSECONDS = 250;

const file = process.env['CPU_PROFILE_FILE'];
const session = new Session();
let isRunning = false;
let cpuBefore = process.cpuUsage();

const start = () => {
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_MICROSECONDS });
  session.post('Profiler.start');
  cpuBefore = process.cpuUsage();
};

const stop = () => {
  const { user, system } = process.cpuUsage(cpuBefore);
  session.post('Profiler.stop', (_error, { profile }) => {
    session.disconnect();
    writeFileSync(`${file}.part`, JSON.stringify({ profile, cpuMicroseconds: user + system }));
    renameSync(`${file}.part`, String(file));
  });
};

// `NODE_OPTIONS` loads this file before the host. The first SIGUSR2 starts a CPU profile, the second writes it to `CPU_PROFILE_FILE`.
if (isMainThread && file !== undefined) {
  process.on('SIGUSR2', () => {
    isRunning = !isRunning;
    if (isRunning) start();
    else stop();
  });
}
