import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Auth } from '../../shared/api/auth.ts';
import { isBuyerAuth, type Service } from '../../shared/api/operation.ts';
import type { LoadedOperation } from '../../shared/api/registry.ts';
import { isPublicOperation, type TableAccess } from '../../shared/api/table-access.ts';
import type { QueueName } from '../../shared/ports/index.ts';
import { machineArnOf, type SharedResources } from './deployment.ts';
import { accessStatements, readStatements, type TableWrite, writeStatements } from './table-grants.ts';

/** Permissions of a function; its role allows exactly these. */
export interface Needs {
  /** Reads the table; implied by writes. */
  readonly reads?: boolean;
  readonly writes?: readonly TableWrite[];
  /** Exact table access, instead of `reads` and `writes`; for example of public operations and of steps of billing runs. */
  readonly table?: TableAccess;
  /** Queries the due index. */
  readonly dueIndex?: boolean;
  /** Checks or creates API keys, signed tokens or the sandbox's provider keys. */
  readonly pepper?: boolean;
  readonly bus?: boolean;
  readonly mail?: boolean;
  readonly storesDocuments?: boolean;
  readonly services?: readonly (NonTableService | QueueName)[];
}

/** The names in an operation's `uses` that are permissions on the table; `pepper` and the other names are not. */
const TABLE_PERMISSIONS = [
  'log-gaps',
  'key-lookups',
  'token-lookups',
  'member-lookups',
  'mail-orders',
] as const satisfies readonly (Service & TableWrite)[];
type TablePermission = (typeof TABLE_PERMISSIONS)[number];
type NonTableService = Exclude<Service, TablePermission | 'pepper'>;

/** True for a service that is a permission on the table. */
export const isTablePermission = (service: Service): service is TablePermission => TABLE_PERMISSIONS.some((each) => each === service);

/** Returns the writes of every request with this authentication. Console sessions also store when they were last used. */
const requestWritesOf = (auth: Auth): readonly TableWrite[] => {
  if (auth.kind === 'operator') return ['session-requests', 'console-sessions'];
  return isBuyerAuth(auth) ? ['session-requests'] : ['api-key-requests'];
};

/** Returns the needs of an operation from its declaration. */
export const needsOf = ({ operation }: LoadedOperation): Needs => {
  const { auth, profile, table = {}, uses = [] } = operation;
  const services = uses.filter((service): service is NonTableService => !isTablePermission(service) && service !== 'pepper');
  if (isPublicOperation(operation)) return { table, pepper: uses.includes('pepper'), services };
  return {
    reads: true,
    writes: [
      ...(profile === 'read' ? [] : ['objects' as const]),
      ...requestWritesOf(auth),
      ...uses.filter(isTablePermission),
      ...(uses.includes('operator-key') ? ['operator-keys' as const] : []),
    ],
    pepper: true,
    services,
  };
};

/** Combined `reads`, `writes`, `pepper` and `services` of several operations that one process serves. Ignores all other needs. */
export const needsOfAll = (all: readonly Needs[]): Needs => ({
  reads: all.some(({ reads }) => reads === true),
  writes: [...new Set(all.flatMap(({ writes = [] }) => writes))],
  pepper: all.some(({ pepper }) => pepper === true),
  services: all.flatMap(({ services = [] }) => services),
});

const tableStatements = (
  { reads, writes = [], table = {}, dueIndex = false }: Needs,
  { tableArn }: SharedResources,
): readonly PolicyStatement[] => [
  ...(reads === true || writes.length > 0 ? readStatements(tableArn, dueIndex) : []),
  ...writeStatements(writes, tableArn),
  ...accessStatements(table, tableArn),
];

/**
 * Allows encryption and decryption for one purpose, enforced by the encryption context. Emulators do not support this condition.
 */
const cipherStatement = (sharedResources: SharedResources, conditions: Record<string, Record<string, string>>): PolicyStatement =>
  new PolicyStatement({
    actions: ['kms:Encrypt', 'kms:Decrypt'],
    resources: [sharedResources.cipherKeyArn],
    ...(sharedResources.config.emulator === null ? { conditions } : {}),
  });

const secretStatement = (grantArn: string): PolicyStatement =>
  new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [grantArn] });

/** Additional environment of a function: only functions that may read the operator key get its ARN. */
export const environmentFor = ({ services = [] }: Needs, { operatorKey }: SharedResources): Readonly<Record<string, string>> =>
  services.includes('operator-key') ? { OPERATOR_KEY_SECRET_ARN: operatorKey.arn } : {};

const serviceStatement = (scope: Construct, service: NonTableService | QueueName, sharedResources: SharedResources): PolicyStatement => {
  switch (service) {
    case 'provider-credential':
      return cipherStatement(sharedResources, { StringEquals: { 'kms:EncryptionContext:purpose': 'provider-credential' } });
    case 'idempotent-answer':
      return cipherStatement(sharedResources, { StringEquals: { 'kms:EncryptionContext:purpose': 'idempotent-answer' } });
    case 'portal-link':
      return cipherStatement(sharedResources, { StringEquals: { 'kms:EncryptionContext:purpose': 'portal-link' } });
    case 'sign-in-link':
      return cipherStatement(sharedResources, { StringEquals: { 'kms:EncryptionContext:purpose': 'sign-in-link' } });
    case 'endpoint-secret':
      // The encryption context of endpoint secrets contains the endpoint's id instead of a purpose.
      return cipherStatement(sharedResources, { StringLike: { 'kms:EncryptionContext:endpointId': 'we_*' } });
    case 'billing-run':
    case 'clock-advance':
      return new PolicyStatement({ actions: ['states:StartExecution'], resources: [machineArnOf(scope, sharedResources.config, service)] });
    case 'webhook-delivery':
    case 'provider-webhook':
    case 'due-work':
    case 'mail':
    case 'sign-in-mail':
    case 'documents':
    case 'customer-import':
      return new PolicyStatement({
        // On AWS `sqs:SendMessage` also allows batches; an emulator has a second action for them.
        actions: ['sqs:SendMessage', ...(sharedResources.config.emulator === null ? [] : ['sqs:SendMessageBatch'])],
        resources: [sharedResources.queues[service].arn],
      });
    case 'operator-key':
      return secretStatement(sharedResources.operatorKey.grantArn);
    case 'document-files':
      return documentsStatement('s3:GetObject', sharedResources);
  }
};

/** Allows the action, and listing the bucket. Without the permission to list, S3 would return 403 instead of 404 for a missing document. */
const documentsStatement = (action: 's3:GetObject' | 's3:PutObject', { documents }: SharedResources): PolicyStatement =>
  new PolicyStatement({ actions: [action, 's3:ListBucket'], resources: [documents.arn, `${documents.arn}/*`] });

const mailStatements = (scope: Construct, { config }: SharedResources): readonly PolicyStatement[] => {
  if (config.mail === null) return [];
  const { sender, identity, configurationSet } = config.mail;
  // The worker calls `SendEmail`; SES also checks `SendRawEmail` when it builds a multipart message.
  const actions = ['ses:SendEmail', 'ses:SendRawEmail'];
  // An emulator requires the permission on `*` and does not support the condition.
  if (config.emulator !== null) return [new PolicyStatement({ actions, resources: ['*'] })];
  const arnOf = (resource: string, resourceName: string): string => Stack.of(scope).formatArn({ service: 'ses', resource, resourceName });
  return [
    new PolicyStatement({
      actions,
      // SES checks the permission on the identity and on the configuration set.
      resources: [arnOf('identity', identity), ...(configurationSet === null ? [] : [arnOf('configuration-set', configurationSet)])],
      conditions: { StringEquals: { 'ses:FromAddress': sender } },
    }),
  ];
};

/** Returns the policy statements that allow these needs. */
export const statementsFor = (scope: Construct, needs: Needs, sharedResources: SharedResources): readonly PolicyStatement[] => [
  ...tableStatements(needs, sharedResources),
  ...(needs.pepper === true ? [secretStatement(sharedResources.pepper.grantArn)] : []),
  ...(needs.bus === true ? [new PolicyStatement({ actions: ['events:PutEvents'], resources: [sharedResources.busArn] })] : []),
  ...(needs.mail === true ? mailStatements(scope, sharedResources) : []),
  ...(needs.storesDocuments === true ? [documentsStatement('s3:PutObject', sharedResources)] : []),
  ...[...new Set(needs.services ?? [])].map((service) => serviceStatement(scope, service, sharedResources)),
];
