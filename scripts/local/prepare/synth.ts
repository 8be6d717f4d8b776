import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../../../infra/app.ts';
import { readConfig } from '../../../infra/config.ts';
import { contextOrEnvironment } from '../../../infra/settings.ts';
import { listEntryPoints, loadOperations, loadStreamingOperationIds } from '../../../shared/api/registry.ts';
import { LOCAL_MAIL_SENDER } from '../settings.ts';

/** Settings of the local host, which runs one task for the stream process. */
const LOCAL_HOST_VARIABLES: Readonly<Record<string, string>> = {
  BILLING_STREAM: 'on',
  BILLING_STREAM_TASKS: '1',
  BILLING_MAIL_SENDER: LOCAL_MAIL_SENDER,
};

/**
 * Writes the templates of the deployment into `outdir`. Templates do not contain the code of functions: one empty bundle is used for all
 * of them. `variables`: the settings, as environment variables; default: those of the local host.
 */
export const synthesize = async (outdir: string, variables: Readonly<Record<string, string>> = LOCAL_HOST_VARIABLES): Promise<void> => {
  const placeholder = `${outdir}-placeholder`;
  mkdirSync(placeholder, { recursive: true });
  writeFileSync(join(placeholder, 'index.mjs'), 'export const handler = async () => undefined;\n');
  writeFileSync(join(placeholder, 'Dockerfile'), 'FROM scratch\n');

  const config = readConfig(contextOrEnvironment(() => undefined, variables));
  const [operations, streamingOperationIds] = await Promise.all([loadOperations(), loadStreamingOperationIds()]);
  buildApp({ operations, streamingOperationIds, entries: listEntryPoints(), config, bundleOf: () => placeholder, outdir }).synth();
};
