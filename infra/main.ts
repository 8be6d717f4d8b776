import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { buildFunctions } from '../scripts/build.ts';
import { listEntryPoints, loadOperations, loadStreamingOperationIds } from '../shared/api/registry.ts';
import { buildApp } from './app.ts';
import { addChecks } from './checks.ts';
import { type DeploymentConfig, readConfig, readStage } from './config.ts';
import { contextOrEnvironment, refuseUnknownSettings, SettingsError } from './settings.ts';
import { stageSettings } from './stage-settings.ts';

/** Reads the settings of the stage that the CDK context or the environment names. Throws a `SettingsError` that names a wrong setting. */
const readSettings = async (): Promise<DeploymentConfig> => {
  const context = new App({ analyticsReporting: false, autoSynth: false }).node;
  refuseUnknownSettings(Object.keys(context.getAllContext() ?? {}), Object.keys(process.env));
  const lookup = contextOrEnvironment((name) => context.tryGetContext(name), process.env);
  const stage = await stageSettings(readStage(lookup));
  return readConfig((name) => lookup(name) ?? stage[name]);
};

/** Entry point of `cdk`: bundles the functions, reads their declarations and writes the templates. */
const config = await readSettings().catch((error: unknown) => {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  return process.exit(1);
});
const { outDir } = await buildFunctions();

const bundleOf = (functionId: string): string => {
  const directory = join(outDir, functionId);
  if (!existsSync(join(directory, 'index.mjs'))) throw new Error(`Function ${functionId} has no bundle in ${directory}.`);
  return directory;
};

const [operations, streamingOperationIds] = await Promise.all([loadOperations(), loadStreamingOperationIds()]);
const app = buildApp({ operations, streamingOperationIds, entries: listEntryPoints(), config, bundleOf });
if (config.emulator === null) addChecks(app);
app.synth();
