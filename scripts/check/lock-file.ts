import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { lockProblems } from './lock.ts';

/** `tsx scripts/check/lock-file.ts`: prints the reasons why `npm ci` would fail on some platform, and fails if there are any. */

const read = (name: string) => JSON.parse(readFileSync(join(REPOSITORY_ROOT, name), 'utf8'));

const problems = lockProblems(read('package.json'), read('package-lock.json'));
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('Use versions that are published for every platform, then run npm install.');
  process.exitCode = 1;
}
