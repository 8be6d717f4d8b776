import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientWorkspace, ClientWorkspaces } from './workshop.ts';

/** Versions of the generators and type checkers. */
export const VERSIONS = {
  openapiGenerator: '7.26.0',
  heyApi: '0.99.0',
  openapiPythonClient: '0.29.1',
  oapiCodegen: 'v2.8.2',
  oapiRuntime: 'v1.9.0',
  mypy: '2.4.1',
  pyright: '1.1.414',
  pytest: '8.4.2',
  standardwebhooks: '1.1.0',
} as const;

/** A language's tools, which the machine must have. */
export type Toolchain = 'node' | 'python' | 'java' | 'go' | 'php';

/** A generated client, which the run compiles and uses to call the service. */
export interface ClientUnderTest {
  readonly name: string;
  /** Version of the generator. */
  readonly version: string;
  readonly toolchains: readonly Toolchain[];
  /** Generates and compiles the client and the program that uses it; returns the command that runs the program. */
  readonly build: (workshop: ClientWorkspace) => Promise<readonly [string, ...string[]]>;
}

const CHECKS: Readonly<Record<Toolchain, { readonly command: readonly [string, ...string[]]; readonly needs: string }>> = {
  node: { command: ['npm', '--version'], needs: 'Node.js with npm' },
  python: { command: ['python3', '-c', 'import sys, venv; sys.exit(sys.version_info < (3, 11))'], needs: 'Python 3.11 with venv' },
  java: { command: ['mvn', '--version'], needs: 'Java 17 with Maven' },
  go: { command: ['go', 'version'], needs: 'Go 1.24' },
  php: {
    command: ['php', '-r', "exit(stream_resolve_include_path('GuzzleHttp/autoload.php') ? 0 : 1);"],
    needs: 'PHP 8.1 with curl, mbstring and Guzzle (Debian: php-cli php-curl php-mbstring php-guzzlehttp-guzzle)',
  },
};

/** Returns what is missing for a toolchain; `null` if it is there. */
export const checkToolchain = async (toolchain: Toolchain, { run }: Pick<ClientWorkspaces, 'run'>): Promise<string | null> => {
  const { command, needs } = CHECKS[toolchain];
  return run(command).then(
    () => null,
    () => needs,
  );
};

/** Runs an installation once. A marker file, named after the packages, shows that it was completed. */
const installOnce = async ({ tools }: ClientWorkspace, packages: string, install: () => Promise<unknown>): Promise<void> => {
  const marker = join(tools, `${packages.replaceAll(/[^a-z0-9.]+/gi, '-')}.installed`);
  if (existsSync(marker)) return;
  await install();
  writeFileSync(marker, '');
};

/** Generates a client in the directory `output` with openapi-generator (a Java program, installed as a Python package). */
export const runOpenapiGenerator = async (
  workshop: ClientWorkspace,
  generator: string,
  output: string,
  ...options: string[]
): Promise<void> => {
  const python = await installPythonTools(workshop);
  await workshop.run([
    python('openapi-generator-cli'),
    'generate',
    '-g',
    generator,
    '-i',
    workshop.specification,
    '-o',
    output,
    ...options,
  ]);
};

/** Installs `@hey-api/openapi-ts`; returns its program. */
export const installHeyApi = async (workshop: ClientWorkspace): Promise<string> => {
  const directory = join(workshop.tools, 'hey-api');
  const packages = [`@hey-api/openapi-ts@${VERSIONS.heyApi}`, 'typescript@5.9.3'];
  await installOnce(workshop, packages.join(' '), () =>
    workshop.run(['npm', 'install', '--prefix', directory, '--no-audit', '--no-fund', ...packages], workshop.tools),
  );
  return join(directory, 'node_modules', '.bin', 'openapi-ts');
};

/** Creates a virtual environment with the Python tools; returns a function for the paths of its programs. */
export const installPythonTools = async (workshop: ClientWorkspace): Promise<(program: string) => string> => {
  const directory = join(workshop.tools, 'python');
  const program = (name: string): string => join(directory, 'bin', name);
  const { openapiGenerator: generator, openapiPythonClient, mypy, pyright, pytest, standardwebhooks } = VERSIONS;
  const packages = [
    `openapi-generator-cli==${generator}`,
    `openapi-python-client==${openapiPythonClient}`,
    `mypy==${mypy}`,
    `pyright==${pyright}`,
    `pytest==${pytest}`,
    `standardwebhooks==${standardwebhooks}`,
  ];
  await installOnce(workshop, packages.join(' '), async () => {
    await workshop.run(['python3', '-m', 'venv', directory]);
    await workshop.run([program('pip'), 'install', '--quiet', ...packages]);
  });
  return program;
};
