import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Tests that send HTTP requests to a running service: the local host, or the one at `BASE_URL`. */
const OVER_HTTP = ['test/contract/**/*.test.ts', 'test/client/**/*.test.ts'];
/** Tests in a browser, and long end-to-end tests: `npm run test:browser`. */
const IN_BROWSER = ['test/browser/**/*.test.ts', 'test/client/{demo,unstable-network}.test.ts'];
/** Tests of what is built and deployed, such as templates, roles and scaffolds: `npm run test:build`. */
const OF_BUILD = [
  'test/infra/**/*.test.ts',
  'test/roles/**/*.test.ts',
  'test/tooling/scaffolds.test.ts',
  'test/local/{separation,operation-costs}.test.ts',
];
/** Tests that replace modules or change global state of the process: each file loads all modules anew. */
const ISOLATED = [
  'test/{api,faults,local,stream}/**/*.test.ts',
  // They run handlers of workers, which keep AWS clients open in module state.
  'test/delivery/{batches,mail-feedback,metrics-worker,workers}.test.ts',
  // They replace `shared/runtime/services.ts`.
  'test/provider/faults/*-with-faults.test.ts',
];
/** Tests of a deployment: `npm run test:deploy`. */
const OF_DEPLOYMENT = ['test/deploy/**'];
/** Settings of the projects that use a running service. These projects run after the others, because the service needs the processor. */
const withHost = { globalSetup: ['./test/support/global-host.ts'], sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Teardown checks every recorded event against its schema.
    teardownTimeout: 120_000,
    // Polled values can arrive late on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    passWithNoTests: true,
    sequence: { sequencer: LongestFirst },
    // The AWS SDK warns about the local Node version; the deployed functions run on a newer one.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    // Transformed modules are kept below node_modules, for the next run and for the other projects.
    experimental: { fsModuleCache: true },
    reporters: ['default', './scripts/check/results-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'in-process',
          include: ['test/**/*.test.ts'],
          exclude: [...OVER_HTTP, ...IN_BROWSER, ...OF_BUILD, ...OF_DEPLOYMENT, ...ISOLATED],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED, exclude: OF_BUILD } },
      // The files share no state except the service, so a worker loads modules once for all of them.
      // Many workers, because the tests mostly wait.
      { extends: true, test: { name: 'over-http', include: OVER_HTTP, exclude: IN_BROWSER, isolate: false, maxWorkers: 12, ...withHost } },
      { extends: true, test: { name: 'browser', include: IN_BROWSER, isolate: false, maxWorkers: 6, ...withHost } },
      {
        extends: true,
        test: {
          name: 'build',
          include: OF_BUILD,
          // The CDK validation is off, as in the local service: only the suite of the best-practice checks needs it.
          env: { CDK_VALIDATION: 'false', CDK_DISABLE_STACK_TRACE: '1' },
          // Bundles are run as they are, not transformed again.
          server: { deps: { external: [/\/node_modules\//, /\/\.build\/local\//] } },
        },
      },
    ],
  },
});
