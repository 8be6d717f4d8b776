import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { LOG_RETENTION_DAYS } from '../../../infra/allowed-values.ts';
import { readConfig } from '../../../infra/config.ts';
import { contextOrEnvironment, refuseUnknownSettings, SettingsError } from '../../../infra/settings.ts';
import { stageSettings } from '../../../infra/stage-settings.ts';
import { configWith, sampleApp } from '../deployment.ts';
import { ofType, resourcesOf, textOf } from '../templates.ts';

/** All settings that a stage for customers requires, except a receiver of alarms. */
const EXPLICIT: Readonly<Record<string, unknown>> = {
  stage: 'prod',
  account: '111111111111',
  region: 'eu-west-1',
  domainName: '',
  mailSender: '',
  edge: 'off',
  stream: 'off',
};

const environmentOf = (settings: Readonly<Record<string, unknown>>): string =>
  textOf(ofType(resourcesOf(sampleApp(settings)), 'AWS::Lambda::Function').map((each) => each.properties.Environment));

describe('settings', () => {
  it('are read from the CDK context first, then from the environment', () => {
    const lookup = contextOrEnvironment((name) => EXPLICIT[name], {
      BILLING_STAGE: 'test',
      BILLING_ALARM_EMAIL: 'ops@example.com',
    });
    expect(readConfig(lookup)).toMatchObject({ stage: 'prod', alarmTargets: { email: 'ops@example.com', url: null } });
  });

  it.each([
    [{ stage: 'Prod!' }, /"stage"/],
    [{ edge: 'on' }, /"edge" needs "account"/],
    [{ domainName: 'api.example.com' }, /"certificateArn"/],
    [{ accountDomains: 'pay.shop.example' }, /"accountDomains" needs "domainName"/],
    [{ domainName: 'api.example.com', certificateArn: 'arn', accountDomains: 'pay.shop.example,x' }, /"accountDomains" contains "x"/],
    [
      { domainName: 'api.example.com', certificateArn: 'arn', accountDomains: 'api.example.com' },
      /"api.example.com", the value of "domainName"/,
    ],
    [
      { domainName: 'api.example.com', certificateArn: 'arn', accountDomains: 'a.shop.example,a-shop.example' },
      /"a.shop.example" and "a-shop.example"/,
    ],
    [{ operationStacks: 'many' }, /"operationStacks"/],
    [{ sandbox: 'maybe' }, /"sandbox"/],
    [{ mailSender: 'example.com' }, /"mailSender"/],
    [{ edge: 'on', account: '111111111111', region: 'eu-west-1' }, /"edge" needs "domainName" or "publicBaseUrl"/],
    [{ logRetentionDays: '100' }, /"logRetentionDays" must be one of 1, 3, 5, 7, .*, 3653, 9999 \(9999: no end\), not "100"/],
    [{ stream: 'on', streamCpu: '300' }, /"streamCpu" must be one of 256, 512, 1024, 2048, 4096, 8192, 16384, not "300"/],
    [{ stream: 'on', streamMemoryMiB: '4096' }, /"streamMemoryMiB" must be one of 512, 1024, 2048 with "streamCpu" 256, not "4096"/],
    [{ stream: 'on', streamCpu: '4096', streamMemoryMiB: '8704' }, /"streamMemoryMiB" must be one of 8192, 9216, .*, 30720 with/],
    [{ edgeSecretVersion: '1:other' }, /"edgeSecretVersion"/],
    [
      { stage: 'prod' },
      /Stage "prod" does not set account, region, domainName, mailSender, edge, stream: set them in infra\/stages\/prod.ts \(`null` for none\)/,
    ],
    [{ ...EXPLICIT, edge: undefined }, /Stage "prod" does not set edge:/],
    [EXPLICIT, /"alarmEmail" or "alarmUrl" is required in stage "prod"/],
    [{ ...EXPLICIT, alarmUrl: 'http://pager.example' }, /"alarmUrl"/],
  ])('are refused with the name of the setting: %o', (settings, message) => {
    expect(() => configWith(settings)).toThrow(message);
    expect(() => configWith(settings)).toThrow(SettingsError);
  });

  it('allow the log retention of CloudWatch Logs, and the sizes of Fargate tasks', () => {
    const days = Object.values(RetentionDays).filter((each) => typeof each === 'number');
    expect([...LOG_RETENTION_DAYS]).toEqual(days.sort((one, other) => one - other));
    for (const each of days) expect(configWith({ logRetentionDays: String(each) }).logRetentionDays).toBe(each);
    // The smallest and the largest memory of each CPU value.
    for (const [cpu, ...memory] of [
      [256, 512, 2048],
      [512, 1024, 4096],
      [1024, 2048, 8192],
      [2048, 4096, 16_384],
      [4096, 8192, 30_720],
      [8192, 16_384, 61_440],
      [16_384, 32_768, 122_880],
    ] as const) {
      for (const each of memory)
        expect(configWith({ stream: 'on', streamCpu: String(cpu), streamMemoryMiB: String(each) }).stream).toMatchObject({
          cpu,
          memoryMiB: each,
        });
    }
  });

  it('are refused if they are unknown; the error names all of them', () => {
    const cdk = ['aws:cdk:enable-path-metadata', '@aws-cdk/core:x', 'availability-zones:account=1:region=eu-west-1'];
    expect(() => refuseUnknownSettings(['stage', ...cdk], ['BILLING_STAGE', 'BILLING_KEY', 'HOME'])).not.toThrow();
    expect(() => refuseUnknownSettings(['stagee'], ['BILLING_EDG'])).toThrow('Unknown settings: context "stagee", variable BILLING_EDG.');
  });

  it('are read from the file of the stage, if there is one; the stage of the example file can be synthesized', async () => {
    expect(configWith({ stage: 'dev', ...(await stageSettings('dev')) })).toEqual(configWith());
    expect(await stageSettings('nowhere')).toEqual({});
    const example: Readonly<Record<string, unknown>> = { stage: 'example', ...(await stageSettings('example')) };
    expect(configWith(example)).toMatchObject({ edge: true, domain: { name: 'billing.example.com' }, stream: { tasks: 2 } });
    expect(() => resourcesOf(sampleApp(example))).not.toThrow();
  });

  it('need no receiver of alarms in the stage dev and in the emulator; in other stages `alarmUrl` is enough', () => {
    for (const settings of [{}, { stage: 'ci', emulator: '1' }, { ...EXPLICIT, alarmUrl: 'https://pager.example' }])
      expect(() => configWith(settings)).not.toThrow();
  });

  it('allow loopback receivers only in the emulator', () => {
    expect(() => configWith({ allowLoopbackReceivers: '1' })).toThrow(/emulators only/);
    expect(environmentOf({})).not.toContain('ALLOW_LOOPBACK_RECEIVERS');
    expect(environmentOf({ emulator: '1' })).not.toContain('ALLOW_LOOPBACK_RECEIVERS');
    expect(environmentOf({ emulator: '1', allowLoopbackReceivers: '1' })).toContain('"ALLOW_LOOPBACK_RECEIVERS":"1"');
  });

  it('determine the base URL of links: publicBaseUrl, else the domain, else the API', () => {
    const domain = { domainName: 'api.example.com', certificateArn: 'arn:aws:acm:eu-west-1:111111111111:certificate/1' };
    expect(environmentOf({ ...domain, publicBaseUrl: 'https://pay.example.com/billing/' })).toContain(
      '"PUBLIC_BASE_URL":"https://pay.example.com/billing"',
    );
    expect(environmentOf(domain)).toContain('"PUBLIC_BASE_URL":"https://api.example.com"');
    expect(environmentOf({})).toMatch(/"PUBLIC_BASE_URL":\{"Fn::ImportValue":"billing-dev-api:[^"]*ApiEndpoint/);
  });

  it('serve the domains of accounts from the API, or from CloudFront', () => {
    const accountDomains = 'pay.shop.example, billing.other.example';
    const domain = { domainName: 'api.example.com', certificateArn: 'arn:aws:acm:eu-west-1:111111111111:certificate/1', accountDomains };
    const names = ['api.example.com', 'pay.shop.example', 'billing.other.example'];
    const direct = resourcesOf(sampleApp(domain));
    expect(ofType(direct, 'AWS::ApiGatewayV2::DomainName').map(({ properties }) => properties.DomainName)).toEqual(names);
    expect(ofType(direct, 'AWS::ApiGatewayV2::ApiMapping')).toHaveLength(3);
    const certificateArn = 'arn:aws:acm:us-east-1:111111111111:certificate/1';
    const edge = resourcesOf(sampleApp({ ...domain, certificateArn, edge: 'on', account: '111111111111', region: 'eu-west-1' }));
    expect(ofType(edge, 'AWS::CloudFront::Distribution')[0]?.properties.DistributionConfig).toMatchObject({ Aliases: names });
    expect(ofType(edge, 'AWS::ApiGatewayV2::DomainName')).toEqual([]);
  });

  it('set the mail sender in the environment of every function', () => {
    expect(environmentOf({})).not.toContain('MAIL_SENDER');
    expect(environmentOf({ mailSender: 'billing@example.com' })).toContain('"MAIL_SENDER":"billing@example.com"');
  });

  it('set the id of the API in the emulator', () => {
    const api = ofType(resourcesOf(sampleApp({ emulator: '1', apiId: 'abcdef01' })), 'AWS::ApiGatewayV2::Api')[0];
    expect(api?.properties.Tags).toMatchObject({ 'ms-custom-id': 'abcdef01' });
  });
});
