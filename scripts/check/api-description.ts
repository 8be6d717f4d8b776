import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Rules of Redocly's recommended set that do not apply, each with the reason. */
const EXCEPTIONS = {
  // The service is not published under a license.
  'info-license': 'off',
} as const;

/** Lints the OpenAPI document with the recommended rules of Redocly. Returns all errors and warnings. */
const openApiProblems = async (): Promise<readonly string[]> => {
  const config = await createConfig({ extends: ['recommended'], rules: EXCEPTIONS });
  const source = readFileSync('shared/api/openapi.generated.json', 'utf8');
  const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
  return problems.map(({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${String(location[0]?.pointer)}: ${message}`);
};

/** Validates the AsyncAPI document. Returns all errors and warnings, without notices such as a newer version of AsyncAPI. */
const asyncApiProblems = async (): Promise<readonly string[]> => {
  const diagnostics = await new Parser().validate(readFileSync('shared/api/asyncapi.generated.json', 'utf8'));
  return diagnostics
    .filter(({ severity }) => severity <= 1)
    .map(({ code, message, path }) => `${String(code)} ${path.join('.')}: ${message}`);
};

/** Checks the generated descriptions of the API. Prints every problem, and fails if there is one. */
const problems = [...(await openApiProblems()), ...(await asyncApiProblems())];
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
