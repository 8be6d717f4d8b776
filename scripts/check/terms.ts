import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BANNED_TERMS, STORED_NAMES } from './banned-terms.ts';

/** Whether a file is searched: text files, except generated, recorded and third-party ones. */
const isSearched = (path: string): boolean =>
  /\.(tsx?|mjs|md|json|css|html|ya?ml)$/.test(path) &&
  !/\.generated\.|package-lock\.json|^events-schema\/(generated|examples)\/|^test\/spec\/|\.snap$|examples\.json$|^scripts\/check\/banned-terms\.ts$/.test(
    path,
  );

const TERMS = BANNED_TERMS.map(({ pattern, instead }) => ({ instead, expression: new RegExp(`(?<![a-z])(${pattern})(?![a-z])`, 'i') }));

/** Splits identifiers at upper-case letters, underscores and hyphens. */
const split = (line: string): string => line.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ');

/** Files with texts on screens. These texts have another style, so only the comments of these files are searched. */
const isForPeople = (path: string): boolean => /^(functions\/[\w-]+\/browser|shared\/(locales|pages)|test\/(browser|pages))\//.test(path);

const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line);

/** Returns each banned term of a text, as `path:line "term": write <replacement>`. */
const bannedTermsIn = (path: string, text: string): string[] =>
  [path, ...text.split('\n')].flatMap((line, index) => {
    if (index > 0 && isForPeople(path) && !isComment(line)) return [];
    const searched = split(STORED_NAMES.reduce((rest, name) => rest.replaceAll(name, ''), line));
    return TERMS.flatMap(({ expression, instead }) => {
      const term = expression.exec(searched)?.[1];
      return term === undefined ? [] : [`${path}:${index} "${term}": write ${instead}`];
    });
  });

const files = execFileSync('git', ['ls-files', '--', ...process.argv.slice(2)], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .trim()
  .split('\n');
const findings = files.filter(isSearched).flatMap((path) => bannedTermsIn(path, readFileSync(path, 'utf8')));
for (const line of findings) console.log(line);
if (findings.length > 0) process.exitCode = 1;
