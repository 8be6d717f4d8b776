import { join } from 'node:path';
import { STREAM_MAIN } from '../../shared/api/registry.ts';
import { FUNCTIONS_OUT_DIR } from '../build.ts';
import { freePort } from '../local/prepare/engine.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import { type DeployedStacks, outputOf, type Target } from './deployment.ts';
import { clientEnvironment } from './emulator.ts';

const HEALTHY_WITHIN_MS = 180_000;
const HEALTH_TIMEOUT_MS = 10_000;

/** The stream process, started on this machine because the emulator does not run containers. */
export interface RunningStreamProcess {
  readonly baseUrl: string;
  /** Stops the process with SIGTERM. Throws if it failed or had to be killed. */
  readonly stop: () => Promise<void>;
}

/** Starts the stream process's bundle with the deployed table. The process polls the table, since it gets no `WAKE_QUEUE_URLS`. */
export const startStreamProcess = async (target: Target, deployed: DeployedStacks): Promise<RunningStreamProcess> => {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = {
    ...clientEnvironment(target.endpoint),
    TABLE_NAME: outputOf(deployed, 'TableName'),
    KEY_PEPPER_SECRET_ARN: outputOf(deployed, 'PepperSecretArn'),
    HOST: '127.0.0.1',
    PORT: String(port),
  };
  const command = { program: process.execPath, args: [join(FUNCTIONS_OUT_DIR, STREAM_MAIN.id, 'index.mjs')], cwd: target.directory, env };
  const child = target.processes.start(command, join(target.directory, 'stream-process.log'));
  await waitForValue('The health of the stream process', HEALTHY_WITHIN_MS, async () => {
    const response = await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).catch(() => null);
    return response?.ok === true ? response : null;
  });
  return {
    baseUrl,
    stop: async () => {
      await target.processes.stop(child);
      ensure(child.exitCode === 0, `the stream process ended with ${child.exitCode ?? child.signalCode}`);
    },
  };
};
