import { describe, expect, it } from 'vitest';
import { configWith, sampleApp } from '../deployment.ts';
import { ofType, resourcesOf, textOf } from '../templates.ts';

const REGIONS = { account: '111111111111', region: 'eu-central-1' };
const SETTINGS = { ...REGIONS, backupRegion: 'eu-west-1', alarmEmail: 'ops@example.com' };
const app = sampleApp(SETTINGS);
const resources = resourcesOf(app);
const only = (type: string, stack = 'billing-dev-backups') => {
  const [found, ...others] = ofType(resources, type).filter((each) => each.stack === stack);
  if (found === undefined || others.length > 0) throw new Error(`There is not exactly one ${type} in ${stack}.`);
  return found;
};

describe('backups', () => {
  it('are made each day and copied to a vault in the second region; backups and copies are kept 35 days, the vaults permanently', () => {
    const { BackupPlan } = only('AWS::Backup::BackupPlan').properties as {
      readonly BackupPlan: { readonly BackupPlanRule: readonly object[] };
    };
    expect(BackupPlan.BackupPlanRule).toEqual([
      expect.objectContaining({
        ScheduleExpression: 'cron(30 3 * * ? *)',
        Lifecycle: { DeleteAfterDays: 35 },
        CopyActions: [{ DestinationBackupVaultArn: expect.anything(), Lifecycle: { DeleteAfterDays: 35 } }],
      }),
    ]);
    expect(textOf(BackupPlan)).toContain(':backup:eu-west-1:111111111111:backup-vault:billing-dev-backups');
    const vaults = ofType(resources, 'AWS::Backup::BackupVault');
    expect(vaults.map(({ stack, properties }) => [stack, properties.BackupVaultName])).toEqual(
      expect.arrayContaining([
        ['billing-dev-backups', 'billing-dev-backups'],
        ['billing-dev-backup-copies', 'billing-dev-backups'],
      ]),
    );
    const regions = app.synth().stacks.map(({ stackName, environment }) => [stackName, environment.region]);
    expect(Object.fromEntries(regions)).toMatchObject({ 'billing-dev-backups': 'eu-central-1', 'billing-dev-backup-copies': 'eu-west-1' });
  });

  it('select exactly the table that the service uses, also an adopted one', () => {
    expect(textOf(only('AWS::Backup::BackupSelection').properties)).toMatch(
      /"Resources":\[\{"Fn::ImportValue":"billing-dev-data:[^"]*Table[^"]*Arn/,
    );
    const adoptedTable = 'arn:aws:dynamodb:eu-central-1:111111111111:table/restored/stream/2026-11-26T08:00:00.000';
    const [selection] = ofType(resourcesOf(sampleApp({ ...SETTINGS, adoptedTable })), 'AWS::Backup::BackupSelection');
    expect(textOf(selection?.properties)).toContain('"Resources":["arn:aws:dynamodb:eu-central-1:111111111111:table/restored"]');
  });

  it('report failed backups and copies to the topic of alarms, with a role that may only publish there', () => {
    const rules = ofType(resources, 'AWS::Events::Rule').filter(({ stack }) => stack === 'billing-dev-backups');
    expect(rules.map(({ properties }) => properties.EventPattern)).toEqual([
      {
        source: ['aws.backup'],
        'detail-type': ['Backup Job State Change'],
        detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'], backupVaultName: ['billing-dev-backups'] },
      },
      {
        source: ['aws.backup'],
        'detail-type': ['Copy Job State Change'],
        detail: { state: ['FAILED'], sourceBackupVaultArn: [{ suffix: ':backup-vault:billing-dev-backups' }] },
      },
    ]);
    for (const { properties } of rules) expect(textOf(properties.Targets)).toContain('infra/runbooks/backups.md');
    const policies = ofType(resources, 'AWS::IAM::Policy').filter(({ stack }) => stack === 'billing-dev-backups');
    expect(textOf(policies.map(({ properties }) => properties.PolicyDocument))).toMatch(
      /^\[\{"Statement":\[\{"Action":"sns:Publish","Effect":"Allow","Resource":\{"Fn::ImportValue":"billing-dev-data:[^"]*Alarms[^"]*"\}\}\]/,
    );
  });

  it('raise an alarm if none was completed for two days, but only after the first two nights with a backup job', () => {
    const alarm = (id: string) => ofType(resources, 'AWS::CloudWatch::Alarm').find((each) => each.id.startsWith(id));
    const [missing, due] = [alarm('BackupsMissingNoneCompleted'), alarm('BackupsMissingDue')];
    const daily = {
      Namespace: 'AWS/Backup',
      Dimensions: [{ Name: 'BackupVaultName', Value: 'billing-dev-backups' }],
      Statistic: 'Sum',
      Period: 86_400,
      EvaluationPeriods: 2,
    };
    expect(missing?.properties).toMatchObject({
      ...daily,
      MetricName: 'NumberOfBackupJobsCompleted',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      TreatMissingData: 'breaching',
    });
    // Every data point reaches the threshold, and missing data does not end the alarm.
    expect(due?.properties).toMatchObject({
      ...daily,
      MetricName: 'NumberOfBackupJobsCreated',
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Threshold: 0,
      TreatMissingData: 'ignore',
    });
    const both = only('AWS::CloudWatch::CompositeAlarm').properties;
    const rule = [missing, due].map((each) => `"ALARM(\\"",{"Fn::GetAtt":["${each?.id}","Arn"]},"\\")`);
    expect(textOf(both.AlarmRule)).toBe(`{"Fn::Join":["",["(${rule.join(' AND ').replaceAll('"ALARM', 'ALARM')})"]]}`);
    expect(both.AlarmDescription).toMatch(/^No backup .* infra\/runbooks\/backups\.md$/);
    expect([missing, due].map((each) => each?.properties.AlarmActions)).toEqual([undefined, undefined]);
    expect(textOf(both.AlarmActions)).toContain('billing-dev-data:');
  });

  it('are not created without a second region', () => {
    expect(textOf(resourcesOf(sampleApp()).map(({ type }) => type))).not.toContain('AWS::Backup');
  });

  it.each([
    [{ backupRegion: 'eu-west-1' }, /needs "account" and "region"/],
    [{ ...REGIONS, backupRegion: 'eu-central-1' }, /another region/],
    [{ ...REGIONS, backupRegion: 'Ireland' }, /must be an AWS region/],
  ])('are refused with the settings %o', (settings, message) => {
    expect(() => configWith(settings)).toThrow(message);
  });
});
