import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOf } from '../check/programs.ts';
import { buildClient } from '../client/build.ts';
import { type ClientUnderTest, installHeyApi, runOpenapiGenerator, VERSIONS } from './tools.ts';
import type { ClientWorkspace } from './workshop.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');

const COMPILER = {
  strict: true,
  noEmit: true,
  target: 'ES2022',
  module: 'preserve',
  moduleResolution: 'bundler',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

/** Compiles the program of a client with `strict`; returns the command that runs it. */
const compile = async ({ directory, run }: ClientWorkspace, program: string): Promise<readonly [string, ...string[]]> => {
  copyFileSync(join(PROGRAMS, program), join(directory, 'main.ts'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, include: ['main.ts', 'generated'] }));
  await run([...programOf('typescript', 'tsc', '-p', directory)]);
  return ['node', '--import', 'tsx', join(directory, 'main.ts')];
};

export const TYPESCRIPT_CLIENTS: readonly ClientUnderTest[] = [
  {
    name: 'our client, TypeScript',
    version: 'this version',
    toolchains: ['node'],
    build: async (workshop) => {
      await buildClient(join(workshop.directory, 'node_modules', 'billing-service-client'));
      return compile(workshop, 'own_client.ts');
    },
  },
  {
    name: '@hey-api/openapi-ts',
    version: VERSIONS.heyApi,
    toolchains: ['node'],
    build: async (workshop) => {
      const program = await installHeyApi(workshop);
      await workshop.run([program, '-i', workshop.specification, '-o', join(workshop.directory, 'generated')]);
      return compile(workshop, 'hey_api.ts');
    },
  },
  {
    name: 'openapi-generator typescript-fetch',
    version: VERSIONS.openapiGenerator,
    toolchains: ['node', 'java'],
    build: async (workshop) => {
      await runOpenapiGenerator(workshop, 'typescript-fetch', join(workshop.directory, 'generated'));
      return compile(workshop, 'openapi_generator.ts');
    },
  },
];
