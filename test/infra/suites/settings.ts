import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../infra/config.ts';
import { contextOrEnvironment, refuseUnknownSettings } from '../../../infra/settings.ts';
import { configWith, sampleApp } from '../deployment.ts';
import { ofType, resourcesOf, textOf } from '../templates.ts';

const environmentOf = (settings: Readonly<Record<string, unknown>>): string =>
  textOf(ofType(resourcesOf(sampleApp(settings)), 'AWS::Lambda::Function').map((each) => each.properties.Environment));

describe('settings', () => {
  it('are read from the CDK context first, then from the environment', () => {
    const lookup = contextOrEnvironment((name) => ({ stage: 'prod' })[name], {
      BILLING_STAGE: 'test',
      BILLING_ALARM_EMAIL: 'ops@example.com',
    });
    expect(readConfig(lookup)).toMatchObject({ stage: 'prod', alarmTargets: { email: 'ops@example.com', url: null } });
  });

  it.each([
    [{ stage: 'Prod!' }, /"stage"/],
    [{ edge: 'on' }, /"edge" needs "account"/],
    [{ domainName: 'api.example.com' }, /"certificateArn"/],
    [{ operationStacks: 'many' }, /"operationStacks"/],
    [{ sandbox: 'maybe' }, /"sandbox"/],
    [{ mailSender: 'example.com' }, /"mailSender"/],
    [{ edge: 'on', account: '111111111111', region: 'eu-west-1' }, /"edge" needs "domainName" or "publicBaseUrl"/],
    [{ edgeSecretVersion: '1:other' }, /"edgeSecretVersion"/],
    [{ stage: 'prod' }, /"alarmEmail" or "alarmUrl" is required in stage "prod"/],
    [{ stage: 'prod', alarmUrl: 'http://pager.example' }, /"alarmUrl"/],
  ])('are refused with the name of the setting: %o', (settings, message) => {
    expect(() => configWith(settings)).toThrow(message);
  });

  it('are refused with all their names if they are unknown', () => {
    const cdk = ['aws:cdk:enable-path-metadata', '@aws-cdk/core:x', 'availability-zones:account=1:region=eu-west-1'];
    expect(() => refuseUnknownSettings(['stage', ...cdk], ['BILLING_STAGE', 'BILLING_KEY', 'HOME'])).not.toThrow();
    expect(() => refuseUnknownSettings(['stagee'], ['BILLING_EDG'])).toThrow('Unknown settings: context "stagee", variable BILLING_EDG.');
  });

  it('need no receiver of alarms in the stage dev and in the emulator', () => {
    for (const settings of [{}, { stage: 'ci', emulator: '1' }, { stage: 'prod', alarmUrl: 'https://pager.example' }])
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

  it('set the mail sender in the environment of every function', () => {
    expect(environmentOf({})).not.toContain('MAIL_SENDER');
    expect(environmentOf({ mailSender: 'billing@example.com' })).toContain('"MAIL_SENDER":"billing@example.com"');
  });

  it('fix the id of the API in the emulator', () => {
    const api = ofType(resourcesOf(sampleApp({ emulator: '1', apiId: 'abcdef01' })), 'AWS::ApiGatewayV2::Api')[0];
    expect(api?.properties.Tags).toMatchObject({ 'ms-custom-id': 'abcdef01' });
  });
});
