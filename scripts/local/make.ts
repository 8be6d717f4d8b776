import { declaredFunctions } from './aws/functions.ts';
import { declaredStreamProcess } from './aws/stream-process.ts';
import { bundleFunctions, bundlePrograms } from './prepare/bundle.ts';
import { synthesize } from './prepare/synth.ts';
import { readTemplates, resolveTemplates } from './prepare/template.ts';

/** Output folders of the templates, function bundles and programs. */
export interface BuildFolders {
  readonly assembly: string;
  readonly bundles: string;
  readonly programs: string;
}

/** Builds what the host runs: the templates, the functions that they declare, and the host itself. */
export const buildHostBundles = async (root: string, { assembly, bundles, programs }: BuildFolders): Promise<void> => {
  // Skips slow checks, which a deployment runs anyway.
  Object.assign(process.env, { CDK_VALIDATION: 'false', CDK_DISABLE_STACK_TRACE: '1' });
  await synthesize(assembly);
  // The addresses are placeholders: only the declared functions are used here.
  const resources = resolveTemplates(readTemplates(assembly), { queueOrigin: 'http://queues', publicBaseUrl: 'http://host' });
  const streamProcess = declaredStreamProcess(resources);
  await bundleFunctions(root, [...declaredFunctions(resources), ...(streamProcess === null ? [] : [streamProcess])], bundles);
  await bundlePrograms(root, ['scripts/local/main.ts'], programs);
};
