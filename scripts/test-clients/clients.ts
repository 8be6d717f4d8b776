import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { buildPythonClient } from '../client/python.ts';
import { type ClientUnderTest, openapiGenerator, pythonTools, VERSIONS } from './tools.ts';
import { TYPESCRIPT_CLIENTS } from './typescript.ts';
import type { Workshop } from './workshop.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
const BEHAVIOUR = join(REPOSITORY_ROOT, 'test', 'typed-client', 'behaviour', 'test_behaviour.py');
const { openapiGenerator: GENERATOR } = VERSIONS;

const usePython = (shop: Workshop, program: string): string => {
  const main = join(shop.directory, 'main.py');
  copyFileSync(join(PROGRAMS, program), main);
  return main;
};

const installed = async (shop: Workshop, python: (program: string) => string, directory: string): Promise<void> => {
  await shop.run([python('pip'), 'install', '--quiet', '--force-reinstall', directory]);
};

const PYTHON_CLIENTS: readonly ClientUnderTest[] = [
  {
    name: 'our client, Python',
    version: 'this version',
    toolchains: ['python'],
    build: async (shop) => {
      const python = await pythonTools(shop);
      const directory = join(shop.directory, 'client');
      buildPythonClient(directory);
      await installed(shop, python, directory);
      const main = usePython(shop, 'own_client.py');
      writeFileSync(join(shop.directory, 'pyrightconfig.json'), JSON.stringify({ typeCheckingMode: 'strict' }));
      await shop.run([python('pyright'), '--pythonpath', python('python'), main, join(directory, 'billing_service')]);
      await shop.run([python('pytest'), '-q', '-p', 'no:cacheprovider', BEHAVIOUR]);
      return [python('python'), main];
    },
  },
  {
    name: 'openapi-python-client',
    version: VERSIONS.openapiPythonClient,
    toolchains: ['python'],
    build: async (shop) => {
      const python = await pythonTools(shop);
      const directory = join(shop.directory, 'client');
      await shop.run([python('openapi-python-client'), 'generate', '--path', shop.specification, '--output-path', directory]);
      await installed(shop, python, directory);
      const main = usePython(shop, 'openapi_python_client.py');
      await shop.run([python('mypy'), '--strict', main]);
      return [python('python'), main];
    },
  },
  {
    name: 'openapi-generator python',
    version: GENERATOR,
    toolchains: ['python', 'java'],
    build: async (shop) => {
      const python = await pythonTools(shop);
      const directory = join(shop.directory, 'client');
      await openapiGenerator(shop, 'python', directory);
      await installed(shop, python, directory);
      await shop.run([python('python'), '-m', 'compileall', '-q', join(directory, 'openapi_client')]);
      const main = usePython(shop, 'openapi_generator.py');
      await shop.run([python('mypy'), '--strict', main]);
      return [python('python'), main];
    },
  },
];

/** Compiles a Go program in the module `example.com/shop`, in whose folder `billing` the client is. */
const compileGo = async ({ directory, run }: Workshop, program: string, ...modules: readonly string[]): Promise<readonly [string]> => {
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
    toolchains: ['go', 'java'],
    build: async (shop) => {
      const generated = join(shop.directory, '.generated');
      await openapiGenerator(shop, 'go', generated, '--package-name', 'billing');
      const isSource = (file: string): boolean => !/\.generated\/.+\/|go\.(mod|sum)$/.test(file);
      cpSync(generated, join(shop.directory, 'billing'), { recursive: true, filter: isSource });
      return compileGo(shop, 'openapi_generator.go');
    },
  },
  {
    name: 'oapi-codegen (Go)',
    version: VERSIONS.oapiCodegen,
    toolchains: ['go'],
    build: async (shop) => {
      mkdirSync(join(shop.directory, 'billing'));
      const generator = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${VERSIONS.oapiCodegen}`;
      const config = join(shop.directory, 'oapi-codegen.json');
      writeFileSync(
        config,
        JSON.stringify({
          package: 'billing',
          generate: { models: true, client: true },
          // Without `skip-prune`, the generator writes handlers of webhooks, but not their events.
          'output-options': { 'resolve-type-name-collisions': true, 'skip-prune': true },
          output: join(shop.directory, 'billing', 'client.go'),
        }),
      );
      await shop.run(['go', 'run', generator, '-config', config, shop.specification]);
      return compileGo(shop, 'oapi_codegen.go', `github.com/oapi-codegen/runtime@${VERSIONS.oapiRuntime}`);
    },
  },
];

const JAVA: ClientUnderTest = {
  name: 'openapi-generator java',
  version: GENERATOR,
  toolchains: ['java'],
  build: async (shop) => {
    await openapiGenerator(shop, 'java', shop.directory);
    copyFileSync(join(PROGRAMS, 'Main.java'), join(shop.directory, 'src', 'main', 'java', 'Main.java'));
    await shop.run([
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
  toolchains: ['php', 'java'],
  build: async (shop) => {
    await openapiGenerator(shop, 'php', shop.directory);
    copyFileSync(join(PROGRAMS, 'openapi_generator.php'), join(shop.directory, 'main.php'));
    return ['php', '-d', 'error_reporting=E_ALL&~E_DEPRECATED', join(shop.directory, 'main.php')];
  },
};

/** All clients, in the order of the run. */
export const CLIENTS: readonly ClientUnderTest[] = [...TYPESCRIPT_CLIENTS, ...PYTHON_CLIENTS, ...GO_CLIENTS, JAVA, PHP];
