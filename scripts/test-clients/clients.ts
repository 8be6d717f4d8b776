import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { deliveryHeaders } from '../../shared/webhooks/signing.ts';
import { buildPythonClient } from '../client/python.ts';
import { type ClientUnderTest, installPythonTools, runOpenapiGenerator, VERSIONS } from './tools.ts';
import { TYPESCRIPT_CLIENTS } from './typescript.ts';
import type { ClientWorkspace } from './workshop.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
const BEHAVIOUR = join(REPOSITORY_ROOT, 'test', 'typed-client', 'behaviour', 'test_behaviour.py');
const { openapiGenerator: GENERATOR } = VERSIONS;

const copyProgram = (workshop: ClientWorkspace, program: string): string => {
  const main = join(workshop.directory, 'main.py');
  copyFileSync(join(PROGRAMS, program), main);
  return main;
};

const pipInstall = async (workshop: ClientWorkspace, python: (program: string) => string, directory: string): Promise<void> => {
  await workshop.run([python('pip'), 'install', '--quiet', '--force-reinstall', directory]);
};

/** Writes a delivery that is signed with two secrets, as during a rotation, and the same delivery with a signature that is an hour old. */
const writeDeliveries = (file: string): void => {
  const secrets = ['svcwhsec_new', 'svcwhsec_old'];
  const body = Buffer.from(JSON.stringify({ id: 'evt_1', name: 'Zoë €' }));
  const delivery = { eventId: 'evt_1', eventType: 'customer.created', attempt: 1, body, secrets };
  const now = Math.floor(Date.now() / 1000);
  const headers = { fresh: deliveryHeaders(delivery, now), old: deliveryHeaders(delivery, now - 3600) };
  writeFileSync(file, JSON.stringify({ body: body.toString('utf8'), secrets, ...headers }));
};

const PYTHON_CLIENTS: readonly ClientUnderTest[] = [
  {
    name: 'our client, Python',
    version: 'this version',
    toolchains: ['python'],
    build: async (workshop) => {
      const python = await installPythonTools(workshop);
      const directory = join(workshop.directory, 'client');
      buildPythonClient(directory);
      await pipInstall(workshop, python, directory);
      const main = copyProgram(workshop, 'own_client.py');
      writeFileSync(join(workshop.directory, 'pyrightconfig.json'), JSON.stringify({ typeCheckingMode: 'strict' }));
      await workshop.run([python('pyright'), '--pythonpath', python('python'), main, join(directory, 'billing_service')]);
      await workshop.run([python('pytest'), '-q', '-p', 'no:cacheprovider', BEHAVIOUR]);
      writeDeliveries(join(workshop.directory, 'deliveries.json'));
      copyFileSync(join(PROGRAMS, 'test_standard_webhooks.py'), join(workshop.directory, 'test_standard_webhooks.py'));
      await workshop.run([python('pytest'), '-q', '-p', 'no:cacheprovider', 'test_standard_webhooks.py']);
      return [python('python'), main];
    },
  },
  {
    name: 'openapi-python-client',
    version: VERSIONS.openapiPythonClient,
    toolchains: ['python'],
    build: async (workshop) => {
      const python = await installPythonTools(workshop);
      const directory = join(workshop.directory, 'client');
      await workshop.run([python('openapi-python-client'), 'generate', '--path', workshop.specification, '--output-path', directory]);
      await pipInstall(workshop, python, directory);
      const main = copyProgram(workshop, 'openapi_python_client.py');
      await workshop.run([python('mypy'), '--strict', main]);
      return [python('python'), main];
    },
  },
  {
    name: 'openapi-generator python',
    version: GENERATOR,
    toolchains: ['python', 'java'],
    build: async (workshop) => {
      const python = await installPythonTools(workshop);
      const directory = join(workshop.directory, 'client');
      await runOpenapiGenerator(workshop, 'python', directory);
      await pipInstall(workshop, python, directory);
      await workshop.run([python('python'), '-m', 'compileall', '-q', join(directory, 'openapi_client')]);
      const main = copyProgram(workshop, 'openapi_generator.py');
      await workshop.run([python('mypy'), '--strict', main]);
      return [python('python'), main];
    },
  },
];

/** Compiles a Go program in the module `example.com/shop`; the client is the package `billing` of this module. */
const compileGo = async (
  { directory, run }: ClientWorkspace,
  program: string,
  ...modules: readonly string[]
): Promise<readonly [string]> => {
  mkdirSync(join(directory, 'program'));
  copyFileSync(join(PROGRAMS, program), join(directory, 'program', 'main.go'));
  writeFileSync(join(directory, 'go.mod'), 'module example.com/shop\n\ngo 1.24\n');
  if (modules.length > 0) await run(['go', 'get', ...modules]);
  await run(['go', 'mod', 'tidy']);
  await run(['go', 'vet', './billing', './program']);
  const binary = join(directory, 'shop');
  await run(['go', 'build', '-o', binary, './program']);
  return [binary];
};

const GO_CLIENTS: readonly ClientUnderTest[] = [
  {
    name: 'openapi-generator go',
    version: GENERATOR,
    toolchains: ['go', 'java', 'python'],
    build: async (workshop) => {
      const generated = join(workshop.directory, '.generated');
      await runOpenapiGenerator(workshop, 'go', generated, '--package-name', 'billing');
      // Copies neither subfolders (documentation, tests) nor the generated module files.
      const isSource = (file: string): boolean => !/\.generated\/.+\/|go\.(mod|sum)$/.test(file);
      cpSync(generated, join(workshop.directory, 'billing'), { recursive: true, filter: isSource });
      return compileGo(workshop, 'openapi_generator.go');
    },
  },
  {
    name: 'oapi-codegen (Go)',
    version: VERSIONS.oapiCodegen,
    toolchains: ['go'],
    build: async (workshop) => {
      mkdirSync(join(workshop.directory, 'billing'));
      const generator = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${VERSIONS.oapiCodegen}`;
      const config = join(workshop.directory, 'oapi-codegen.json');
      writeFileSync(
        config,
        JSON.stringify({
          package: 'billing',
          generate: { models: true, client: true },
          // Without `skip-prune`, the generator writes webhook handlers, but not the types of their events.
          'output-options': { 'resolve-type-name-collisions': true, 'skip-prune': true },
          output: join(workshop.directory, 'billing', 'client.go'),
        }),
      );
      await workshop.run(['go', 'run', generator, '-config', config, workshop.specification]);
      return compileGo(workshop, 'oapi_codegen.go', `github.com/oapi-codegen/runtime@${VERSIONS.oapiRuntime}`);
    },
  },
];

const JAVA: ClientUnderTest = {
  name: 'openapi-generator java',
  version: GENERATOR,
  toolchains: ['java', 'python'],
  build: async (workshop) => {
    await runOpenapiGenerator(workshop, 'java', workshop.directory, '--additional-properties', 'useSingleRequestParameter=true');
    copyFileSync(join(PROGRAMS, 'Main.java'), join(workshop.directory, 'src', 'main', 'java', 'Main.java'));
    await workshop.run([
      'mvn',
      '-q',
      '-B',
      'compile',
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      '-DoutputDirectory=target/lib',
    ]);
    return ['java', '-cp', 'target/classes:target/lib/*', 'Main'];
  },
};

const PHP: ClientUnderTest = {
  name: 'openapi-generator php',
  version: GENERATOR,
  toolchains: ['php', 'java', 'python'],
  build: async (workshop) => {
    await runOpenapiGenerator(workshop, 'php', workshop.directory);
    copyFileSync(join(PROGRAMS, 'openapi_generator.php'), join(workshop.directory, 'main.php'));
    return ['php', '-d', 'error_reporting=E_ALL&~E_DEPRECATED', join(workshop.directory, 'main.php')];
  },
};

/** All clients, in the order of the run. */
export const CLIENTS: readonly ClientUnderTest[] = [...TYPESCRIPT_CLIENTS, ...PYTHON_CLIENTS, ...GO_CLIENTS, JAVA, PHP];
