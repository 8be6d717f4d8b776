import { describe, expect, it } from 'vitest';
import { realResources, sampleApp, sampleResources } from '../deployment.ts';
import { ofType, resourcesOf, type Statement, statementsOf, textOf } from '../templates.ts';

const resources = sampleResources();
const statements = statementsOf(resources);
const ofRole = (start: string): readonly Statement[] => statements.filter((each) => each.role.id.startsWith(`${start}Role`));
const actionsOf = (start: string): readonly string[] =>
  ofRole(start)
    .flatMap((each) => each.actions)
    .sort();
const LOGS = ['logs:CreateLogStream', 'logs:PutLogEvents'];
/** `Query` twice: one statement is for the table, one for its indexes. */
const READ = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:Query'];
const WRITES = ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
/** Returns the partition patterns that a role may write, by action. */
const partitionsOf = (roleStatements: readonly Statement[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    roleStatements
      .filter(({ actions }) => actions.some((action) => WRITES.includes(action)))
      .flatMap(({ actions, condition }) =>
        actions.map((action) => [
          action,
          (condition as Record<string, Record<string, unknown>> | undefined)?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'],
        ]),
      ),
  );
/** The partitions that every request with an API key may update: rate limits, last use of the key, and samples of the audit log. */
const API_KEY_REQUEST_PARTITIONS = [
  'A#*#-#account-limiter',
  'A#*#live#api_key',
  'A#*#live#audit',
  'A#*#live#audit-sample',
  'A#*#test#api_key',
  'A#*#test#audit',
  'A#*#test#audit-sample',
  'P#*',
];

/** The metrics worker is deployed under its former name. */
const METRICS_WORKER = 'FiguresWorker';

describe('roles', () => {
  it('belong to one function each', () => {
    const functions = ofType(resources, 'AWS::Lambda::Function');
    expect(new Set(functions.map((each) => textOf(each.properties.Role))).size).toBe(functions.length);
  });

  it('contain wildcards only for generated names (unrelayed records, documents, executions of billing runs) and log deliveries', () => {
    const wildcards = statements.flatMap((each) => each.resources.map(textOf)).filter((text) => text.includes('*'));
    expect(wildcards).toEqual([
      expect.stringContaining('UnrelayedEventsRecords'),
      // The mail worker reads documents, the documents worker stores documents.
      expect.stringContaining('Documents'),
      expect.stringContaining('Documents'),
      expect.stringContaining(':execution:billing-dev-billing-run:*'),
      // Log deliveries of the sweep's state machine have no ARN.
      '"*"',
    ]);
    const everywhere = statements.filter((each) => each.resources.some((resource) => resource === '*'));
    expect(
      everywhere
        .flatMap((each) => each.actions)
        .filter((action) => !/^logs:(\w+LogDelivery|\w+LogDeliveries|\w+ResourcePolic(y|ies)|DescribeLogGroups)$/.test(action)),
    ).toEqual([]);
    expect(statements.flatMap((each) => each.actions).filter((action) => action.includes('*'))).toEqual([]);
    expect(textOf(ofType(resources, 'AWS::IAM::Role').map((each) => each.properties.ManagedPolicyArns ?? null))).not.toContain('arn');
  });

  it('let a read operation read the table, check the API key, and write only what every request with an API key writes', () => {
    expect(actionsOf('WidgetsRetrieve')).toEqual([...READ, 'dynamodb:UpdateItem', ...LOGS, 'secretsmanager:GetSecretValue']);
    expect(partitionsOf(ofRole('WidgetsRetrieve'))).toEqual({ 'dynamodb:UpdateItem': API_KEY_REQUEST_PARTITIONS });
  });

  it('restrict writes to named partitions', () => {
    const writing = statements.filter(({ actions }) => actions.some((action) => WRITES.includes(action)));
    expect(writing.length).toBeGreaterThan(10);
    for (const each of writing) {
      const partitions = Object.values(partitionsOf([each])).flat();
      expect(partitions.length, each.role.id).toBeGreaterThan(0);
      for (const partition of partitions)
        expect(partition, each.role.id).toMatch(/^(A#|P#|L#|S#(wake-slots|run-slots|clock-places|clocks-waiting|heartbeats)$)/);
    }
  });

  it('let only the functions that need it write lookup items (`L#`), tombstones in the event log, and `S#` partitions', () => {
    const allStatements = statementsOf(realResources());
    const writersOf = (pattern: RegExp): readonly string[] =>
      allStatements
        .filter((each) => Object.values(partitionsOf([each])).some((partitions) => textOf(partitions).match(pattern)))
        .map(({ role }) => role.id.replace(/(Task)*Role.*/, ''));
    expect([...new Set(writersOf(/"L#api-key#/))].sort()).toEqual(['ApiKeysCreate', 'ApiKeysRevoke', 'ConsoleMembersRemove']);
    const tokenWriters = [
      'BillingPortalCreateSession',
      'BillingPortalRevokeSession',
      'CustomersDelete',
      'CustomersPurge',
      'DueWorker',
      'MailWorker',
    ];
    expect([...new Set(writersOf(/"L#portal-token#/))].sort()).toEqual(tokenWriters);
    const writersOutsideConsole = (pattern: RegExp) => [...new Set(writersOf(pattern))].filter((id) => !id.startsWith('Console'));
    expect(writersOutsideConsole(/"L#console-session#/)).toEqual([]);
    expect(writersOutsideConsole(/"L#console-sign-in#/)).toEqual(['MailWorker']);
    const memberWriters = [
      'ConsoleMembersAdd',
      'ConsoleMembersRemove',
      'ConsoleMembersUpdate',
      'ConsoleOpenSession',
      'ConsolePasskeySignIn',
    ];
    expect([...new Set(writersOf(/"L#member-email#/))].sort()).toEqual(memberWriters);
    expect(writersOf(/"L#(?!api-key#|portal-token#|member-email#|console-|operator-key#)/)).toEqual([]);
    const hosted = ['HostedCheckoutCancel', 'HostedCheckoutPay', 'HostedCheckoutReturn', 'HostedPaymentLinkOpen'];
    const logWriters = ['EventsList', METRICS_WORKER, ...hosted, 'MailFeedbackWorker', 'RunChargeStep', 'RunPrepareStep', 'Sidecar'];
    expect([...new Set(writersOf(/#log"/))].sort()).toEqual(logWriters);
    expect([...new Set(writersOf(/S#wake-slots/))]).toEqual(['Sidecar']);
    expect([...new Set(writersOf(/S#heartbeats/))]).toEqual(['SweepStep']);
    expect([...new Set(writersOf(/S#clock(-places|s-waiting)/))]).toEqual(['ClockNextStep']);
  });

  it('allow decryption only with the encryption context of a purpose that the function has', () => {
    const kmsStatements = statementsOf(realResources()).filter(({ actions }) => actions.some((action) => action.startsWith('kms:')));
    const purposes = new Map<string, string[]>();
    for (const { role, condition } of kmsStatements) {
      const name = role.id.replace(/Role.*/, '');
      purposes.set(name, [
        ...(purposes.get(name) ?? []),
        ...Object.values(condition as Record<string, Record<string, string>>).flatMap(Object.values),
      ]);
    }
    expect(purposes.get('CustomersPurge')).toEqual(['provider-credential']);
    expect(purposes.get('ApiKeysCreate')).toEqual(['idempotent-answer']);
    expect(purposes.get('BillingPortalCreateSession')?.sort()).toEqual(['idempotent-answer', 'portal-link']);
    expect(purposes.get('MailWorker')?.sort()).toEqual(['portal-link', 'sign-in-link']);
    expect(purposes.get('ConsoleRequestSignInLink')).toBeUndefined();
    expect(purposes.get('WebhookEndpointsCreate')?.sort()).toEqual(['idempotent-answer', 'we_*']);
    expect(purposes.get('WebhookDeliveryWorker')).toEqual(['we_*']);
    expect(purposes.get('RunChargeStep')).toEqual(['provider-credential']);
    for (const [name, rolePurposes] of purposes) expect(rolePurposes.length, name).toBeGreaterThan(0);
  });

  it('let only the two console functions that sign operator tokens read the signing key and publish public keys', () => {
    const serviceResources = realResources();
    const keyReaders = statementsOf(serviceResources).filter(({ resources: named }) => textOf(named).includes('OperatorKey'));
    const idOf = ({ role }: Statement): string => role.id.replace(/(Task)*Role.*/, '');
    expect(keyReaders.map(idOf).sort()).toEqual(['ConsoleCall', 'ConsoleExport']);
    for (const { actions } of keyReaders) expect(actions).toEqual(['secretsmanager:GetSecretValue']);
    const keyReferences = serviceResources.filter(
      ({ type, properties }) =>
        ['AWS::Lambda::Function', 'AWS::ECS::TaskDefinition'].includes(type) && /OperatorKey|OPERATOR_KEY/.test(textOf(properties)),
    );
    expect(keyReferences.map(({ metadata }) => metadata['billing:function']).sort()).toEqual(['console-call', 'console-export']);
    const publishing = statementsOf(serviceResources).filter((each) => textOf(partitionsOf([each])).includes('L#operator-key#'));
    expect(publishing.map((each) => [idOf(each), Object.keys(partitionsOf([each]))])).toEqual([
      ['ConsoleCall', ['dynamodb:PutItem']],
      ['ConsoleExport', ['dynamodb:PutItem']],
    ]);
  });

  it('let a write operation use exactly the services that it declares', () => {
    const roleStatements = ofRole('WidgetsCreate');
    const resourcesFor = (action: string): string =>
      textOf(roleStatements.filter((each) => each.actions.includes(action)).flatMap((each) => each.resources));
    expect(resourcesFor('sqs:SendMessage')).toMatch(/WebhookDelivery/);
    expect(resourcesFor('sqs:SendMessage')).not.toMatch(/DueWork|ProviderWebhook/);
    expect(resourcesFor('states:StartExecution')).toContain('clock-advance');
    expect(resourcesFor('states:StartExecution')).not.toContain('billing-run');
    expect(resourcesFor('kms:Decrypt')).toContain('Cipher');
  });

  it('let only the sweep and the steps of billing runs query the due index', () => {
    const queryRoles = statements
      .filter((each) => textOf(each.resources).includes('/index/due'))
      .map((each) => each.role.id.replace(/StepRole.*/, ''));
    expect(queryRoles.sort()).toEqual(['RunPrepare', 'RunSettle', 'Sweep']);
  });

  it('let only the mail worker send emails, from the configured address, identity and configuration set', () => {
    const allowed = (settings: Readonly<Record<string, string>>) =>
      statementsOf(resourcesOf(sampleApp(settings))).filter(({ actions }) => actions.some((action) => action.startsWith('ses:')));
    expect(allowed({})).toEqual([]);
    const [statement, ...others] = allowed({ mailSender: 'billing@mail.example.com' });
    expect(others).toEqual([]);
    expect(statement?.role.id).toMatch(/^MailWorkerRole/);
    expect(statement?.actions).toEqual(['ses:SendEmail', 'ses:SendRawEmail']);
    expect(textOf(statement?.resources)).toContain(':identity/mail.example.com"');
    expect(textOf(statement?.resources)).toContain(':configuration-set/billing-dev"');
    expect(statement?.resources).toHaveLength(2);
    expect(statement?.condition).toEqual({ StringEquals: { 'ses:FromAddress': 'billing@mail.example.com' } });
    const roleStatements = allowed({ mailSender: 'billing@mail.example.com', mailIdentity: 'example.com' });
    expect(textOf(roleStatements[0]?.resources)).toContain(':identity/example.com"');
  });

  it('let the mail orders worker store mail orders and send to the mail queue, nothing else', () => {
    expect(partitionsOf(ofRole('MailOrdersWorker'))).toEqual({ 'dynamodb:PutItem': ['A#*#live#mail', 'A#*#test#mail'] });
    const others = ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage', 'sqs:SendMessage'];
    expect(actionsOf('MailOrdersWorker')).toEqual([...READ, 'dynamodb:PutItem', ...LOGS, ...others].sort());
    const sending = ofRole('MailOrdersWorker').filter(({ actions }) => actions.includes('sqs:SendMessage'));
    expect(textOf(sending.map((each) => each.resources))).toMatch(/"Mail[A-Za-z]*Queue/);
    expect(textOf(sending.map((each) => each.resources))).not.toMatch(/MailOrders|WebhookDelivery|DueWork/);
  });

  it('let the metrics worker update metrics and write tombstones to the event log, nothing else', () => {
    const inBoth = (...kinds: readonly string[]) => ['live', 'test'].flatMap((mode) => kinds.map((kind) => `A#*#${mode}#${kind}`));
    expect(partitionsOf(ofRole(METRICS_WORKER))).toEqual({
      'dynamodb:PutItem': inBoth('log', 'log#2'),
      'dynamodb:UpdateItem': inBoth('figures'),
    });
    const queueActions = ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];
    expect(actionsOf(METRICS_WORKER)).toEqual([...READ, 'dynamodb:PutItem', 'dynamodb:UpdateItem', ...LOGS, ...queueActions].sort());
  });

  it('let the import worker write objects of accounts, nothing else', () => {
    expect(partitionsOf(ofRole('CustomerImportWorker'))).toMatchObject({ 'dynamodb:PutItem': ['A#*'], 'dynamodb:UpdateItem': ['A#*'] });
    const queueActions = ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];
    const writes = ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
    expect(actionsOf('CustomerImportWorker')).toEqual([...READ, ...writes, ...LOGS, ...queueActions].sort());
  });

  it('let the mail worker read, record outcomes, create portal sessions and sign-in links, and send to its queue, nothing else', () => {
    expect(partitionsOf(ofRole('MailWorker'))).toEqual({
      'dynamodb:PutItem': [
        'A#*#live#mail',
        'A#*#live#portal_session',
        'A#*#test#mail',
        'A#*#test#portal_session',
        'L#console-sign-in#*',
        'L#portal-token#*',
      ],
      'dynamodb:UpdateItem': ['A#*#live#mail', 'A#*#live#mail-slot', 'A#*#test#mail', 'A#*#test#mail-slot'],
    });
    expect(actionsOf('MailWorker')).toEqual(
      [
        ...READ,
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        // For portal links and sign-in links.
        ...['kms:Decrypt', 'kms:Encrypt'],
        ...['kms:Decrypt', 'kms:Encrypt'],
        ...LOGS,
        's3:GetObject',
        's3:ListBucket',
        'secretsmanager:GetSecretValue',
        'sqs:ChangeMessageVisibility',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        'sqs:ReceiveMessage',
        'sqs:SendMessage',
      ].sort(),
    );
  });

  it('let only the documents worker store documents, and only functions that return or send documents read them', () => {
    expect(actionsOf('DocumentsWorker')).toEqual([
      ...READ,
      ...LOGS,
      's3:ListBucket',
      's3:PutObject',
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ReceiveMessage',
    ]);
    const allStatements = statementsOf(realResources());
    const allowed = (action: string) =>
      allStatements
        .filter((each) => each.actions.includes(action) && textOf(each.resources).includes('Documents'))
        .map(({ role }) => role.id.replace(/Role.*/, ''))
        .sort();
    expect(allowed('s3:PutObject')).toEqual(['DocumentsWorker']);
    const downloads = [
      'CreditNotesEInvoice',
      'CreditNotesPdf',
      'InvoicesEInvoice',
      'InvoicesPdf',
      'PortalCreditNotePdf',
      'PortalInvoicePdf',
    ];
    expect(allowed('s3:GetObject')).toEqual([...downloads, 'MailWorker'].sort());
    expect(allowed('sqs:SendMessage')).toEqual(downloads);
    expect(allStatements.flatMap(({ actions }) => actions).filter((action) => action.startsWith('s3:Delete'))).toEqual([]);
  });

  it('let the relay read the stream, publish events and store unrelayed records, without access to the table and queues', () => {
    expect(actionsOf('Relay')).toEqual([
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
      'events:PutEvents',
      ...LOGS,
      's3:ListBucket',
      's3:PutObject',
    ]);
  });
});
