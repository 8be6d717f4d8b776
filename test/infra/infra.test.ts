/** One test file for all suites: loading the CDK takes seconds per test file. */
import './suites/adopted-table.ts';
import './suites/backups.ts';
import './suites/build.ts';
import './suites/checks.ts';
import './suites/loops.ts';
import './suites/state-machines.ts';
import './suites/observability.ts';
import './suites/edge.ts';
import './suites/concurrency.ts';
import './suites/console.ts';
import './suites/open-functions.ts';
import './suites/registry.ts';
import './suites/roles.ts';
import './suites/routes.ts';
import './suites/settings.ts';
import './suites/stacks.ts';
import './suites/stream.ts';
