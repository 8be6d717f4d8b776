import { Duration } from 'aws-cdk-lib';
import { Alarm, AlarmRule, ComparisonOperator, CompositeAlarm, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { RUNBOOKS } from './service-alarm.ts';

export const BACKUPS_RUNBOOK = `${RUNBOOKS}/backups.md`;

const DAYS = 2;

/**
 * Raises an alarm if no backup was completed for two days. AWS Backup reports no zeros, so a new vault without data looks like one whose
 * backups stopped. The alarm `Due` distinguishes the two: it is raised after the first two nights with a backup job, and stays raised.
 */
export class BackupsMissing extends Construct {
  constructor(scope: Construct, id: string, { vaultName, alarmTopic }: { readonly vaultName: string; readonly alarmTopic: ITopic }) {
    super(scope, id);
    const daily = (metricName: string): Metric =>
      new Metric({
        namespace: 'AWS/Backup',
        metricName,
        dimensionsMap: { BackupVaultName: vaultName },
        statistic: 'Sum',
        period: Duration.days(1),
      });
    const noneCompleted = new Alarm(this, 'NoneCompleted', {
      alarmDescription: 'No backup was completed for two days. Notifies nobody: the composite alarm does.',
      metric: daily('NumberOfBackupJobsCompleted'),
      threshold: 1,
      evaluationPeriods: DAYS,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
    const backupsDue = new Alarm(this, 'Due', {
      alarmDescription: 'Backups have been due for two days or longer. Stays raised; notifies nobody.',
      metric: daily('NumberOfBackupJobsCreated'),
      threshold: 0,
      evaluationPeriods: DAYS,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.IGNORE,
    });
    new CompositeAlarm(this, 'Both', {
      alarmDescription: `No backup of the table was completed for two days. What to do: ${BACKUPS_RUNBOOK}`,
      alarmRule: AlarmRule.allOf(noneCompleted, backupsDue),
    }).addAlarmAction(new SnsAction(alarmTopic));
  }
}
