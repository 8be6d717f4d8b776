import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Reading } from './readings.ts';

const run = promisify(execFile);
const HERE = import.meta.dirname;
const MAX_OUTPUT_BYTES = 200_000_000;
/** Java heap: the validators load large Schematron rules. */
const HEAP = '-Xmx3g';
/** Exceptions keep their messages, also in code that throws often. */
const WITH_MESSAGES = '-XX:-OmitStackTraceInFastThrow';
/** Below this number of files, Java's optimizing compiler and concurrent garbage collector cost more time than they save. */
const FEW_FILES = 400;
const SIMPLE_RUNTIME = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** The Python library that reads the files, independent of the code that writes them. */
const DRAFTHORSE = 'drafthorse==2025.2.0';

const runProgram = async (command: string, args: readonly string[], cwd = HERE): Promise<string> =>
  (await run(command, args, { cwd, maxBuffer: MAX_OUTPUT_BYTES })).stdout;

export interface Finding {
  readonly file: string;
  readonly severity: string;
  readonly rule: string;
  readonly message: string;
}

/** A validator or the Python library could not be installed, so that the validation is incomplete. */
export class NotInstalled extends Error {}

const install = async (command: string, args: readonly string[], cwd?: string): Promise<void> => {
  await runProgram(command, args, cwd).catch((error: unknown) => {
    throw new NotInstalled(`${command} ${args.join(' ')} failed.`, { cause: error });
  });
};

/** Resolves the class path with Maven and stores it in `tools`, once for each content of the `pom.xml`. */
const classPath = async (validator: string, tools: string): Promise<string> => {
  const pomFolder = join(HERE, 'validators', validator);
  const digest = createHash('sha256')
    .update(readFileSync(join(pomFolder, 'pom.xml')))
    .digest('hex');
  const file = join(tools, `${validator}-${digest}.classpath`);
  if (!existsSync(file)) await install('mvn', ['-q', '-B', 'dependency:build-classpath', `-Dmdep.outputFile=${file}`], pomFolder);
  return readFileSync(file, 'utf8').trim();
};

const findingOf = (line: string): Finding => {
  const [file = '', severity = '', rule = '', message = ''] = line.split('\t');
  return { file, severity, rule, message };
};

/** Validates all files of a folder in one process. Throws unless `count` files were validated. */
export const validate = async (
  validator: 'Phive' | 'Mustang',
  folder: string,
  tools: string,
  count: number,
): Promise<readonly Finding[]> => {
  mkdirSync(tools, { recursive: true });
  const name = validator.toLowerCase();
  const source = join(HERE, 'validators', name, `${validator}.java`);
  const output = await runProgram('java', [
    HEAP,
    WITH_MESSAGES,
    ...(count < FEW_FILES ? SIMPLE_RUNTIME : []),
    '-cp',
    await classPath(name, tools),
    source,
    folder,
  ]);
  const lines = output.trimEnd().split('\n');
  const findings = lines.slice(0, -1).map(findingOf);
  if (lines.at(-1) !== `${count} files`) {
    const failed = findings.filter(({ rule }) => rule === 'exception').map(({ file, message }) => `${file}: ${message}`);
    throw new Error(`${validator} validated ${lines.at(-1)} instead of ${count}:\n${failed.join('\n')}`);
  }
  return findings;
};

/** Uses drafthorse to read all CII files of a folder. */
export const readFolder = async (folder: string, tools: string): Promise<readonly Reading[]> => {
  const environment = join(tools, DRAFTHORSE);
  const python = join(environment, 'bin', 'python');
  if (!existsSync(python)) {
    await install('python3', ['-m', 'venv', environment]);
    await install(python, ['-m', 'pip', 'install', '--quiet', DRAFTHORSE]);
  }
  const output = await runProgram(python, [join(HERE, 'read.py'), folder]);
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Reading);
};
