import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Part } from '../../shared/api/operation.ts';
import type { LoadedOperation } from '../../shared/api/registry.ts';
import type { QueueName, Surroundings } from './deployment.ts';
import { machineArnOf } from './deployment.ts';

/** What a function touches; its role allows this and nothing else. */
export interface Needs {
  readonly table: 'none' | 'read' | 'write';
  /** Whether it searches for what is due. */
  readonly dueIndex?: boolean;
  /** Whether it checks or makes API keys, signed tokens or the sandbox's provider keys. */
  readonly pepper?: boolean;
  /** Whether it publishes events. */
  readonly bus?: boolean;
  /** Whether it sends mail. */
  readonly mail?: boolean;
  readonly parts?: readonly (Part | QueueName)[];
}

/** Under these paths every call carries a secret: if not an API key, then a signed token that the handler checks itself. */
const SECRET_PATHS = /^\/(v1|portal)\//;

/** What the declaration of an operation says about its needs. */
export const needsOf = ({ operation }: LoadedOperation): Needs => ({
  table: operation.profile === 'read' ? 'read' : 'write',
  // The sandbox's provider keys are derived from the pepper too.
  pepper: operation.auth.kind !== 'none' || operation.profile === 'provider' || SECRET_PATHS.test(operation.path),
  parts: operation.uses ?? [],
});

// A read also debits the caller's rate bucket, which is an update.
const READ_ACTIONS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'];
const WRITE_ACTIONS = [...READ_ACTIONS, 'dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];

const tableStatements = (needs: Needs, around: Surroundings): readonly PolicyStatement[] => {
  if (needs.table === 'none') return [];
  const indexes = ['by-customer', 'by-parent', 'by-filter', ...(needs.dueIndex === true ? ['due'] : [])];
  return [
    new PolicyStatement({
      actions: needs.table === 'read' ? READ_ACTIONS : WRITE_ACTIONS,
      resources: [around.tableArn],
    }),
    new PolicyStatement({ actions: ['dynamodb:Query'], resources: indexes.map((index) => `${around.tableArn}/index/${index}`) }),
  ];
};

const partStatement = (scope: Construct, part: Part | QueueName, around: Surroundings): PolicyStatement => {
  switch (part) {
    case 'cipher':
      return new PolicyStatement({
        actions: ['kms:Encrypt', 'kms:Decrypt'],
        resources: [around.cipherKeyArn],
        // Nothing is encrypted or read without saying whose it is. (An emulator does not know the key.)
        ...(around.config.emulator === null ? { conditions: { Null: { 'kms:EncryptionContextKeys': 'false' } } } : {}),
      });
    case 'subscription-cycle':
    case 'clock-advance':
      return new PolicyStatement({ actions: ['states:StartExecution'], resources: [machineArnOf(scope, around.config, part)] });
    case 'webhook-delivery':
    case 'provider-webhook':
    case 'due-work':
    case 'mail':
      return new PolicyStatement({
        // On AWS one action allows both calls; an emulator knows one for each.
        actions: ['sqs:SendMessage', ...(around.config.emulator === null ? [] : ['sqs:SendMessageBatch'])],
        resources: [around.queues[part].arn],
      });
  }
};

const mailStatements = (scope: Construct, { config }: Surroundings): readonly PolicyStatement[] => {
  if (config.mail === null) return [];
  const { sender, identity } = config.mail;
  // An emulator asks for the right on everything, and does not know the condition.
  if (config.emulator !== null) return [new PolicyStatement({ actions: ['ses:SendEmail'], resources: ['*'] })];
  return [
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: identity })],
      conditions: { StringEquals: { 'ses:FromAddress': sender } },
    }),
  ];
};

/** The policy of a function with these needs; every statement names its resource. */
export const statementsFor = (scope: Construct, needs: Needs, around: Surroundings): readonly PolicyStatement[] => [
  ...tableStatements(needs, around),
  ...(needs.pepper === true
    ? [new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [around.pepperSecretGrantArn] })]
    : []),
  ...(needs.bus === true ? [new PolicyStatement({ actions: ['events:PutEvents'], resources: [around.busArn] })] : []),
  ...(needs.mail === true ? mailStatements(scope, around) : []),
  ...[...new Set(needs.parts ?? [])].map((part) => partStatement(scope, part, around)),
];
