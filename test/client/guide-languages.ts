import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOf } from '../../scripts/check/programs.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

/** How the tests run code of a language. */
interface Language {
  /** File that a block is written to. */
  readonly file: string;
  /** Command that succeeds if everything that the code needs is installed; `null` if the code needs only the packages of the project. */
  readonly requires: (code: string) => readonly [string, ...string[]] | null;
  /** Command that runs the file; `port`: where a receiver listens. */
  readonly command: (file: string, port: number) => readonly [string, ...string[]];
}

/** Python interpreter for the blocks. `.ci/run` sets an interpreter that has `httpx`, which the Python client needs. */
const PYTHON = process.env['GUIDE_PYTHON'] ?? 'python3';

/** Languages of the guides in addition to shell commands. Go, Java and PHP run a block as one file, without dependencies. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  ts: { file: 'guide.mts', requires: () => null, command: (file) => programOf('tsx', 'tsx', file) },
  python: {
    file: 'guide.py',
    requires: (code) => [PYTHON, '-c', code.includes('billing_service') ? 'import httpx' : ''],
    command: (file) => [PYTHON, file],
  },
  go: { file: 'guide.go', requires: () => ['go', 'version'], command: (file) => ['go', 'run', file] },
  java: { file: 'Guide.java', requires: () => ['java', '--version'], command: (file) => ['java', file] },
  php: {
    file: 'guide.php',
    requires: () => ['php', '--version'],
    command: (file, port) => (port === 0 ? ['php', file] : ['php', '-S', `127.0.0.1:${port}`, file]),
  },
};

/** Languages whose blocks `guide-languages.test.ts` runs; shell and TypeScript blocks are run by `guides.test.ts`. */
export const PROGRAM_LANGUAGES: readonly string[] = Object.keys(LANGUAGES).filter((language) => language !== 'ts');

const languageOf = (name: string): Language => {
  const language = LANGUAGES[name];
  if (language === undefined) throw new Error(`The tests cannot run ${name}.`);
  return language;
};

/** Returns what is missing on this machine to run the code; `null`: nothing. */
export const missingFor = (name: string, code: string): string | null => {
  const command = languageOf(name).requires(code);
  if (command === null) return null;
  const [program, ...args] = command;
  return spawnSync(program, args).status === 0 ? null : `not installed: ${command.join(' ').trim()}`;
};

/** Environment in which a program finds the Python client. */
export const PROGRAM_ENV = { PYTHONPATH: join(REPOSITORY_ROOT, 'shared/python-client') };

/** A block in a file of a temporary folder. */
export interface Program {
  readonly command: readonly [string, ...string[]];
  /** Deletes the folder. */
  readonly remove: () => void;
}

/** Writes code to a temporary folder. `port`: the port of a receiver; 0 for other programs. */
export const writeProgram = (name: string, code: string, port = 0): Program => {
  const language = languageOf(name);
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  const file = join(folder, language.file);
  writeFileSync(file, code);
  return { command: language.command(file, port), remove: () => rmSync(folder, { recursive: true, force: true }) };
};
