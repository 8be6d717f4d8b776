import type { IdSource } from '../domain/decision.ts';
import type { Mode } from '../domain/tenant.ts';
import { fromEnvironment } from '../platform/environment.ts';
import { idSource } from '../platform/ids.ts';
import { logError } from '../platform/log-lines.ts';
import type { Cipher, Clock, DocumentFiles, Mailer, QueuePort, SecretsPort, StateMachinesPort, VatRegistry } from '../ports/index.ts';
import { type Meter, newMeter } from '../store/core/meter.ts';
import { openClient, type Table, tableOf } from '../store/core/table.ts';
import { openStore, type Store } from '../store/writer/store.ts';

/** A value made on first use and kept for the life of the process. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

export const clock: Clock = { nowMs: () => Date.now() };
export const ids: IdSource = idSource(clock.nowMs);

const client = /* @__PURE__ */ once(() => openClient({}));

/** The table, counting into `meter`. */
export const openTable = (meter: Meter = newMeter()): Table => tableOf(client(), fromEnvironment('TABLE_NAME'), meter);

export const storeOf = (table: Table): Store => openStore(table, { nowMs: clock.nowMs, ids });

/**
 * The parts below are loaded on first use, so that a function pays at its start only for what every call needs. Marked pure:
 * a bundle leaves out those that its function never asks for.
 */
export const secrets = /* @__PURE__ */ once(async (): Promise<SecretsPort> => {
  const { awsSecrets } = await import('../ports/aws-secrets.ts');
  const failed = (error: unknown): void => logError(error, { reading: 'peppers' });
  return awsSecrets(fromEnvironment('KEY_PEPPER_SECRET_ARN'), { nowMs: clock.nowMs, failed });
});
/** The versions of the secret that the key of operator tokens is derived from. Only what declares `operator-key` may read it. */
export const operatorSecrets = /* @__PURE__ */ once(async () => {
  const { awsVersions } = await import('../ports/aws-secrets.ts');
  const failed = (error: unknown): void => logError(error, { reading: 'operator_key' });
  return awsVersions(fromEnvironment('OPERATOR_KEY_SECRET_ARN'), { nowMs: clock.nowMs, failed });
});
/** The secrets by which CloudFront proves itself; `null` where it does not stand before the API and everybody calls directly. */
export const edgeSecrets = async (): Promise<readonly string[] | null> => (await edgeSecretsPort())?.() ?? null;
const edgeSecretsPort = /* @__PURE__ */ once(async (): Promise<(() => Promise<readonly string[]>) | null> => {
  const secretArn = process.env.EDGE_SECRET_ARN ?? '';
  if (secretArn === '') return null;
  const failed = (error: unknown): void => logError(error, { reading: 'edge_secrets' });
  return (await import('../ports/aws-edge-secrets.ts')).awsEdgeSecrets(secretArn, { nowMs: clock.nowMs, failed });
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

/** Real numbers are checked with the EU's service, play numbers on their own. */
export const vatRegistry = async (mode: Mode): Promise<VatRegistry> => {
  const { playedRegistry, viesRegistry } = await import('../ports/vies.ts');
  return mode === 'live' ? viesRegistry(fetch) : playedRegistry;
};

/** `null` where the deployment names no sender: then no mail can go out. */
export const mailer = /* @__PURE__ */ once(async (): Promise<Mailer | null> => {
  const sender = process.env.MAIL_SENDER ?? '';
  return sender === '' ? null : (await import('../ports/aws-mailer.ts')).awsMailer(sender);
});
