import { describe, expect, it } from 'vitest';
import { sampleApp, sampleResources } from '../deployment.ts';
import { ofType, resourcesOf, type Statement, statementsOf, textOf } from '../templates.ts';

const resources = sampleResources();
const statements = statementsOf(resources);
const ofRole = (start: string): readonly Statement[] => statements.filter((each) => each.role.id.startsWith(`${start}Role`));
const actionsOf = (start: string): readonly string[] =>
  ofRole(start)
    .flatMap((each) => each.actions)
    .sort();
const LOGS = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const READ = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:Query', 'dynamodb:UpdateItem'];

describe('roles', () => {
  it('belong to one function each', () => {
    const functions = ofType(resources, 'AWS::Lambda::Function');
    expect(new Set(functions.map((each) => textOf(each.properties.Role))).size).toBe(functions.length);
  });

  it('name what they allow: no wildcard but the executions of the renewal machine', () => {
    const wild = statements.flatMap((each) => each.resources.map(textOf)).filter((text) => text.includes('*'));
    expect(wild).toEqual([expect.stringContaining(':execution:billing-dev-subscription-cycle:*')]);
    expect(statements.flatMap((each) => each.actions).filter((action) => action.includes('*'))).toEqual([]);
    expect(textOf(ofType(resources, 'AWS::IAM::Role').map((each) => each.properties.ManagedPolicyArns ?? null))).not.toContain('arn');
  });

  it('let a reading operation read, debit its rate bucket and check the key', () => {
    expect(actionsOf('WidgetsRetrieve')).toEqual([...READ, ...LOGS, 'secretsmanager:GetSecretValue']);
  });

  it('let a page without a key write, but not read the pepper', () => {
    expect(actionsOf('HostedPage')).toEqual([
      'dynamodb:BatchGetItem',
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
      ...LOGS,
    ]);
  });

  it('give a writing operation the parts that it declares and no others', () => {
    const own = ofRole('WidgetsCreate');
    const resourcesFor = (action: string): string =>
      textOf(own.filter((each) => each.actions.includes(action)).flatMap((each) => each.resources));
    expect(resourcesFor('sqs:SendMessage')).toMatch(/WebhookDelivery/);
    expect(resourcesFor('sqs:SendMessage')).not.toMatch(/DueWork|ProviderWebhook/);
    expect(resourcesFor('states:StartExecution')).toContain('clock-advance');
    expect(resourcesFor('states:StartExecution')).not.toContain('subscription-cycle');
    expect(resourcesFor('kms:Decrypt')).toContain('Cipher');
  });

  it('allow the cipher key only with an encryption context', () => {
    const cipher = statements.filter((each) => each.actions.some((action) => action.startsWith('kms:')));
    expect(cipher.length).toBeGreaterThan(0);
    for (const { condition } of cipher) expect(condition).toEqual({ Null: { 'kms:EncryptionContextKeys': 'false' } });
  });

  it('let the sweep alone search what is due', () => {
    const searching = statements
      .filter((each) => textOf(each.resources).includes('/index/due'))
      .map((each) => each.role.id.replace(/StepRole.*/, ''));
    expect(searching.sort()).toEqual(['Sweep']);
  });

  it('let the mail worker alone send mail, from the configured address and as its identity', () => {
    const allowed = (settings: Readonly<Record<string, string>>) =>
      statementsOf(resourcesOf(sampleApp(settings))).filter(({ actions }) => actions.some((action) => action.startsWith('ses:')));
    expect(allowed({})).toEqual([]);
    const [statement, ...others] = allowed({ mailSender: 'billing@mail.example.com' });
    expect(others).toEqual([]);
    expect(statement?.role.id).toMatch(/^MailWorkerRole/);
    expect(statement?.actions).toEqual(['ses:SendEmail']);
    expect(textOf(statement?.resources)).toContain(':identity/mail.example.com"');
    expect(statement?.condition).toEqual({ StringEquals: { 'ses:FromAddress': 'billing@mail.example.com' } });
    const own = allowed({ mailSender: 'billing@mail.example.com', mailIdentity: 'example.com' });
    expect(textOf(own[0]?.resources)).toContain(':identity/example.com"');
  });

  it('let the mail worker read and note, nothing else', () => {
    expect(actionsOf('MailWorker')).toEqual([
      ...READ,
      ...LOGS,
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ReceiveMessage',
    ]);
  });

  it('let the relay publish and set aside, and nothing touch the table from it', () => {
    expect(actionsOf('Relay')).toEqual([
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
      'events:PutEvents',
      ...LOGS,
      'sqs:GetQueueAttributes',
      'sqs:GetQueueUrl',
      'sqs:SendMessage',
    ]);
  });
});
