import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startHost, type TestHost } from '../../test/support/host.ts';
import { CLIENTS } from './clients.ts';
import { checkScenario } from './story.ts';
import { type ClientUnderTest, checkToolchain, type Toolchain } from './tools.ts';
import { type ClientWorkspaces, openClientWorkspaces } from './workshop.ts';

/**
 * `npm run test:clients [-- --only go,php]`: generates clients from the OpenAPI description of a local service, compiles them, and uses
 * each for a sale, a renewal, a refund, a list and an error. `ALLOW_MISSING=php,go` skips clients that need PHP or Go if it is
 * missing; `ALLOW_MISSING=downloads` skips clients whose downloads fail. Without the variable, the run fails in both cases.
 */

type Outcome = 'passed' | 'failed' | 'skipped';

interface Result {
  readonly client: ClientUnderTest;
  readonly outcome: Outcome;
  readonly detail: string;
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const listOf = (text: string | undefined): readonly string[] => (text ?? '').split(',').filter((part) => part !== '');

const findMissing = async (
  client: ClientUnderTest,
  workshops: ClientWorkspaces,
): Promise<{ readonly toolchain: Toolchain; readonly needs: string } | null> => {
  for (const toolchain of client.toolchains) {
    const needs = await checkToolchain(toolchain, workshops);
    if (needs !== null) return { toolchain, needs };
  }
  return null;
};

/** Generates, compiles and uses a client with a new account. Throws the first failure. */
const useClient = async (client: ClientUnderTest, host: TestHost, workshops: ClientWorkspaces): Promise<void> => {
  const { testKey } = await host.createAccount();
  const workshop = workshops.open(client.name, { BASE_URL: host.baseUrl, TEST_KEY: testKey });
  const command = await client.build(workshop);
  await checkScenario(await workshop.run(command), host.baseUrl, testKey);
};

/** Messages of pip, npm, Maven and Go about a package registry that did not answer. */
const DOWNLOAD_FAILED =
  /Could not (transfer|find a version)|No matching distribution|ENOTFOUND|ECONNRE|ETIMEDOUT|EAI_AGAIN|dial tcp|Temporary failure|Read timed out/;

const isAllowedToMiss = (name: string): boolean => listOf(process.env['ALLOW_MISSING']).includes(name);

const tryClient = async (client: ClientUnderTest, host: TestHost, workshops: ClientWorkspaces): Promise<Result> => {
  const startedAt = performance.now();
  const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
  const absent = await findMissing(client, workshops);
  if (absent !== null) {
    return { client, outcome: isAllowedToMiss(absent.toolchain) ? 'skipped' : 'failed', detail: `needs ${absent.needs}` };
  }
  try {
    await useClient(client, host, workshops);
    return { client, outcome: 'passed', detail: seconds() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    print(message);
    if (isAllowedToMiss('downloads') && DOWNLOAD_FAILED.test(message)) return { client, outcome: 'skipped', detail: 'a download failed' };
    return { client, outcome: 'failed', detail: `failed after ${seconds()}` };
  }
};

const saveDescription = async ({ baseUrl }: TestHost, { specification }: ClientWorkspaces): Promise<void> => {
  const response = await fetch(`${baseUrl}/openapi.json`);
  if (!response.ok) throw new Error(`/openapi.json returned ${response.status}.`);
  writeFileSync(specification, await response.text());
};

const tableOf = (results: readonly Result[]): string =>
  results
    .map(({ client: { name, version }, outcome, detail }) => `${name.padEnd(36)} ${version.padEnd(14)} ${outcome.padEnd(8)} ${detail}`)
    .join('\n');

const run = async (selected: readonly ClientUnderTest[]): Promise<readonly Result[]> => {
  const workshops = openClientWorkspaces();
  const host = await startHost();
  const results: Result[] = [];
  try {
    await saveDescription(host, workshops);
    for (const client of selected) {
      const result = await tryClient(client, host, workshops);
      results.push(result);
      print(`${result.outcome === 'failed' ? '✗' : '✓'} ${client.name} ${client.version} (${result.detail})`);
    }
  } finally {
    await Promise.all([workshops.stop(), host.stop()]);
  }
  return results;
};

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const names = listOf(values.only);
const selected = CLIENTS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
if (selected.length === 0)
  throw new Error(`No client has a name with '${values.only}'. Clients: ${CLIENTS.map(({ name }) => name).join('; ')}.`);
const results = await run(selected);
const count = (outcome: Outcome): number => results.filter((result) => result.outcome === outcome).length;
print(`\n${tableOf(results)}\n\n${count('passed')} passed, ${count('failed')} failed`);
process.exit(count('failed') === 0 && count('passed') > 0 ? 0 : 1);
