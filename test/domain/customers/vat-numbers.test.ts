import { describe, expect, it } from 'vitest';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { type SetVatNumber, setVatNumber } from '../../../shared/domain/customer/vat.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { parseVatNumber } from '../../../shared/domain/tax/vat-id.ts';
import { newCatalogue, START, World } from '../world.ts';

const NUMBER = { prefix: 'NL', digits: '123456789B01' };
const VALID: SetVatNumber = { number: NUMBER, verdict: { kind: 'valid', name: 'Buyer BV' } };
const INVALID: SetVatNumber = { number: NUMBER, verdict: { kind: 'invalid' } };

const setup = () => {
  const world = new World();
  const { id } = newCatalogue(world).customer.record;
  const customer = () => world.get(customerAggregate, id);
  const decide = (command: SetVatNumber) => setVatNumber(command, { customer: customer() }, world.ctx());
  return { world, id, customer, decide, set: (command: SetVatNumber) => world.do(decide(command)) };
};

describe('the VAT number of a customer', () => {
  it('[CUS-07] is stored with its registered name and the time of its verification', () => {
    const { world, id, customer, decide, set } = setup();
    const before = customer().record;
    expect(decide(VALID)).toMatchObject({
      audit: { resourceId: id, metadata: { vat_number: 'NL123456789B01', vat_name: 'Buyer BV' } },
    });
    const expected: Customer = { ...before, vatNumber: 'NL123456789B01', vatName: 'Buyer BV', vatVerifiedAt: START };
    expect(set(VALID)).toEqual(expected);
    expect(customer().record).toEqual(expected);
    expect([world.events.map(({ type, subjectId }) => [type, subjectId]), world.audits.at(-1)]).toEqual([
      [['customer.updated', id]],
      'customer.vat_verified',
    ]);
    expect(set({ ...VALID, verdict: { kind: 'valid', name: null } })).toMatchObject({ vatName: null });
  });

  it('is cleared with its name and time; clearing changes nothing if no number is stored', () => {
    const { world, customer, decide, set } = setup();
    const before = customer();
    const audits = world.audits.length;
    expect(set(null)).toEqual(before.record);
    expect([customer().version, world.takeEvents(), world.audits.length]).toEqual([before.version, [], audits]);
    set(VALID);
    world.takeEvents();
    const decision = decide(null);
    expect(decision).toMatchObject({ audit: { action: 'customer.updated' } });
    expect('audit' in decision && decision.audit).not.toHaveProperty('metadata');
    expect(set(null)).toEqual(before.record);
    expect(world.takeEvents()).toEqual(['customer.updated']);
  });

  it('[CUS-23] [CUS-24] [CUS-25] is not changed by an invalid number; only an audit entry is written', () => {
    const { customer, decide, set } = setup();
    set(VALID);
    const decision = decide(INVALID);
    expect(decision).toMatchObject({
      changes: [],
      events: [],
      audit: {
        action: 'customer.vat_verification_failed',
        resourceType: 'customer',
        resourceId: customer().record.id,
        metadata: { vat_number: 'NL123456789B01' },
        withoutChange: true,
      },
      result: { code: 'parameter_invalid', param: 'vat_number', reason: 'vat_number_invalid' },
    });
    expect('result' in decision && decision.result).toBeInstanceOf(Refusal);
  });

  it('cannot be set for an unknown or deleted customer', () => {
    const { world, id, decide } = setup();
    expect(setVatNumber(VALID, { customer: null }, world.ctx())).toMatchObject({ code: 'resource_missing' });
    world.amend(customerAggregate, id, { deletedAt: START });
    expect(decide(VALID)).toMatchObject({ code: 'resource_missing' });
  });
});

describe('a VAT number', () => {
  it('can contain letters and separators', () => {
    expect(parseVatNumber('ie 1234567.w/a')).toEqual({ prefix: 'IE', digits: '1234567WA' });
  });
});
