import { defineConfig } from 'vitest/config';

/** The fast tests that are run for every mutant. */
export default defineConfig({
  root: process.cwd(),
  test: {
    include: ['test/{domain,property,api,store}/**/*.test.ts'],
    // This test reads source files and would fail, because Stryker changes them.
    exclude: ['test/domain/stored-text.test.ts'],
    testTimeout: 30_000,
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  },
});
