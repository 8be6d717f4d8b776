import { describe, expect, it } from 'vitest';
import { importCycles } from './cycles.ts';
import {
  awsClientsHaveTimeLimits,
  awsSdkOnlyInItsFolders,
  cdkOnlyInInfra,
  clientIsStandalone,
  clientNeedsNoNode,
  domainIsStandalone,
  domainReadsNoClock,
  filesStayShort,
  importsHaveExtensions,
  infraImportsNoRuntimeCode,
  noClientAtModuleLoad,
  noDefaultExportInFunctions,
  noOuterImports,
  serviceImportsNoClient,
  sharedFilesHaveALayer,
  sharedLayersAreOrdered,
  uncheckedCastsHaveReasons,
} from './rules.ts';
import { importsOf, readSources } from './sources.ts';

const sources = readSources();

describe('architecture rules', () => {
  it.each([
    ['shared/domain imports nothing outside itself', domainIsStandalone],
    ['in production code, only the store, the ports, the workers and the stream use the AWS SDK', awsSdkOnlyInItsFolders],
    ['production code imports no tests, only infra imports scripts, and shared code imports no functions and no stacks', noOuterImports],
    ['each layer of shared code imports only itself and lower layers', sharedLayersAreOrdered],
    ['every file of shared code is in a layer', sharedFilesHaveALayer],
    ['the client imports no packages and no files of the service, except in its command line', clientIsStandalone],
    ['the service does not import its client, except in the browser of the console', serviceImportsNoClient],
    ['the client imports Node modules only in its command line', clientNeedsNoNode],
    ['stacks import no functions, no layers that run inside functions, and no AWS SDK', infraImportsNoRuntimeCode],
    ['only infra imports the CDK', cdkOnlyInInfra],
    ['imports of project files contain the file extension', importsHaveExtensions],
    ['no file is longer than 300 lines', filesStayShort],
    ['the domain reads no clock and generates no random values', domainReadsNoClock],
    ['no AWS client is created at module load', noClientAtModuleLoad],
    ['AWS clients have time limits', awsClientsHaveTimeLimits],
    ['functions have no default export', noDefaultExportInFunctions],
    ['an unchecked cast has a comment with its reason', uncheckedCastsHaveReasons],
  ] as const)('%s', (_name, rule) => {
    expect(sources.flatMap(rule)).toEqual([]);
  });

  it('the documents worker is the only function that contains the XML library', () => {
    const importsByPath = new Map(sources.map((source) => [source.path, importsOf(source).map(({ target }) => target)]));
    const reaches = (path: string, seen: Set<string>): boolean =>
      path === 'xmlbuilder2' || (importsByPath.get(path) ?? []).some((target) => !seen.has(target) && reaches(target, seen.add(target)));
    const functions = sources.filter(({ path }) => path.startsWith('functions/') && reaches(path, new Set()));
    expect(functions.map(({ path }) => path)).toEqual(['functions/workers/documents.ts']);
  });

  it('there are no import cycles', () => {
    expect(importCycles(sources)).toEqual([]);
  });
});
