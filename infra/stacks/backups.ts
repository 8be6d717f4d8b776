import { ArnFormat, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type DeploymentConfig, stackNameOf } from '../config.ts';
import { BACKUPS_RUNBOOK, BackupsMissing } from '../constructs/backups-missing.ts';
import { suppressInStack } from '../constructs/suppressions.ts';

const RETENTION = Duration.days(35);
/** Deleting a stack keeps its vault and backups. If creating the stack fails, the vault is deleted: its name would block the next try. */
const VAULT_REMOVAL_POLICY = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** Name of the vaults in both regions. */
const vaultNameOf = (config: DeploymentConfig): string => stackNameOf(config, 'backups');

interface BackupsProps extends StackProps {
  readonly config: DeploymentConfig;
}

/** The vault in the second region. The vault's name is fixed, so that the stacks of the two regions need no references to each other. */
export class BackupCopiesStack extends Stack {
  constructor(scope: Construct, id: string, props: BackupsProps) {
    super(scope, id, props);
    new BackupVault(this, 'Vault', { backupVaultName: vaultNameOf(props.config), removalPolicy: VAULT_REMOVAL_POLICY });
  }
}

/** Daily backups of the table, each copied to the second region. */
export class BackupsStack extends Stack {
  readonly #props: BackupsProps & { readonly alarmTopic: ITopic };

  constructor(
    scope: Construct,
    id: string,
    props: BackupsProps & { readonly tableArn: string; readonly copyRegion: string; readonly alarmTopic: ITopic },
  ) {
    super(scope, id, props);
    this.#props = props;
    const vault = new BackupVault(this, 'Vault', { backupVaultName: vaultNameOf(props.config), removalPolicy: VAULT_REMOVAL_POLICY });
    const copyVaultArn = this.formatArn({
      service: 'backup',
      region: props.copyRegion,
      resource: 'backup-vault',
      resourceName: vaultNameOf(props.config),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: id,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          backupVault: vault,
          // Most renewals run in the first hour of a day; the backup starts later.
          scheduleExpression: Schedule.cron({ hour: '3', minute: '30' }),
          deleteAfter: RETENTION,
          copyActions: [{ destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copies', copyVaultArn), deleteAfter: RETENTION }],
        }),
      ],
    });
    plan.addSelection('Table', { resources: [BackupResource.fromArn(props.tableArn)], allowRestores: true });
    suppressInStack(this, [
      { id: 'AwsSolutions-IAM4', reason: 'AWS maintains the policy that its backup service needs.' },
      {
        id: 'Serverless-EventBusDLQ',
        reason: 'EventBridge tries for a day to report a failure; the alarm on missing backups does not depend on these reports.',
      },
    ]);
    this.#alarms(vaultNameOf(props.config));
  }

  #alarms(vaultName: string): void {
    const { config, alarmTopic } = this.#props;
    new BackupsMissing(this, 'BackupsMissing', { vaultName, alarmTopic });
    const report = new SnsTopic(alarmTopic, {
      authorizeUsingRole: true,
      message: RuleTargetInput.fromText(`A backup or its copy failed in stage ${config.stage}. What to do: ${BACKUPS_RUNBOOK}`),
    });
    // Both rules see the jobs of all backup plans in the AWS account; the vault's name selects those of this stage.
    new Rule(this, 'BackupFailed', {
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change'],
        detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'], backupVaultName: [vaultName] },
      },
      targets: [report],
    });
    new Rule(this, 'CopyFailed', {
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Copy Job State Change'],
        detail: { state: ['FAILED'], sourceBackupVaultArn: [{ suffix: `:backup-vault:${vaultName}` }] },
      },
      targets: [report],
    });
  }
}
