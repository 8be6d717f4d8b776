import { describe, expect, it } from 'vitest';
import { loadOperations } from '../../../shared/api/registry.ts';
import { realResources, sampleResources } from '../deployment.ts';
import { ofType, type Resource, type Statement, statementsOf, textOf } from '../templates.ts';

/** Tests the permissions of functions that require no credential. */

const operations = await loadOperations();
const OPEN = new Set([
  'fallback',
  ...operations.filter(({ operation: { auth } }) => ['none', 'optional_key'].includes(auth.kind)).map(({ functionId }) => functionId),
]);

/** The statements of each function's role, by function id, without those for the function's log. */
const permissionsIn = (resources: readonly Resource[]): ReadonlyMap<string, readonly Statement[]> => {
  const all = statementsOf(resources);
  return new Map(
    ofType(resources, 'AWS::Lambda::Function').map(({ properties, metadata, stack }) => {
      const [role] = (properties.Role as { 'Fn::GetAtt': [string] })['Fn::GetAtt'];
      const statements = all.filter((each) => each.role.id === role && each.role.stack === stack && !each.actions[0]?.startsWith('logs:'));
      return [String(metadata['billing:function']), statements];
    }),
  );
};

/** Returns the partition patterns of a statement's condition; `null`: all partitions. */
const partitionsOf = ({ condition }: Statement): readonly string[] | null => {
  const keys = (condition as Record<string, Record<string, string | string[]>> | undefined)?.['ForAllValues:StringLike'];
  const patterns = keys?.['dynamodb:LeadingKeys'];
  return patterns === undefined ? null : [patterns].flat();
};

const onTable = (statements: readonly Statement[]): readonly Statement[] =>
  statements.filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')));

const permissions = permissionsIn(realResources());
const openFunctions = [...permissions].filter(([id]) => OPEN.has(id)).map(([id, statements]) => ({ id, statements }));
const idsOf = (functions: readonly { readonly id: string }[]): readonly string[] => functions.map(({ id }) => id).sort();

describe('a function without a required credential', () => {
  it('has access to the table only if its operation declares it', () => {
    // The sample operation `hosted.page` declares no table access.
    expect(permissionsIn(sampleResources()).get('hosted-page')).toEqual([]);
    expect(idsOf(openFunctions.filter(({ statements }) => onTable(statements).length === 0))).toEqual([
      'console-page',
      'docs-asyncapi',
      'docs-file',
      'docs-llms',
      'docs-openapi',
      'docs-page',
      'fallback',
      'hosted-asset',
      'payment-element-frame',
      'payment-element-script',
      'portal-page',
    ]);
  });

  it('has access to declared partitions only, and never to API keys, webhooks, mail or metrics', () => {
    expect(openFunctions.length).toBeGreaterThan(20);
    for (const { id, statements } of openFunctions) {
      for (const statement of onTable(statements)) {
        const partitions = partitionsOf(statement);
        expect(partitions?.length, id).toBeGreaterThan(0);
        for (const partition of partitions ?? []) {
          // Rejects patterns that end within a segment, and patterns for all partitions of accounts or lookups.
          expect(partition, id).not.toMatch(/\*$(?<!#\*)|^A#\*(#\*)*$|^L#\*$/);
          expect(partition, id).not.toMatch(
            /#(api_key|webhook_endpoint|portal_session|customer_import|usage_record|mail|mail-slot|figures|delivery-queue|lease|idempotency|billing-run)$/,
          );
        }
        expect(statement.actions, id).not.toContain('dynamodb:Scan');
      }
    }
    const withAccessTo = (pattern: RegExp) =>
      idsOf(openFunctions.filter(({ statements }) => onTable(statements).some((each) => partitionsOf(each)?.some((p) => pattern.test(p)))));
    expect(withAccessTo(/^L#/)).toEqual([
      'console-open-session',
      'console-passkey-challenge',
      'console-passkey-sign-in',
      'console-request-sign-in-link',
      'ping-retrieve',
    ]);
    expect(withAccessTo(/#account$/)).toEqual([
      'console-open-session',
      'console-passkey-sign-in',
      'hosted-checkout-again',
      'hosted-checkout-cancel',
      'hosted-checkout-code',
      'hosted-checkout-pay',
      'hosted-checkout-return',
      'hosted-checkout-show',
      'hosted-payment-link-open',
      'hosted-payment-link-show',
    ]);
    expect(withAccessTo(/#sandbox$/)).toEqual(['sandbox-outcome-decide', 'sandbox-outcome-show', 'sandbox-provider']);
  });

  it('has exactly the declared table access, for example to show a checkout session', () => {
    const inBoth = (...kinds: readonly string[]) => kinds.flatMap((kind) => [`A#*#live#${kind}`, `A#*#test#${kind}`]).sort();
    const statements = onTable(permissions.get('hosted-checkout-show') ?? []);
    expect(statements.map((each) => [each.actions, partitionsOf(each)])).toEqual([
      [
        ['dynamodb:BatchGetItem', 'dynamodb:GetItem'],
        inBoth(
          'account',
          'checkout_session',
          'customer',
          'guard',
          'one_shot_payment',
          'page-bucket',
          'payment',
          'price',
          'product',
          'subscription',
          'tax_rate',
          'test_clock',
        ),
      ],
      [['dynamodb:UpdateItem'], inBoth('page-bucket')],
    ]);
  });

  it('reads the pepper, sends to queues and decrypts credentials only if declared', () => {
    const allowed = (action: string) =>
      idsOf(openFunctions.filter(({ statements }) => statements.some(({ actions }) => actions.includes(action))));
    expect(allowed('secretsmanager:GetSecretValue')).toEqual([
      'console-open-session',
      'console-passkey-challenge',
      'console-passkey-sign-in',
      'console-request-sign-in-link',
      'hosted-checkout-cancel',
      'hosted-checkout-pay',
      'hosted-checkout-return',
      'ping-retrieve',
      'sandbox-provider',
    ]);
    expect(allowed('kms:Decrypt')).toEqual(['hosted-checkout-cancel', 'hosted-checkout-pay', 'hosted-checkout-return']);
    expect(allowed('sqs:SendMessage')).toEqual(['console-request-sign-in-link', 'hosted-provider-webhook', 'sandbox-provider']);
  });

  it('has, like every function, inline policies within the IAM limit of 10,240 characters per role', () => {
    for (const role of ofType(realResources(), 'AWS::IAM::Role')) {
      expect(textOf(role.properties.Policies ?? []).length, role.id).toBeLessThan(10_240);
    }
  });
});
