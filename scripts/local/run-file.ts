import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isObject, readJson, text, writeJson } from './files.ts';

/** Content of `run.json` in the data directory of a running host. */
export interface RunFacts {
  readonly base_url: string;
  readonly test_key: string;
  readonly live_key: string;
  readonly account_id: string;
  readonly pid: number;
}

const runFile = (dataDirectory: string): string => join(dataDirectory, 'run.json');
const environmentFile = (dataDirectory: string): string => join(dataDirectory, 'environment.json');

/**
 * Writes the environment with which tools reach the database engine and the AWS fakes of the host, then `run.json`, which signals that the
 * host is ready.
 */
export const writeRunFacts = (dataDirectory: string, facts: RunFacts, environment: Readonly<Record<string, string>>): void => {
  writeJson(environmentFile(dataDirectory), environment);
  writeJson(runFile(dataDirectory), facts);
};

export const removeRunFacts = (dataDirectory: string): void => {
  rmSync(runFile(dataDirectory), { force: true });
  rmSync(environmentFile(dataDirectory), { force: true });
};

/** Reads `run.json` of a data directory; `null` if there is none. The host that wrote the file may have ended. */
export const readRunFacts = (dataDirectory: string): Omit<RunFacts, 'pid'> | null => {
  const facts = readJson(runFile(dataDirectory));
  if (!isObject(facts)) return null;
  return {
    base_url: String(facts['base_url']),
    test_key: String(facts['test_key']),
    live_key: String(facts['live_key']),
    account_id: String(facts['account_id']),
  };
};

/**
 * Returns `BASE_URL`, `TEST_KEY` and `LIVE_KEY` (optional) if they are set, otherwise the URL and keys of the local host of `DATA_DIR`.
 * Throws if there is neither.
 */
export const selectedService = (): Pick<RunFacts, 'base_url' | 'test_key' | 'live_key'> => {
  const { BASE_URL, TEST_KEY, LIVE_KEY = '', DATA_DIR = '.local' } = process.env;
  if (BASE_URL && TEST_KEY) return { base_url: BASE_URL.replace(/\/$/, ''), test_key: TEST_KEY, live_key: LIVE_KEY };
  const facts = readRunFacts(resolve(DATA_DIR));
  if (facts === null) throw new Error('No local host is running. Run "npm start", or set BASE_URL and TEST_KEY.');
  return facts;
};

/** Returns the URL of the host that runs with this data directory; `null` if none responds. */
export const fetchRunningHostUrl = async (dataDirectory: string): Promise<string | null> => {
  const facts = readJson(runFile(dataDirectory));
  const baseUrl = isObject(facts) ? text(facts['base_url']) : undefined;
  if (baseUrl === undefined) return null;
  try {
    const response = await fetch(`${baseUrl}/_local/directory`, { signal: AbortSignal.timeout(15_000) });
    const body: unknown = response.ok ? await response.json() : null;
    return isObject(body) && body['data_directory'] === dataDirectory ? baseUrl : null;
  } catch {
    return null;
  }
};

/** Reads the environment with which SDK clients reach the database engine and AWS fakes of the running host; `null` if there is none. */
export const environmentOfHost = (dataDirectory: string): Readonly<Record<string, string>> | null => {
  const saved = readJson(environmentFile(dataDirectory));
  return isObject(saved) ? Object.fromEntries(Object.entries(saved).map(([key, value]) => [key, String(value)])) : null;
};
