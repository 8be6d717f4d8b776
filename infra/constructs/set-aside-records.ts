import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { onlyTls } from './deployment.ts';
import { except } from './suppressions.ts';
import { DeadLetterQueue, type DeadLetterQueueProps } from './work-queue.ts';

/**
 * Where records of a stream end that could not be worked, as they were: a queue would only be told their places in the stream,
 * which forgets them after a day. Each is noticed by a message in a queue of dead letters, whose alarm tells of it.
 */
export class SetAsideRecords extends Construct {
  readonly records: IBucket;
  readonly notices: DeadLetterQueue;

  constructor(scope: Construct, id: string, props: DeadLetterQueueProps) {
    super(scope, id);
    const { config } = props;
    this.notices = new DeadLetterQueue(this, 'Notices', props);
    const records = new Bucket(this, 'Records', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: onlyTls(config),
      // As long as the log keeps the events themselves.
      lifecycleRules: [{ expiration: Duration.days(90) }],
      removalPolicy: config.emulator === null ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.records = records as IBucket;
    except(records, [
      { id: 'AwsSolutions-S1', reason: 'Only Lambda writes here, and only what it could not hand over; an operator reads it.' },
    ]);
    this.#notify(records.node.defaultChild as CfnBucket);
  }

  /** Declared on the bucket itself: the construct of the CDK would add a function of its own for it. */
  #notify(bucket: CfnBucket): void {
    const allowed = this.notices.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.notices.queueArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    bucket.notificationConfiguration = { queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: this.notices.queueArn }] };
    if (allowed.policyDependable !== undefined) bucket.node.addDependency(allowed.policyDependable);
  }
}
