import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { EventSourceMapping, IEventSourceDlq } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { removalPolicyOf, requiresTls } from './deployment.ts';
import { ServiceAlarm } from './service-alarm.ts';
import { suppress } from './suppressions.ts';

/**
 * Bucket for records of the DynamoDB stream that could not be processed. A dead-letter queue would contain only the positions of such
 * records, and the stream deletes its records after a day.
 */
export class FailedStreamRecords extends Construct {
  readonly records: IBucket;
  readonly #alarmTopic: ITopic;

  constructor(scope: Construct, id: string, { config, alarmTopic }: { readonly config: DeploymentConfig; readonly alarmTopic: ITopic }) {
    super(scope, id);
    this.#alarmTopic = alarmTopic;
    const records = new Bucket(this, 'Records', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: requiresTls(config),
      // A purge does not change these records, so they are deleted as early as backups.
      lifecycleRules: [{ expiration: Duration.days(35) }],
      removalPolicy: removalPolicyOf(config),
    });
    this.records = records as IBucket;
    suppress(records, [
      { id: 'AwsSolutions-S1', reason: 'Only Lambda writes here, and only records that could not be processed; an operator reads them.' },
    ]);
  }

  /** Destination for an event source mapping. */
  get destination(): IEventSourceDlq {
    return { bind: () => ({ destination: this.records.bucketArn }) };
  }

  /** Permissions to write records. The CDK's grant would also allow reading and deleting. */
  get statements(): readonly PolicyStatement[] {
    return [
      new PolicyStatement({ actions: ['s3:ListBucket'], resources: [this.records.bucketArn] }),
      new PolicyStatement({ actions: ['s3:PutObject'], resources: [this.records.arnForObjects('*')] }),
    ];
  }

  /** Raises an alarm when this event source mapping sends a record to the bucket. The mapping must emit event count metrics. */
  watch(mapping: EventSourceMapping): void {
    new ServiceAlarm(this, 'SetAside', {
      meaning: `Records of ${mapping.node.path} failed and were stored.`,
      runbook: 'failed-stream-records',
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'OnFailureDestinationDeliveredEventCount',
        dimensionsMap: { EventSourceMappingUUID: mapping.eventSourceMappingId },
        statistic: 'Sum',
        period: Duration.minutes(1),
      }),
      limit: { min: 1 },
      periods: 1,
      topic: this.#alarmTopic,
    });
  }
}
