import { describe, expect, it } from 'vitest';
import { type ActivationFacts, activationOf } from '../../../shared/domain/account/activation.ts';
import { changePlan } from '../../../shared/domain/account/change-plan.ts';
import { PLAN_IDS, planOf } from '../../../shared/domain/account/plans.ts';
import { accountAggregate } from '../../../shared/domain/account/record.ts';
import {
  isBillingProfileComplete,
  type UpdateBillingProfile,
  updateBillingProfile,
} from '../../../shared/domain/account/update-billing-profile.ts';
import { updateBranding } from '../../../shared/domain/account/update-branding.ts';
import { NO_SELLER_E_INVOICING } from '../../../shared/domain/e-invoice/settings.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { hasVatIdForm, normalizedVatId } from '../../../shared/domain/tax/vat-id.ts';
import { worldWithAccount } from '../world.ts';

const ID = 'acct_1';

const setup = () => {
  const world = worldWithAccount(ID);
  const state = () => ({ account: world.get(accountAggregate, ID) });
  const update = (command: UpdateBillingProfile) => world.apply(updateBillingProfile(command, state(), world.ctx()));
  return { world, state, update };
};

describe('the billing profile', () => {
  it('[AUD-25] is updated in the given fields, with one account-wide audit entry and no event', () => {
    const { world, state, update } = setup();
    expect(update({ legalName: 'Seller BV', taxBehavior: 'exclusive', refundWindowDays: 0 })).toMatchObject({
      legalName: 'Seller BV',
      taxBehavior: 'exclusive',
      refundWindowDays: 0,
      email: 'owner@example.test',
    });
    expect([world.events, world.audits]).toEqual([[], ['billing_profile.updated']]);
    expect(updateBillingProfile({ legalName: 'Other' }, state(), world.ctx())).toMatchObject({ audit: { accountWide: true } });
  });

  it('adds the last four characters of the new and the previous IBAN to the audit entry, but only if a new IBAN is set', () => {
    const { state, update, world } = setup();
    const withIban = (iban: string | null) => ({ eInvoicing: { ...NO_SELLER_E_INVOICING, iban } });
    const metadataOf = (command: UpdateBillingProfile) => {
      const decided = updateBillingProfile(command, state(), world.ctx());
      if (decided instanceof Refusal) throw decided;
      return decided.audit?.metadata;
    };
    expect(metadataOf(withIban('NL91ABNA0417164300'))).toEqual({ iban_ending: '4300', previous_iban_ending: null });
    update(withIban('NL91ABNA0417164300'));
    expect(metadataOf(withIban('DE75512108001245126199'))).toEqual({ iban_ending: '6199', previous_iban_ending: '4300' });
    const kept = { eInvoicing: { ...NO_SELLER_E_INVOICING, iban: 'NL91ABNA0417164300', contactName: 'Ada' } };
    for (const command of [kept, withIban(null), { eInvoicing: null }, { legalName: 'Other' }]) expect(metadataOf(command)).toEqual({});
  });

  it('is not written again, and gets no audit entry, if an update changes nothing', () => {
    const { world, update } = setup();
    update({ phone: '+31 20 1234567', vatId: 'NL123456789B01' });
    const { version } = world.get(accountAggregate, ID);
    update({ phone: '+31 20 1234567', vatId: 'NL123456789B01' });
    expect(world.get(accountAggregate, ID).version).toBe(version);
    expect(world.audits).toHaveLength(1);
  });

  it('is not written if an update sends the default value of each field that was never set', () => {
    const { world, update } = setup();
    const { version } = world.get(accountAggregate, ID);
    update({ taxMode: 'manual', registrations: [], dunningSchedule: [2, 7, 14, 21], eInvoicing: null });
    expect([world.get(accountAggregate, ID).version, world.audits]).toEqual([version, []]);
    update({ dunningSchedule: [3] });
    update({ dunningSchedule: [2, 7, 14, 21] });
    expect([world.get(accountAggregate, ID).version, world.audits.length]).toEqual([version + 2, 2]);
  });

  it.each(['NL999999999B99', 'nonsense', '', null])('[TEN-07] [TEN-08] refuses to replace a VAT id with %j', (vatId) => {
    const { update, state } = setup();
    update({ vatId: 'NL123456789B01' });
    expect(update({ vatId, legalName: 'Other' })).toMatchObject({ code: 'vat_id_locked', param: 'vat_id' });
    expect(state().account.record).toMatchObject({ vatId: 'NL123456789B01', legalName: null });
  });

  it('accepts the same VAT id in another notation together with other changes', () => {
    const { update } = setup();
    update({ vatId: ' nl 1234.56789-b01' });
    expect(update({ vatId: 'NL123456789B01', legalName: 'Seller BV' })).toMatchObject({ vatId: 'NL123456789B01', legalName: 'Seller BV' });
  });

  it('accepts null for an unset VAT id, and refuses an invalid format', () => {
    const { update } = setup();
    expect(update({ vatId: null })).toMatchObject({ vatId: null });
    for (const vatId of ['', 'NL', 'NL12345678901', 'US123456789', 'GR123456789']) {
      expect(update({ vatId })).toMatchObject({ code: 'parameter_invalid', param: 'vat_id' });
    }
  });

  it('explains that the prefix of Greek VAT numbers is EL', () => {
    const { update } = setup();
    expect(update({ vatId: 'GR 094259216' })).toMatchObject({ param: 'vat_id', message: 'The prefix of Greek VAT numbers is EL, not GR.' });
  });

  it('is complete only with a legal name, street, city and country', () => {
    const address = { line1: 'Main Street 1', line2: null, postalCode: null, city: 'Utrecht' };
    const complete = { ...setup().state().account.record, legalName: 'Seller BV', countryCode: 'NL', address };
    expect(isBillingProfileComplete(complete)).toBe(true);
    for (const missing of [
      { legalName: null },
      { countryCode: null },
      { address: null },
      { address: { ...address, city: null } },
      { address: { ...address, line1: null } },
    ]) {
      expect(isBillingProfileComplete({ ...complete, ...missing })).toBe(false);
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
  ])('%s is valid, but not with two more letters', (vatId) => {
    expect([hasVatIdForm(vatId), hasVatIdForm(`${vatId}QQ`)]).toEqual([true, false]);
  });

  it('are normalized to upper case without spaces, dots and dashes', () => {
    expect(normalizedVatId('be 0123.456-789')).toBe('BE0123456789');
  });
});

describe('portal branding', () => {
  it('is updated in the given fields only, with an audit entry if something changes, and no event', () => {
    const { world, state } = setup();
    const decide = (command: Parameters<typeof updateBranding>[0]) =>
      updateBranding(command, { ...state(), knownPriceIds: ['price_1'] }, world.ctx());
    const update = (command: Parameters<typeof updateBranding>[0]) => world.do(decide(command)).branding;
    expect(decide({ displayName: 'Shop' })).toMatchObject({ audit: { accountWide: true } });
    update({ displayName: 'Shop', primaryColor: '#112233' });
    expect(update({ displayName: null })).toMatchObject({ displayName: null, primaryColor: '#112233', logoUrl: null });
    update({ primaryColor: '#112233' });
    expect([world.events, world.audits]).toEqual([[], ['portal_branding.updated', 'portal_branding.updated']]);
  });

  it('can offer only plans whose prices exist', () => {
    const { world, state } = setup();
    const update = (plans: Parameters<typeof updateBranding>[0]['plans']) =>
      world.apply(updateBranding({ plans }, { ...state(), knownPriceIds: ['price_1'] }, world.ctx()));
    expect(state().account.record.branding.plans).toBe('same_product');
    expect(update(['price_1'])).toMatchObject({ branding: { plans: ['price_1'] } });
    expect(update(['price_1', 'price_2'])).toMatchObject({ code: 'resource_missing', param: 'plans' });
    expect(update('all')).toMatchObject({ branding: { plans: 'all' } });
  });
});

describe('the account’s plan', () => {
  it('[ACC-10] is one of seven monthly or yearly plans', () => {
    expect(PLAN_IDS.map((id) => [planOf(id).id, planOf(id).name, planOf(id).interval])).toEqual([
      ['free', 'Free', 'month'],
      ['indie', 'Indie', 'month'],
      ['growth', 'Growth', 'month'],
      ['scale', 'Scale', 'month'],
      ['indie_year', 'Indie', 'year'],
      ['growth_year', 'Growth', 'year'],
      ['scale_year', 'Scale', 'year'],
    ]);
  });

  it('changes with one audit entry, also if the change is repeated', () => {
    const { world, state } = setup();
    expect(changePlan({ planId: 'growth_year' }, state(), world.ctx())).toMatchObject({
      audit: { resourceType: 'account', resourceId: ID, metadata: { plan_id: 'growth_year', previous_plan_id: 'free' }, accountWide: true },
      result: { planId: 'growth_year' },
    });
    for (const planId of ['growth_year', 'growth_year'] as const) world.do(changePlan({ planId }, state(), world.ctx()));
    expect(state().account.record.planId).toBe('growth_year');
    expect([world.events, world.audits]).toEqual([[], ['account.plan_changed']]);
  });
});

const ALL_COMPLETED: ActivationFacts = {
  hasProduct: true,
  hasPrice: true,
  hasWebhook: true,
  hasTestPayment: true,
  providerConnected: true,
  billingProfileComplete: true,
  domainVerified: true,
};

describe('activation', () => {
  it('[ACC-04] counts the completed steps', () => {
    expect(activationOf(ALL_COMPLETED)).toMatchObject({ completed: 7, total: 7, readyForLive: true });
    for (const fact of Object.keys(ALL_COMPLETED)) {
      const { completed, total, steps } = activationOf({ ...ALL_COMPLETED, [fact]: false });
      expect(new Set(steps.map(({ key }) => key)).size).toBe(total);
      expect([completed, total, steps.filter(({ done }) => !done).length]).toEqual([6, 7, 1]);
    }
  });

  it('is ready for live mode without a webhook or domain, but not without a price, test payment, provider or billing profile', () => {
    expect(activationOf({ ...ALL_COMPLETED, hasWebhook: false, domainVerified: false }).readyForLive).toBe(true);
    for (const fact of ['hasPrice', 'hasTestPayment', 'providerConnected', 'billingProfileComplete'])
      expect(activationOf({ ...ALL_COMPLETED, [fact]: false }).readyForLive).toBe(false);
  });
});
