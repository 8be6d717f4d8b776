import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { type Environment, openProcesses } from '../test-deploy/processes.ts';

/** Tools and generated clients; ignored by Git. Inside the repository, so that generated TypeScript finds `node_modules`. */
const FOLDER = join(REPOSITORY_ROOT, '.build', 'test-clients');
/** Timeout of a command. Long, because tools are downloaded and compiled, on machines with other work. */
const STEP_MS = 600_000;

/** Where a client is generated, compiled and used. */
export interface ClientWorkspace {
  /** An empty directory of this client. */
  readonly directory: string;
  /** Directory of tools, which later runs use again. */
  readonly tools: string;
  /** File with the OpenAPI description of the service. */
  readonly specification: string;
  /** Runs a command; returns its standard output. Throws with the end of the output if it fails. Default `cwd`: the client's directory. */
  readonly run: (command: readonly [string, ...string[]], cwd?: string) => Promise<string>;
}

/** The clients' workshops of one run. */
export interface ClientWorkspaces {
  /** `environment` is added to that of this process. */
  readonly open: (name: string, environment: Environment) => ClientWorkspace;
  /** Runs a command in the directory of tools. */
  readonly run: (command: readonly [string, ...string[]]) => Promise<string>;
  readonly specification: string;
  /** Stops all processes that the workshops started. */
  readonly stop: () => Promise<void>;
}

const inherited = (): Environment =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

export const openClientWorkspaces = (): ClientWorkspaces => {
  const tools = join(FOLDER, 'tools');
  const specification = join(FOLDER, 'openapi.json');
  mkdirSync(tools, { recursive: true });
  const processes = openProcesses();
  const runIn =
    (directory: string, environment: Environment): ClientWorkspace['run'] =>
    ([program, ...args], cwd = directory) =>
      processes.run({ program, args, cwd, env: { ...inherited(), ...environment } }, STEP_MS);
  return {
    open: (name, environment) => {
      const directory = join(FOLDER, 'clients', name.replaceAll(/[^a-z0-9]+/gi, '-'));
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory, { recursive: true });
      return { directory, tools, specification, run: runIn(directory, environment) };
    },
    run: runIn(tools, {}),
    specification,
    stop: processes.stopAll,
  };
};
