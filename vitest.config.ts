import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Tests that speak HTTP to a running service: the local host, or the deployment that `BASE_URL` names. */
const OVER_HTTP = ['test/contract/**/*.test.ts', 'test/journey/**/*.test.ts', 'test/browser/**/*.test.ts', 'test/client/**/*.test.ts'];
/** Not part of `npm test`: these need a deployment. */
const APART = ['test/deploy/**'];
const HOST_SETUP = './test/support/global-host.ts';

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Every event that was recorded is looked at in the end.
    teardownTimeout: 120_000,
    // What is polled for may come late on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    passWithNoTests: true,
    // The SDK warns of this machine's Node version; the functions run on a newer one.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    reporters: ['default', './scripts/check/results-reporter.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'in-process', include: ['test/**/*.test.ts'], exclude: [...OVER_HTTP, ...APART] },
      },
      {
        extends: true,
        test: {
          name: 'over-http',
          include: OVER_HTTP,
          globalSetup: existsSync(new URL(HOST_SETUP, import.meta.url)) ? [HOST_SETUP] : [],
        },
      },
    ],
  },
});
