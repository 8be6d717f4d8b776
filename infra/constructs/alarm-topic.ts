import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { requiresTls } from './deployment.ts';
import { suppress } from './suppressions.ts';

/**
 * An SNS topic for alarms, with its receivers. Alarms can only use a topic of their region. The policy here replaces the default policy of
 * SNS, so it must allow CloudWatch to publish.
 */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id, { enforceSSL: requiresTls(config) });
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowAlarms',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    suppress(this, [
      {
        id: 'AwsSolutions-SNS2',
        reason: 'Alarm texts name queues and functions only; CloudWatch cannot publish to a topic under the AWS-managed key.',
      },
    ]);
    this.#subscribe(config);
  }

  #subscribe({ alarmTargets: { email, url } }: DeploymentConfig): void {
    if (email !== null) this.addSubscription(new EmailSubscription(email));
    if (url !== null) this.addSubscription(new UrlSubscription(url));
    if (email === null && url === null) return;
    suppress(this, [
      {
        id: 'Serverless-SNSRedrivePolicy',
        reason: 'The alarm itself stays visible in CloudWatch if a subscriber does not receive its message.',
      },
    ]);
  }
}
