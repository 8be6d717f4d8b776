import { describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { createCustomer, newCustomer } from '../../../shared/domain/customer/create.ts';
import {
  type Customer,
  customerAggregate,
  VAT_REGISTERED_LIST,
  verifiedVatCountry,
  viewCustomerSummary,
} from '../../../shared/domain/customer/record.ts';
import { withCustomerRepricing } from '../../../shared/domain/customer/repricing.ts';
import { storeProviderCustomerId, type UpdateCustomer, updateCustomer } from '../../../shared/domain/customer/update.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { createTestClock } from '../../../shared/domain/test-clock/create.ts';
import { testClockAggregate } from '../../../shared/domain/test-clock/record.ts';
import { migrate, newCatalogue, START, World } from '../world.ts';

const BARE: Customer = newCustomer({}, new World().ctx());
const stateOf = (customer: Customer) => {
  const { after } = change(customerAggregate, null, customer);
  if (after === null) throw new Error('The customer is not stored.');
  return after;
};

describe('a new customer', () => {
  it('[CUS-08] has only the fields that were set', () => {
    expect(BARE).toEqual({
      id: BARE.id,
      created: START,
      name: null,
      email: null,
      countryCode: null,
      address: null,
      language: null,
      metadata: {},
      testClockId: null,
      vatNumber: null,
      vatName: null,
      vatVerifiedAt: null,
      providerCustomerIds: {},
      deletedAt: null,
      purgedAt: null,
      closedForSale: false,
      emailChange: null,
      portalRevocations: 0,
      lockedBy: null,
    });
  });

  it('[CUS-02] [CUS-26] has one event and one audit entry; its test clock must exist, and must not change concurrently', () => {
    const world = new World();
    const { id: testClockId } = world.do(createTestClock({ frozenTime: START, name: null }, null, world.ctx()));
    const clock = world.get(testClockAggregate, testClockId);
    const decision = createCustomer({ name: 'Ada', testClockId }, { clock }, world.ctx());
    expect(decision).toMatchObject({
      events: [{ type: 'customer.created' }],
      audit: { action: 'customer.created', resourceType: 'customer' },
      guards: [{ kind: 'unchanged', stored: clock }],
      result: { name: 'Ada', testClockId },
    });
    const refusal = { code: 'resource_missing', param: 'test_clock_id' };
    expect(createCustomer({ testClockId: 'clock_none' }, { clock: null }, world.ctx())).toMatchObject(refusal);
  });
});

describe('a customer with all details', () => {
  const customer: Customer = {
    ...BARE,
    name: 'Ada',
    email: 'ada@example.test',
    countryCode: 'NL',
    address: { line1: 'Street 1', line2: null, postalCode: '1000', city: 'Utrecht' },
    language: 'nl',
    metadata: { tier: 'gold' },
    testClockId: 'clock_1',
    vatNumber: 'NL123456789B01',
    vatName: 'Ada BV',
    vatVerifiedAt: START,
  };

  it('[CUS-08] is shown with the details; the summary has only id, name, email address and country', () => {
    const view = { id: BARE.id, name: 'Ada', email: 'ada@example.test', country_code: 'NL' };
    expect(customerAggregate.view(customer, { accountId: 'acct_1', mode: 'live' })).toEqual({
      ...view,
      object: 'customer',
      created: START,
      livemode: true,
      address: { line1: 'Street 1', line2: null, postal_code: '1000', city: 'Utrecht' },
      language: 'nl',
      metadata: { tier: 'gold' },
      test_clock_id: 'clock_1',
      vat_number: 'NL123456789B01',
      vat_name: 'Ada BV',
      vat_verified_at: START,
      email_delivery: null,
      e_invoicing: null,
    });
    expect(viewCustomerSummary(customer)).toEqual({ ...view, object: 'customer.summary' });
  });

  it('is found by email address and name until it is deleted', () => {
    const { searchTerms, state, customerId, parentId } = stateOf({ ...customer, email: 'Ada@Example.test' });
    expect(searchTerms).toEqual(expect.arrayContaining(['ada', 'ada@example.test']));
    // In the record of a customer, the index key `customerId` holds the email address, and `parentId` holds the test clock.
    expect([state, customerId, parentId]).toEqual(['kept', 'email#ada@example.test', 'clock_1']);
    expect(stateOf({ ...customer, deletedAt: START })).toMatchObject({ searchTerms: [], state: 'deleted' });
    expect(stateOf(BARE)).toMatchObject({ searchTerms: [], customerId: null, parentId: null });
  });

  it('is in the list of customers with a verified VAT number only if it is not deleted and the number is of its country', () => {
    const indexKeysWith = (patch: Partial<Customer>) => stateOf({ ...customer, ...patch }).sparseIndexKeys;
    expect(indexKeysWith({})).toEqual([VAT_REGISTERED_LIST]);
    const others: readonly Partial<Customer>[] = [
      { deletedAt: START },
      { countryCode: 'BE' },
      { countryCode: null },
      { countryCode: null, vatNumber: null },
      { vatNumber: null },
      { vatVerifiedAt: null },
    ];
    for (const patch of others) expect(indexKeysWith(patch)).toEqual([]);
    expect([verifiedVatCountry(customer), verifiedVatCountry({ ...customer, vatNumber: 'EL094259216' })]).toEqual(['NL', 'GR']);
  });
});

describe('a customer of an earlier release', () => {
  it('has no pending email address and no revoked portal sessions', () => {
    const { portalRevocations: _revocations, ...withoutRevocations } = BARE;
    const { emailChange: _change, ...withoutEmailChange } = withoutRevocations;
    expect(migrate(customerAggregate, withoutEmailChange)).toEqual(BARE);
    expect(migrate(customerAggregate, withoutRevocations, 1)).toEqual(BARE);
  });
});

describe('an update of a customer', () => {
  const setup = () => {
    const world = new World();
    const { id } = newCatalogue(world).customer.record;
    const customer = () => world.get(customerAggregate, id);
    const update = (command: UpdateCustomer) => world.do(updateCustomer(command, { customer: customer() }, world.ctx()));
    return { world, id, customer, update };
  };

  it('[CUS-04] has one event and one audit entry, and neither if nothing changes', () => {
    const { world, id, update } = setup();
    update({ name: 'Ada' });
    update({ name: 'Ada' });
    expect([world.takeEvents(), world.audits]).toEqual([['customer.updated'], expect.arrayContaining(['customer.updated'])]);
    expect(world.audits.filter((action) => action === 'customer.updated')).toHaveLength(1);
    expect(world.get(customerAggregate, id).record.name).toBe('Ada');
  });

  it('withdraws a pending email address if it sets the email address', () => {
    const { world, id, update } = setup();
    const emailChange = { id: 'emc_1', email: 'new@example.test', requestedAt: START };
    world.amend(customerAggregate, id, { emailChange });
    expect(update({ name: 'Ada' }).emailChange).toEqual(emailChange);
    expect(update({ email: 'buyer@example.test' }).emailChange).toBeNull();
  });

  it('stores the ids that payment providers gave the customer, without an event', () => {
    const { world, customer } = setup();
    const record = (provider: string, providerCustomerId: string) =>
      world.do(storeProviderCustomerId({ provider, providerCustomerId }, { customer: customer() }, world.ctx()));
    record('mollie', 'cst_1');
    expect(record('sandbox', 'cst_2').providerCustomerIds).toEqual({ mollie: 'cst_1', sandbox: 'cst_2' });
    const { version } = customer();
    record('sandbox', 'cst_2');
    expect([customer().version, world.takeEvents()]).toEqual([version, []]);
  });
});

describe('a change of a customer that may affect the tax of the subscriptions', () => {
  const changeWithRepricing = (patch: Partial<Customer>, subscriptionCount = 1) => {
    const world = new World();
    const { id } = newCatalogue(world).customer.record;
    world.amend(customerAggregate, id, { vatNumber: 'NL123456789B01', vatVerifiedAt: START });
    const customer = world.get(customerAggregate, id);
    const changed = { ...customer.record, ...patch };
    const decided = { changes: [change(customerAggregate, customer, changed)], events: [], result: changed };
    const result = world.do(withCustomerRepricing(decided, { customer, subscriptionCount }, world.ctx()));
    expect(world.get(customerAggregate, id).record).toEqual(changed);
    return { result, changed, operations: world.all(pendingOperationAggregate) };
  };

  it('needs repricing, and records it as a pending operation that is due a minute later', () => {
    const patches: readonly Partial<Customer>[] = [{ countryCode: 'BE' }, { vatNumber: 'NL000099998B57' }, { vatVerifiedAt: null }];
    for (const patch of patches) {
      const { result, changed, operations } = changeWithRepricing(patch);
      expect(result).toEqual({ changed, needsRepricing: true });
      expect(operations).toMatchObject([{ kind: 'customers.reprice', input: { customer_id: changed.id }, nextTryAt: START + 60 }]);
    }
  });

  it('needs no repricing if the tax is the same, or without subscriptions', () => {
    for (const { result, operations } of [
      changeWithRepricing({ name: 'Ada' }),
      changeWithRepricing({ vatVerifiedAt: START + 1 }),
      changeWithRepricing({ countryCode: 'BE' }, 0),
    ]) {
      expect([result.needsRepricing, operations]).toEqual([false, []]);
    }
  });

  it('needs no repricing if it is refused, or if it creates the customer', () => {
    const { ctx, refusal } = { ctx: new World().ctx(), refusal: new Refusal('resource_missing', 'No such customer.') };
    expect(withCustomerRepricing(refusal, { customer: null, subscriptionCount: 1 }, ctx)).toBe(refusal);
    const customer = { record: BARE, version: 1, seq: 0, changedAt: START };
    const rejected = { changes: [], events: [], result: refusal };
    expect(withCustomerRepricing(rejected, { customer, subscriptionCount: 1 }, ctx)).toMatchObject({
      changes: [],
      result: { changed: refusal, needsRepricing: false },
    });
    const created = { changes: [], events: [], result: BARE };
    expect(withCustomerRepricing(created, { customer: null, subscriptionCount: 1 }, ctx)).toMatchObject({
      result: { changed: BARE, needsRepricing: false },
    });
  });
});
