import type { Stack } from 'aws-cdk-lib';
import { NagSuppressions } from 'cdk-nag';
import type { IConstruct } from 'constructs';

export interface Suppression {
  readonly id: string;
  readonly reason: string;
  readonly appliesTo?: readonly (string | { readonly regex: string })[];
}

const rule = ({ id, reason, appliesTo }: Suppression) => ({
  id,
  reason,
  ...(appliesTo === undefined ? {} : { appliesTo: [...appliesTo] }),
});

/** Suppresses these checks for a stack and its nested stacks. */
export const suppressInStack = (stack: Stack, exceptions: readonly Suppression[]): void =>
  NagSuppressions.addStackSuppressions(stack, exceptions.map(rule), true);

/** Suppresses these checks for a construct and its children. */
export const suppress = (construct: IConstruct, exceptions: readonly Suppression[]): void =>
  NagSuppressions.addResourceSuppressions(construct, exceptions.map(rule), true);

/** Suppressions for every function. */
export const FUNCTION_SUPPRESSIONS: readonly Suppression[] = [
  {
    id: 'Serverless-LambdaDLQ',
    reason:
      'The queue, stream or state machine that calls a function keeps failed work, and an HTTP caller gets an error. Only the worker of ' +
      'the request log is invoked asynchronously: it retries, logs a fault, and may lose a batch of the request log.',
  },
  {
    id: 'Serverless-LambdaTracing',
    reason:
      'Tracing costs per request and is a setting (tracing=on); each request already logs one line with its duration and database calls.',
  },
];

/** Suppression for the policy with which a function sends traces. */
export const TRACING_SUPPRESSION: Suppression = {
  id: 'AwsSolutions-IAM5',
  reason: 'X-Ray has no resource ARNs for traces: AWS allows sending them for all resources only.',
  appliesTo: ['Resource::*'],
};

/** Suppression for event source mappings of queues; the mapping of the table stream has a failure destination. */
export const QUEUE_MAPPING_SUPPRESSION: Suppression = {
  id: 'Serverless-LambdaEventSourceMappingDestination',
  reason:
    'The source is an SQS queue: failed messages go to its dead-letter queue by its redrive policy, and Lambda has no failure destination for queues.',
};

/** Suppression for functions that store or read documents. */
export const DOCUMENT_NAMES_SUPPRESSION: Suppression = {
  id: 'AwsSolutions-IAM5',
  reason: 'The wildcard for documents covers only their bucket: their names (tenant and id) are not known at deployment.',
};

export const DEAD_LETTER_SUPPRESSIONS: readonly Suppression[] = [
  { id: 'AwsSolutions-SQS3', reason: 'This is a dead-letter queue itself; an alarm watches it.' },
  { id: 'Serverless-SQSRedrivePolicy', reason: 'This is a dead-letter queue itself; an alarm watches it.' },
];
