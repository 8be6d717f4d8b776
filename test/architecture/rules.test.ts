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

const violations = [
  ['an import of a package in the domain', domainIsStandalone, 'shared/domain/amounts/money.ts', "import * as v from 'valibot';"],
  [
    'an import of the store in the domain',
    domainIsStandalone,
    'shared/domain/customer/create.ts',
    "import type { Store } from '../../store/store.ts';",
  ],
  [
    'an import of a type of the AWS SDK in an operation',
    awsSdkOnlyInItsFolders,
    'functions/customers/create.ts',
    "import type { X } from '@aws-sdk/client-sqs';",
  ],
  [
    'a dynamic import of the AWS SDK in an operation',
    awsSdkOnlyInItsFolders,
    'functions/a/b.ts',
    "const f = () => import('@aws-sdk/client-sqs');",
  ],
  ['an inline AWS SDK type', awsSdkOnlyInItsFolders, 'functions/a/b.ts', "type Client = import('@aws-sdk/client-sqs').SQSClient;"],
  [
    'an import of a test helper in shared code',
    noOuterImports,
    'shared/api/serve/serve.ts',
    "import { x } from '../../../test/support/x.ts';",
  ],
  [
    'a re-export of an operation in shared/api',
    noOuterImports,
    'shared/api/fallback.ts',
    "export { operation } from '../../functions/ping/retrieve.ts';",
  ],
  [
    'an import of a handler in a stack',
    infraImportsNoRuntimeCode,
    'infra/stacks/api.ts',
    "import { handler } from '../../functions/ping/retrieve.ts';",
  ],
  ['an import of the CDK in a function', cdkOnlyInInfra, 'functions/ping/retrieve.ts', "import { Duration } from 'aws-cdk-lib';"],
  ['an API import in a flow', sharedLayersAreOrdered, 'shared/flows/due/sweep.ts', "import { ApiError } from '../../api/errors.ts';"],
  [
    'a store that imports a type from the flows',
    sharedLayersAreOrdered,
    'shared/store/core/table.ts',
    "import type { X } from '../../flows/due.ts';",
  ],
  [
    'an import of the writer in a lower layer of the store',
    sharedLayersAreOrdered,
    'shared/store/core/pages.ts',
    "import { X } from '../writer/store.ts';",
  ],
  ['an import of the service in its client', clientIsStandalone, 'shared/client/index.ts', "import { x } from '../api/errors.ts';"],
  ['an import of a package in the client', clientIsStandalone, 'shared/client/index.ts', "import * as v from 'valibot';"],
  [
    'a file of the client that imports a Node module and is not part of the command line',
    clientNeedsNoNode,
    'shared/client/webhooks.ts',
    "import { createHmac } from 'node:crypto';",
  ],
  [
    'an import of the client in a function',
    serviceImportsNoClient,
    'functions/ping/retrieve.ts',
    "import { webhooks } from '../../shared/client/index.ts';",
  ],
  ['a file of shared code outside the layers', sharedFilesHaveALayer, 'shared/misc/x.ts', 'export const x = 1;'],
  ['an import without the file extension', importsHaveExtensions, 'shared/api/serve/serve.ts', "import { x } from './errors';"],
  ['a long file', filesStayShort, 'shared/api/serve/serve.ts', 'const x = 1;\n'.repeat(301)],
  ['a call of `Date.now` in the domain', domainReadsNoClock, 'shared/domain/periods.ts', 'const now = () => Date.now();'],
  ['a date of the current time in the domain', domainReadsNoClock, 'shared/domain/periods.ts', 'const now = () => new Date();'],
  ['a random number in the domain', domainReadsNoClock, 'shared/domain/periods.ts', 'const n = () => Math.random();'],
  ['an AWS client that is created at module load', noClientAtModuleLoad, 'shared/ports/aws-queue.ts', 'const client = new SQSClient({});'],
  ['an AWS client without time limits', awsClientsHaveTimeLimits, 'shared/ports/aws-queue.ts', 'const client = () => new SQSClient({});'],
  ['a default export of a function', noDefaultExportInFunctions, 'functions/ping/retrieve.ts', 'export default function handler() {}'],
  [
    'a cast through `unknown` without a reason',
    uncheckedCastsHaveReasons,
    'shared/api/serve/serve.ts',
    'const x = (1 as unknown) as string;\nconst y = 1 as number;',
  ],
  ['a cast to `never` without a reason', uncheckedCastsHaveReasons, 'functions/ping/retrieve.ts', 'f(1 as never);'],
] as const;

describe('architecture rules report', () => {
  it.each(violations)('%s', (_name, rule, path, text) => {
    expect(rule({ path, text })).toHaveLength(1);
  });

  it('a cycle of imports, including type imports', () => {
    const sources = [
      { path: 'shared/domain/a.ts', text: "import type { B } from './b.ts';" },
      { path: 'shared/domain/b.ts', text: "import { c } from './c.ts';" },
      { path: 'shared/domain/c.ts', text: "import { a } from './a.ts';" },
      { path: 'shared/domain/d.ts', text: "import { a } from './a.ts';" },
    ];
    expect(importCycles(sources)).toEqual(['shared/domain/a.ts -> shared/domain/b.ts -> shared/domain/c.ts -> shared/domain/a.ts']);
    expect(importCycles(sources.slice(1))).toEqual([]);
  });
});

describe('architecture rules allow', () => {
  it.each([
    [
      'a date created from a timestamp',
      domainReadsNoClock,
      'shared/domain/periods.ts',
      '// Date.now() is not read\nconst d = new Date(1000);',
    ],
    ['an import of a lower layer', sharedLayersAreOrdered, 'shared/api/serve/serve.ts', "import { X } from '../../flows/due.ts';"],
    ['an import within a layer', sharedLayersAreOrdered, 'shared/flows/due/sweep.ts', "import { X } from './execution-names.ts';"],
    ['an AWS client created on first use', noClientAtModuleLoad, 'shared/ports/aws-queue.ts', 'const client = () => new SQSClient({});'],
    [
      'an AWS client with time limits',
      awsClientsHaveTimeLimits,
      'shared/ports/aws-queue.ts',
      'const client = () => new SQSClient({ requestHandler: CALL_LIMITS });',
    ],
    [
      'an AWS SDK import in the store',
      awsSdkOnlyInItsFolders,
      'shared/store/core/table.ts',
      "import { X } from '@aws-sdk/client-dynamodb';",
    ],
    [
      'a cast with a reason',
      uncheckedCastsHaveReasons,
      'shared/api/serve/serve.ts',
      '// The type of the library is wrong.\nf(1 as never);',
    ],
    ['a long generated file', filesStayShort, 'shared/api/routes.generated.ts', 'const x = 1;\n'.repeat(301)],
  ] as const)('%s', (_name, rule, path, text) => {
    expect(rule({ path, text })).toEqual([]);
  });
});
