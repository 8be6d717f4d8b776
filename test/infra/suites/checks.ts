import { App, Stack } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, it, vi } from 'vitest';
import { addChecks } from '../../../infra/checks.ts';
import { SAMPLE_OPERATIONS, STREAMING_OPERATION, sampleApp } from '../deployment.ts';

const findingsOf = (app: App): readonly string[] => {
  addChecks(app);
  // `vitest.config.ts` switches the validation off with this variable, which `synth` reads.
  vi.stubEnv('CDK_VALIDATION', 'true');
  try {
    return app.synth().stacks.flatMap((stack) => stack.messages.map((message) => `${stack.stackName}: ${String(message.entry.data)}`));
  } finally {
    vi.unstubAllEnvs();
  }
};

const EVERYTHING = {
  stream: 'on',
  stage: 'prod',
  edge: 'on',
  account: '111111111111',
  region: 'eu-west-1',
  backupRegion: 'eu-central-1',
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
  alarmEmail: 'ops@example.com',
  alarmUrl: 'https://pager.example/sns',
};

describe('best-practice checks', () => {
  it.each([
    ['with everything on', EVERYTHING],
    ['with a domain and no edge', { domainName: 'api.example.com', certificateArn: 'arn:aws:acm:eu-west-1:111111111111:certificate/1' }],
    ['with tracing in the stage dev', { tracing: 'on' }],
    ['with tracing and everything else on', { ...EVERYTHING, tracing: 'on' }],
  ])('find no problem in a deployment %s, apart from suppressed ones', (_, settings) => {
    expect(findingsOf(sampleApp(settings, [...SAMPLE_OPERATIONS, STREAMING_OPERATION]))).toEqual([]);
  });

  it('find a problem in a stack that violates them', () => {
    const app = new App();
    new Queue(new Stack(app, 'careless'), 'Queue');
    expect(findingsOf(app).join('\n')).toContain('AwsSolutions-SQS4');
  });
});
