import { describe, expect, it } from 'vitest';
import { importCycles } from './cycles.ts';
import {
  awsOnlyAtTheEdge,
  blindCastsSayWhy,
  cdkOnlyInInfra,
  clientIsStandalone,
  clientRunsAnywhere,
  domainIsStandalone,
  domainReadsNoClock,
  filesStayShort,
  infraKnowsDeclarationsOnly,
  layersPointInwards,
  noClientAtModuleLoad,
  noDefaultExportInFunctions,
  serviceKnowsNoClient,
  sharedFilesHaveALayer,
  sharedIsAStack,
  specifiersNameFiles,
} from './rules.ts';
import { readSources } from './sources.ts';

const sources = readSources();

describe('the project keeps its architecture', () => {
  it.each([
    ['shared/domain imports nothing outside itself', domainIsStandalone],
    ['only the store, the ports, the workers and the stream use the AWS SDK', awsOnlyAtTheEdge],
    ['no layer reaches outwards', layersPointInwards],
    ['shared code is a stack of layers: none imports a higher one', sharedIsAStack],
    ['every file of shared code is in a layer', sharedFilesHaveALayer],
    ['the client is a separate package', clientIsStandalone],
    ['the service does not know its client', serviceKnowsNoClient],
    ['the client runs where there is no Node', clientRunsAnywhere],
    ['stacks know operations by their declarations only', infraKnowsDeclarationsOnly],
    ['CDK stays in infra', cdkOnlyInInfra],
    ['local imports name the file', specifiersNameFiles],
    ['no file is longer than 300 lines', filesStayShort],
    ['the domain reads no clock and draws no randomness', domainReadsNoClock],
    ['no client is opened at module load', noClientAtModuleLoad],
    ['functions have no default export', noDefaultExportInFunctions],
    ['a cast that nothing checks says why it is right', blindCastsSayWhy],
  ] as const)('%s', (_name, rule) => {
    expect(sources.flatMap(rule)).toEqual([]);
  });

  it('no file imports itself through others', () => {
    expect(importCycles(sources)).toEqual([]);
  });
});
