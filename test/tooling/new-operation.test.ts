import { describe, expect, it } from 'vitest';
import { type Options, readNewOperation, scaffold } from '../../scripts/scaffold/operation.ts';
import { type EntityNames, projectFacts } from '../../scripts/scaffold/project-facts.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';

const RECORD_FILES = { recordFile: 'record.ts', aggregateFile: 'record.ts' };
const facts = {
  ids: { customer: idParams.customer, endpoint: idParams.endpoint },
  objects: new Set(['customer.ts', 'webhook-endpoint.ts']),
  aggregates: new Map<string, EntityNames>([
    ['customer', { ...RECORD_FILES, record: 'Customer', aggregate: 'customerAggregate', view: 'viewCustomer', clock: 'testClockId' }],
    [
      'webhook-endpoint',
      { ...RECORD_FILES, record: 'WebhookEndpoint', aggregate: 'webhookEndpointAggregate', view: 'viewWebhookEndpoint', clock: null },
    ],
  ]),
};
const scaffolded = (strings: readonly string[], choices: Options = {}) => scaffold(readNewOperation(strings, choices), facts);
const ARCHIVE = ['customers.archive', 'POST', '/v1/customers/{customer_id}/archive'];
const UNKNOWN_OBJECT = ['coupons.redeem_once', 'GET', '/v1/coupons/{coupon_id}/uses/{use_id}'];

describe('the scaffold of an operation', () => {
  it('writes files named after the operation id, and declares method, path and parameters', () => {
    const files = scaffolded(ARCHIVE);
    expect([...files.keys()]).toEqual([
      'functions/customers/archive.ts',
      'test/contract/customers-archive.test.ts',
      'shared/domain/customer/archive.ts',
      'test/domain/customers-archive.test.ts',
    ]);
    const source = files.get('functions/customers/archive.ts');
    expect(source).toContain("auth: apiKey('customers:write')");
    expect(source).toContain('customer_id: idParams.customer');
    expect(source).toContain('response: Customer,');
    expect(source).toContain('archiveCustomer(null, state, context)');
    expect(files.get('test/contract/customers-archive.test.ts')).toContain(`/v1/customers/cus_${'0'.repeat(26)}/archive`);
  });

  const project = projectFacts(process.cwd());
  const handlerOf = (id: string, path: string): string =>
    [...scaffold(readNewOperation([id, 'POST', path], {}), project)].find(([file]) => file.startsWith('functions/'))?.[1] ?? '';

  it.each([
    ['customers.greet', '/v1/customers/{customer_id}/greet', 'fetchClockTime(store, tenant, customer?.record.testClockId ?? null)'],
    [
      'subscriptions.greet',
      '/v1/subscriptions/{subscription_id}/greet',
      'fetchClockTime(store, tenant, subscription?.record.clockId ?? null)',
    ],
    ['invoices.greet', '/v1/invoices/{invoice_id}/greet', 'store.get(customerAggregate, tenant, invoice.record.customerId)'],
  ])('uses the time of the test clock in %s', (id, path, read) => {
    const source = handlerOf(id, path);
    expect(source).toContain(read);
    expect(source).toContain('nowOf: ({ clockTime }) => clockTime');
  });

  it('uses real time only for records without a test clock', () => {
    expect(handlerOf('coupons.greet', '/v1/coupons/{coupon_id}/greet')).toContain('nowOf: () => null');
    expect(handlerOf('invoices.greet', '/v1/invoices')).not.toContain('nowOf: () => null');
  });

  it('declares unknown ids and objects inline, and writes no rule for a read', () => {
    const files = scaffolded(UNKNOWN_OBJECT);
    expect([...files.keys()]).toEqual(['functions/coupons/redeem-once.ts', 'test/contract/coupons-redeem-once.test.ts']);
    const source = files.get('functions/coupons/redeem-once.ts');
    expect(source).toContain("use_id: { pattern: /^use_[0-9A-HJKMNP-TV-Z]{26}$/, what: 'use' }");
    expect(source).toContain("response: v.strictObject({ object: v.literal('coupon') })");
  });

  it('finds the record type `webhook-endpoint` for the path parameter `endpoint_id`', () => {
    const files = scaffolded(['webhook_endpoints.pause', 'POST', '/v1/webhook_endpoints/{endpoint_id}/pause']);
    expect(files.get('functions/webhook-endpoints/pause.ts')).toContain('store.get(webhookEndpointAggregate, tenant, params.endpoint_id)');
  });

  it('writes the rule to the folder of --about if the path contains no id of a record', () => {
    const files = scaffolded(['tenant.ask', 'POST', '/v1/tenant/ask'], { about: 'customer' });
    expect(files.get('shared/domain/customer/ask.ts')).toContain('export const askCustomer = (_command: null, _state: null,');
  });

  it('rejects an unknown record type, with a message that says what to do', () => {
    expect(() => scaffolded(['coupons.redeem', 'POST', '/v1/coupons/{coupon_id}/redeem'])).toThrow(
      'shared/domain/coupon/record.ts declares no record type: write it first',
    );
  });

  it.each([
    ['an id without a verb', ['customers', 'POST', '/v1/customers']],
    ['an unsupported method', ['customers.replace', 'PUT', '/v1/customers']],
    ['a path outside /v1', ['customers.create', 'POST', '/customers']],
    ['a group without a scope', ['things.create', 'POST', '/v1/things']],
  ])('rejects %s', (_what, strings) => {
    expect(() => readNewOperation(strings, {})).toThrow();
  });
});
