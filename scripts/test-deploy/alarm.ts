import { SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { ensure, waitForValue } from '../support/waiting.ts';
import { clientSettings, type DeployedStacks, outputOf, runScript, type Target } from './deployment.ts';

const NOTIFIED_WITHIN_MS = 180_000;

/** Builds the queue policy that lets the topic send messages. */
const buildQueuePolicy = (queueArn: string, topicArn: string): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: queueArn,
        Condition: { ArnEquals: { 'aws:SourceArn': topicArn } },
      },
    ],
  });

/** Subscribes a new queue to the alarm topic and checks that a test alarm reaches it. */
export const checkAlarm = async (target: Target, deployed: DeployedStacks, stageArgs: readonly string[]): Promise<void> => {
  const settings = clientSettings(target.endpoint);
  const [topics, queues] = [new SNSClient(settings), new SQSClient(settings)];
  try {
    const { QueueUrl } = await queues.send(new CreateQueueCommand({ QueueName: 'alarm-receiver' }));
    const { Attributes } = await queues.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
    const [queueArn, topicArn] = [Attributes?.QueueArn ?? '', outputOf(deployed, 'AlarmTopicArn')];
    await queues.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { Policy: buildQueuePolicy(queueArn, topicArn) } }));
    await topics.send(new SubscribeCommand({ TopicArn: topicArn, Protocol: 'sqs', Endpoint: queueArn }));
    const { alarm } = await runScript(target, 'account', ['alarm-test', ...stageArgs]);
    ensure(alarm === outputOf(deployed, 'TestAlarmName'), `the command raised ${String(alarm)}`);
    const text = await waitForValue('The notification', NOTIFIED_WITHIN_MS, async () => {
      const { Messages = [] } = await queues.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }));
      return Messages[0]?.Body ?? null;
    });
    ensure(text.includes(String(alarm)) && text.includes('ALARM'), `the notification is ${text}`);
  } finally {
    topics.destroy();
    queues.destroy();
  }
};
