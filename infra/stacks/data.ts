import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, BillingMode, type ITable, ProjectionType, StreamViewType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { AdoptedTable, DeploymentConfig } from '../config.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { type Deployment, removalPolicyOf, requiresTls } from '../constructs/deployment.ts';
import { suppress } from '../constructs/suppressions.ts';

interface Index {
  readonly pk: string;
  readonly sk: string;
  /** Attributes that the index contains in addition to the keys; `null`: none. */
  readonly nonKeyAttributes: readonly string[] | null;
}

/** The indexes of the table, by name. */
const INDEXES: Readonly<Record<string, Index>> = {
  'by-customer': { pk: 'cpk', sk: 'csk', nonKeyAttributes: null },
  'by-parent': { pk: 'ppk', sk: 'psk', nonKeyAttributes: null },
  'by-filter': { pk: 'fpk', sk: 'fsk', nonKeyAttributes: null },
  due: { pk: 'dpk', sk: 'dsk', nonKeyAttributes: ['due_kind', 'due_at'] },
};

/** Resources that outlive deployments (table, documents, encryption key, API key pepper, key of operator tokens), and the alarm topic. */
export class DataStack extends Stack {
  /** The table that the service uses. */
  readonly table: Table | ITable;
  readonly indexNames: readonly string[] = Object.keys(INDEXES);
  readonly documents: Bucket;
  readonly cipherKey: Key;
  readonly pepper: Secret;
  /** Secret from which the key of operator tokens is derived. */
  readonly operatorKey: Secret;
  readonly alarmTopic: AlarmTopic;

  constructor(scope: Construct, id: string, props: StackProps & { readonly deployment: Deployment }) {
    super(scope, id, props);
    const { config } = props.deployment;
    const removalPolicy = removalPolicyOf(config);
    this.table = this.#adopt(this.#createTable(config), config.adoptedTable);
    this.documents = new Bucket(this, 'Documents', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: requiresTls(config),
      versioned: true,
      removalPolicy,
    });
    suppress(this.documents, [
      {
        id: 'AwsSolutions-S1',
        reason: 'No browser reaches the bucket: only the service reads and writes documents, and it logs the request of each access.',
      },
    ]);
    this.cipherKey = new Key(this, 'Cipher', {
      description: `Encrypts secrets that billing-${config.stage} decrypts later`,
      enableKeyRotation: true,
      removalPolicy,
    });
    this.pepper = this.#versionedSecret('KeyPepper', removalPolicy, {
      description: 'Pepper of the API key digests, by version; "current" names the one for new keys',
      rotationReason:
        'A new pepper must be added next to the old ones, or every API key becomes invalid: rotation is an operator step, not a schedule.',
    });
    this.operatorKey = this.#versionedSecret('OperatorKey', removalPolicy, {
      description: 'What the key of operator tokens is derived from, by version; "current" names the one that signs',
      rotationReason: 'A new version must be added to the JSON of this secret: rotation is an operator step, not a schedule.',
    });
    // Exported even if no stack imports it. Otherwise, `console: false` would remove the export, which the deployed console still imports,
    // and CloudFormation would refuse that.
    this.exportValue(this.operatorKey.secretArn);
    this.alarmTopic = new AlarmTopic(this, 'Alarms', config);
    this.#addOutputs();
  }

  #createTable({ emulator }: DeploymentConfig): Table {
    const table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.DEFAULT,
      stream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      // Also retained if the creation of the stack fails: deletion protection would make the rollback fail. An empty table costs nothing.
      removalPolicy: emulator === null ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    for (const [indexName, { pk, sk, nonKeyAttributes }] of Object.entries(INDEXES)) {
      table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: pk, type: AttributeType.STRING },
        sortKey: { name: sk, type: AttributeType.STRING },
        ...(nonKeyAttributes === null
          ? { projectionType: ProjectionType.KEYS_ONLY }
          : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...nonKeyAttributes] }),
      });
    }
    return table;
  }

  /**
   * Returns the restored table if the settings name one. The deployment still keeps and exports the table that it created:
   * CloudFormation refuses to remove an export while another stack uses it.
   */
  #adopt(created: Table, adopted: AdoptedTable | null): Table | ITable {
    if (adopted === null) return created;
    for (const value of [created.tableName, created.tableArn, created.tableStreamArn]) this.exportValue(value);
    return Table.fromTableAttributes(this, 'AdoptedTable', { tableArn: adopted.arn, tableStreamArn: adopted.streamArn });
  }

  /**
   * A secret with versions. Operators rotate it; `rotationReason` says why it is not rotated on a schedule. Do not change its generation
   * settings: CloudFormation would replace the secret and lose versions that operators added.
   */
  #versionedSecret(
    id: string,
    removalPolicy: RemovalPolicy,
    texts: { readonly description: string; readonly rotationReason: string },
  ): Secret {
    const secret = new Secret(this, id, {
      description: texts.description,
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ current: '1' }),
        generateStringKey: '1',
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy,
    });
    suppress(secret, [{ id: 'AwsSolutions-SMG4', reason: texts.rotationReason }]);
    return secret;
  }

  #addOutputs(): void {
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    new CfnOutput(this, 'DocumentsBucketName', { value: this.documents.bucketName });
    new CfnOutput(this, 'PepperSecretArn', { value: this.pepper.secretArn });
    new CfnOutput(this, 'OperatorKeySecretArn', { value: this.operatorKey.secretArn });
    new CfnOutput(this, 'CipherKeyArn', { value: this.cipherKey.keyArn });
    new CfnOutput(this, 'AlarmTopicArn', { value: this.alarmTopic.topicArn });
  }
}
