import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FakeService } from './support.ts';

/** Runs a program with the client in a separate process. `source`: the program, which can call `usageOf(settings)`. Returns the output. */
export const runClient = ({ baseUrl }: FakeService, source: string) => {
  const client = join(import.meta.dirname, '../../shared/client/index.ts');
  const beginning = `import { createBilling } from ${JSON.stringify(client)};
    const usageOf = (usage) => createBilling({ key: 'svc_test_1', baseUrl: ${JSON.stringify(baseUrl)}, usage }).usage;`;
  return promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', beginning + source]);
};
