import type { IdSource } from '../domain/decision.ts';
import type { Mode } from '../domain/tenant.ts';
import { fromEnvironment } from '../platform/environment.ts';
import { idSource } from '../platform/ids.ts';
import { logError } from '../platform/log-lines.ts';
import type { Cipher, Clock, DocumentFiles, Mailer, QueuePort, SecretsPort, StateMachinesPort, VatRegistry } from '../ports/index.ts';
import { newCapacityCounter } from '../store/core/capacity-counter.ts';
import { openClient } from '../store/core/client.ts';
import { type Table, tableOf } from '../store/core/table.ts';
import { openStore, type Store } from '../store/writer/store.ts';

/** Creates a value on first use and keeps it for the life of the process. */
const once = <T>(create: () => T): (() => T) => {
  let cached: { readonly value: T } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
};

export const clock: Clock = { nowMs: () => Date.now() };
export const ids: IdSource = idSource(clock.nowMs);

const client = /* @__PURE__ */ once(() => openClient({}));

/** Opens the table. Its usage is counted in `capacity`. */
export const openTable = (capacity = newCapacityCounter()): Table => tableOf(client(), fromEnvironment('TABLE_NAME'), capacity);

export const storeOf = (table: Table): Store => openStore(table, { nowMs: clock.nowMs, ids });

/**
 * The services below are imported on first use, to keep the cold start short. The calls are marked pure, so that a bundle
 * omits the services that its function does not use.
 */
export const secrets = /* @__PURE__ */ once(async (): Promise<SecretsPort> => {
  const { awsSecrets } = await import('../ports/aws-secrets.ts');
  const onReadFailure = (error: unknown): void => logError(error, { reading: 'peppers' });
  return awsSecrets(fromEnvironment('KEY_PEPPER_SECRET_ARN'), { nowMs: clock.nowMs, onReadFailure });
});
/** Versions of the secret from which the key of operator tokens is derived. Only operations that declare `operator-key` can read it. */
export const operatorSecrets = /* @__PURE__ */ once(async () => {
  const { awsSecretVersions } = await import('../ports/aws-secrets.ts');
  const onReadFailure = (error: unknown): void => logError(error, { reading: 'operator_key' });
  return awsSecretVersions(fromEnvironment('OPERATOR_KEY_SECRET_ARN'), { nowMs: clock.nowMs, onReadFailure });
});
/** Secrets with which CloudFront authenticates itself; `null` in a deployment without CloudFront. */
export const edgeSecrets = async (): Promise<readonly string[] | null> => (await edgeSecretsPort())?.() ?? null;
const edgeSecretsPort = /* @__PURE__ */ once(async (): Promise<(() => Promise<readonly string[]>) | null> => {
  const secretArn = process.env.EDGE_SECRET_ARN ?? '';
  if (secretArn === '') return null;
  const onReadFailure = (error: unknown): void => logError(error, { reading: 'edge_secrets' });
  return (await import('../ports/aws-edge-secrets.ts')).awsEdgeSecrets(secretArn, { nowMs: clock.nowMs, onReadFailure });
});
export const cipher = /* @__PURE__ */ once(
  async (): Promise<Cipher> => (await import('../ports/aws-cipher.ts')).awsCipher(fromEnvironment('CIPHER_KEY_ID')),
);
export const queue = /* @__PURE__ */ once(async (): Promise<QueuePort> => (await import('../ports/aws-queue.ts')).awsQueue());
export const stateMachines = /* @__PURE__ */ once(
  async (): Promise<StateMachinesPort> => (await import('../ports/aws-state-machines.ts')).awsStateMachines(),
);

export const documentFiles = /* @__PURE__ */ once(
  async (): Promise<DocumentFiles> =>
    (await import('../ports/aws-document-files.ts')).awsDocumentFiles(fromEnvironment('DOCUMENTS_BUCKET')),
);

/** Live mode uses VIES, test mode the simulated registry. */
export const vatRegistry = async (mode: Mode): Promise<VatRegistry> => {
  const { testVatRegistry, viesRegistry } = await import('../ports/vies.ts');
  return mode === 'live' ? viesRegistry(fetch) : testVatRegistry;
};

/** The mailer; `null` if the deployment has no sender address, so that no mail can be sent. */
export const mailer = /* @__PURE__ */ once(async (): Promise<Mailer | null> => {
  const sender = process.env.MAIL_SENDER ?? '';
  if (sender === '') return null;
  return (await import('../ports/aws-mailer.ts')).awsMailer({ sender, configurationSet: process.env.MAIL_CONFIGURATION_SET ?? null });
});
