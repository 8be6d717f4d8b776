import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paginateListFunctions, UpdateFunctionCodeCommand } from '@aws-sdk/client-lambda';
import { isObject } from '../../local/files.ts';
import { readTemplates } from '../../local/prepare/template.ts';
import { ensure } from '../../support/waiting.ts';
import type { ReleaseClients } from './aws.ts';
import { zipOf } from './zip.ts';

/** A deployed function and its bundle. */
export interface DeployedFunction {
  readonly functionName: string;
  readonly code: string;
}

const CODE_FILE = 'index.mjs';

/** Returns the bundle that `cdk deploy` uploaded, and the id of the function. */
const bundleIn = (assembly: string, file: string): { readonly functionId: string; readonly code: string } => {
  for (const template of readTemplates(assembly).values())
    for (const resource of Object.values(isObject(template['Resources']) ? template['Resources'] : {})) {
      const metadata = isObject(resource) ? resource['Metadata'] : undefined;
      if (isObject(metadata) && metadata['billing:entry'] === file) {
        const code = readFileSync(join(assembly, String(metadata['aws:asset:path']), CODE_FILE), 'utf8');
        return { functionId: String(metadata['billing:function']), code };
      }
    }
  throw new Error(`The templates in ${assembly} have no function of ${file}.`);
};

/** Finds the deployed function of a source file. `assembly`: the folder of the deployed templates. */
export const findFunction = async ({ lambda }: ReleaseClients, assembly: string, file: string): Promise<DeployedFunction> => {
  const { functionId, code } = bundleIn(assembly, file);
  const names: string[] = [];
  for await (const { Functions: functions = [] } of paginateListFunctions({ client: lambda }, {}))
    for (const { FunctionName: name = '', Description: description } of functions) if (description === functionId) names.push(name);
  const [functionName, ...others] = names;
  ensure(functionName !== undefined && others.length === 0, `${names.length} functions are deployed from ${file}`);
  return { functionName, code };
};

/** Publishes code as a new version of a function; returns the number of the version. No alias sends calls to this version yet. */
export const publishVersion = async ({ lambda }: ReleaseClients, functionName: string, code: string): Promise<string> => {
  const ZipFile = zipOf(CODE_FILE, code);
  const { Version: version } = await lambda.send(new UpdateFunctionCodeCommand({ FunctionName: functionName, ZipFile, Publish: true }));
  ensure(version !== undefined && /^\d+$/.test(version), `the version is ${version}`);
  return version;
};
