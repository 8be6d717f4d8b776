import { describe, expect, it } from 'vitest';
import { type ActivationFacts, activationOf } from '../../shared/domain/account/activation.ts';
import { type AttentionFacts, attentionOf } from '../../shared/domain/account/attention.ts';
import { changePlan } from '../../shared/domain/account/change-plan.ts';
import { PLAN_IDS, planOf } from '../../shared/domain/account/plans.ts';
import { accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import {
  isBillingProfileComplete,
  type UpdateBillingProfile,
  updateBillingProfile,
} from '../../shared/domain/account/update-billing-profile.ts';
import { updateBranding } from '../../shared/domain/account/update-branding.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { hasVatIdForm, normalizedVatId } from '../../shared/domain/vat-id.ts';
import { START, World } from './world.ts';

const ID = 'acct_1';

const given = () => {
  const world = new World('live');
  const fresh = newAccount({ id: ID, created: START, name: 'Seller', email: 'owner@example.test', countryCode: null });
  world.do({ changes: [change(accountAggregate, null, fresh)], events: [], result: null });
  const state = () => ({ account: world.get(accountAggregate, ID) });
  const update = (command: UpdateBillingProfile) => world.apply(updateBillingProfile(command, state(), world.ctx()));
  return { world, state, update };
};

describe('the billing profile', () => {
  it('changes what is named, files one audit entry and no event', () => {
    const { world, update } = given();
    expect(update({ legalName: 'Seller BV', taxBehavior: 'exclusive', refundWindowDays: 0 })).toMatchObject({
      legalName: 'Seller BV',
      taxBehavior: 'exclusive',
      refundWindowDays: 0,
      email: 'owner@example.test',
    });
    expect([world.events, world.audits]).toEqual([[], ['billing_profile.updated']]);
  });

  it('records nothing when nothing changes', () => {
    const { world, update } = given();
    update({ phone: '+31 20 1234567', vatId: 'NL123456789B01' });
    const { version } = world.get(accountAggregate, ID);
    update({ phone: '+31 20 1234567', vatId: 'NL123456789B01' });
    expect(world.get(accountAggregate, ID).version).toBe(version);
    expect(world.audits).toHaveLength(1);
  });

  it.each(['NL999999999B99', 'nonsense', '', null])('[TEN-07] [TEN-08] keeps a VAT id that is set, against %j', (vatId) => {
    const { update, state } = given();
    update({ vatId: 'NL123456789B01' });
    expect(update({ vatId, legalName: 'Other' })).toMatchObject({ code: 'vat_id_locked', param: 'vat_id' });
    expect(state().account.record).toMatchObject({ vatId: 'NL123456789B01', legalName: null });
  });

  it('takes the same VAT id again, however it is written, next to other changes', () => {
    const { update } = given();
    update({ vatId: ' nl 1234.56789-b01' });
    expect(update({ vatId: 'NL123456789B01', legalName: 'Seller BV' })).toMatchObject({ vatId: 'NL123456789B01', legalName: 'Seller BV' });
  });

  it('lets an unset VAT id be cleared, and refuses one without its form', () => {
    const { update } = given();
    expect(update({ vatId: null })).toMatchObject({ vatId: null });
    for (const vatId of ['', 'NL', 'NL12345678901', 'US123456789', 'GR123456789']) {
      expect(update({ vatId })).toMatchObject({ code: 'parameter_invalid', param: 'vat_id' });
    }
  });

  it('says that the prefix of Greek numbers is EL', () => {
    const { update } = given();
    expect(update({ vatId: 'GR 094259216' })).toMatchObject({ param: 'vat_id', message: 'The prefix of Greek VAT numbers is EL, not GR.' });
  });

  it('is complete with name, street, city and country', () => {
    const address = { line1: 'Main Street 1', line2: null, postalCode: null, city: 'Utrecht' };
    const whole = { ...given().state().account.record, legalName: 'Seller BV', countryCode: 'NL', address };
    expect(isBillingProfileComplete(whole)).toBe(true);
    for (const lacking of [{ legalName: null }, { countryCode: null }, { address: null }, { address: { ...address, city: null } }]) {
      expect(isBillingProfileComplete({ ...whole, ...lacking })).toBe(false);
    }
  });
});

describe('VAT ids', () => {
  it.each([
    'ATU12345678',
    'BE0123456789',
    'BG123456789',
    'CY12345678X',
    'CZ12345678',
    'DE123456789',
    'DK12345678',
    'EE123456789',
    'EL123456789',
    'ESX1234567X',
    'FI12345678',
    'FR12123456789',
    'HR12345678901',
    'HU12345678',
    'IE1234567WA',
    'IE1234567T',
    'IT12345678901',
    'LT123456789',
    'LU12345678',
    'LV12345678901',
    'MT12345678',
    'NL123456789B01',
    'PL1234567890',
    'PT123456789',
    'RO12',
    'SE123456789012',
    'SI12345678',
    'SK1234567890',
    'XI123456789',
    'XIGD123',
  ])('%s has its form, and loses it with a further letter', (vatId) => {
    expect([hasVatIdForm(vatId), hasVatIdForm(`${vatId}QQ`)]).toEqual([true, false]);
  });

  it('are compared without blanks, dots, dashes and case', () => {
    expect(normalizedVatId('be 0123.456-789')).toBe('BE0123456789');
  });
});

describe('portal branding', () => {
  it('changes and clears what is named, and leaves the rest', () => {
    const { world, state } = given();
    const update = (command: Parameters<typeof updateBranding>[0]) =>
      world.do(updateBranding(command, { ...state(), knownPriceIds: ['price_1'] }, world.ctx())).branding;
    update({ displayName: 'Shop', primaryColor: '#112233' });
    expect(update({ displayName: null })).toMatchObject({ displayName: null, primaryColor: '#112233', logoUrl: null });
    update({ primaryColor: '#112233' });
    expect([world.events, world.audits]).toEqual([[], ['portal_branding.updated', 'portal_branding.updated']]);
  });

  it('takes the plans that the portal offers, of prices that there are', () => {
    const { world, state } = given();
    const update = (plans: Parameters<typeof updateBranding>[0]['plans']) =>
      world.apply(updateBranding({ plans }, { ...state(), knownPriceIds: ['price_1'] }, world.ctx()));
    expect(state().account.record.branding.plans).toBe('same_product');
    expect(update(['price_1'])).toMatchObject({ branding: { plans: ['price_1'] } });
    expect(update(['price_1', 'price_2'])).toMatchObject({ code: 'resource_missing', param: 'plans' });
    expect(update('all')).toMatchObject({ branding: { plans: 'all' } });
  });
});

describe('the account’s plan', () => {
  it('[ACC-10] is one of seven, by the month or by the year', () => {
    expect(PLAN_IDS.map((id) => [id, planOf(id).name, planOf(id).interval])).toEqual([
      ['free', 'Free', 'month'],
      ['indie', 'Indie', 'month'],
      ['growth', 'Growth', 'month'],
      ['scale', 'Scale', 'month'],
      ['indie_year', 'Indie', 'year'],
      ['growth_year', 'Growth', 'year'],
      ['scale_year', 'Scale', 'year'],
    ]);
  });

  it('changes with an audit entry, once', () => {
    const { world, state } = given();
    for (const planId of ['growth_year', 'growth_year'] as const) world.do(changePlan({ planId }, state(), world.ctx()));
    expect(state().account.record.planId).toBe('growth_year');
    expect([world.events, world.audits]).toEqual([[], ['account.plan_changed']]);
  });
});

const ALL: ActivationFacts = {
  hasProduct: true,
  hasPrice: true,
  hasWebhook: true,
  hasTestPayment: true,
  providerConnected: true,
  billingProfileComplete: true,
  domainVerified: true,
};

describe('activation', () => {
  it('[ACC-04] counts the steps that are done', () => {
    expect(activationOf(ALL)).toMatchObject({ completed: 7, total: 7, readyForLive: true });
    for (const fact of Object.keys(ALL)) {
      const { completed, total, steps } = activationOf({ ...ALL, [fact]: false });
      expect([completed, total, steps.filter(({ done }) => !done).length]).toEqual([6, 7, 1]);
    }
  });

  it('is ready for live without a webhook or a domain, and with nothing less', () => {
    expect(activationOf({ ...ALL, hasWebhook: false, domainVerified: false }).readyForLive).toBe(true);
    for (const fact of ['hasPrice', 'hasTestPayment', 'providerConnected', 'billingProfileComplete'])
      expect(activationOf({ ...ALL, [fact]: false }).readyForLive).toBe(false);
  });
});

const WELL: AttentionFacts = {
  failingEndpoints: 0,
  disabledEndpoints: 0,
  pastDueSubscriptions: 0,
  billingHolds: 0,
  overpayments: 0,
  creditsLeft: 0,
  cardTestingSuspected: false,
  providerConnected: true,
  billingProfileComplete: true,
  customersWithoutReverseCharge: 0,
};

describe('attention', () => {
  it.each<readonly [Partial<AttentionFacts>, string, string, number | null]>([
    [{ failingEndpoints: 2 }, 'webhook_deliveries_failing', 'bad', 2],
    [{ billingHolds: 1 }, 'billing_on_hold', 'bad', 1],
    [{ overpayments: 2 }, 'overpayments_not_refunded', 'bad', 2],
    [{ pastDueSubscriptions: 3 }, 'subscriptions_past_due', 'warn', 3],
    [{ creditsLeft: 2 }, 'credit_left', 'warn', 2],
    [{ cardTestingSuspected: true }, 'card_testing_suspected', 'bad', null],
    [{ providerConnected: false }, 'payment_provider_not_connected', 'warn', null],
    [{ billingProfileComplete: false }, 'billing_profile_incomplete', 'warn', null],
    [{ customersWithoutReverseCharge: 2 }, 'reverse_charge_without_vat_number', 'warn', 2],
    [{ disabledEndpoints: 1 }, 'webhook_endpoints_disabled', 'info', 1],
  ])('[ACC-07] of %o is %s', (facts, key, severity, count) => {
    expect(attentionOf({ ...WELL, ...facts })).toMatchObject([{ key, severity, count }]);
  });

  it('is empty when all is well, and has the worst first', () => {
    expect(attentionOf(WELL)).toEqual([]);
    const all = attentionOf({ ...WELL, failingEndpoints: 1, disabledEndpoints: 1, pastDueSubscriptions: 1, providerConnected: false });
    expect(all.map(({ severity }) => severity)).toEqual(['bad', 'warn', 'warn', 'info']);
  });

  it('says when it stopped counting', () => {
    const [one, many] = [1, 100].map((pastDueSubscriptions) => attentionOf({ ...WELL, pastDueSubscriptions })[0]?.title);
    expect([one, many]).toEqual(['1 subscription past due', '100 or more subscriptions past due']);
  });
});
