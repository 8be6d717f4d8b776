import { describe, expect, it } from 'vitest';
import {
  type Account,
  accountAggregate,
  isAtLeastRole,
  memberLookupKey,
  newAccount,
  ROLES,
  viewPortalBranding,
} from '../../../shared/domain/account/record.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { migrate, START } from '../world.ts';

const account = newAccount({
  id: 'acct_01J0000000000000000000000A',
  created: START,
  name: 'Shop',
  email: 'owner@example.test',
  countryCode: 'NL',
});
const TENANT = { accountId: account.id, mode: 'test' } as const;

describe('a new account', () => {
  it('[TEN-01] has a billing profile with the default refund window and tax behavior', () => {
    expect(accountAggregate.view(account, TENANT)).toEqual({
      id: account.id,
      object: 'billing_profile',
      created: START,
      livemode: true,
      legal_name: null,
      address: null,
      country_code: 'NL',
      vat_id: null,
      registration_number: null,
      email: 'owner@example.test',
      phone: null,
      tax_behavior: 'inclusive',
      tax_mode: 'manual',
      registrations: [],
      refund_window_days: 14,
      dunning_schedule: [2, 7, 14, 21],
      invoice_footer: null,
      e_invoicing: null,
    });
  });

  it('[TEN-04] has the default portal branding', () => {
    expect(viewPortalBranding(account)).toEqual({
      id: account.id,
      object: 'portal_branding',
      created: START,
      livemode: true,
      display_name: null,
      logo_url: null,
      icon_url: null,
      primary_color: null,
      background_color: null,
      support_email: null,
      support_url: null,
      privacy_url: null,
      terms_url: null,
      plans: 'same_product',
    });
  });

  it('has the free plan, is active, has no domain, and its email address belongs to the owner', () => {
    expect(account).toMatchObject({
      planId: 'free',
      suspendedAt: null,
      domain: null,
      members: [{ id: 'mem_01J00000000000000000000000', email: account.email, role: 'owner', created: START, passkeys: [] }],
    });
  });
});

describe('changed fields of an account', () => {
  it('are shown in the billing profile or the branding', () => {
    const changed: Account = {
      ...account,
      legalName: 'Shop BV',
      address: { line1: 'Street 1', line2: null, postalCode: '1000', city: 'Utrecht' },
      vatId: 'NL123456789B01',
      registrationNumber: '12345678',
      phone: '+31 20 1234567',
      invoiceFooter: 'Thank you',
      branding: {
        displayName: 'My shop',
        logoUrl: 'https://shop.test/logo.png',
        iconUrl: 'https://shop.test/icon.png',
        primaryColor: '#112233',
        backgroundColor: '#ffffff',
        supportEmail: 'help@shop.test',
        supportUrl: 'https://shop.test/help',
        privacyUrl: 'https://shop.test/privacy',
        termsUrl: 'https://shop.test/terms',
        plans: ['price_1'],
      },
    };
    expect(accountAggregate.view(changed, TENANT)).toMatchObject({
      legal_name: 'Shop BV',
      address: { line1: 'Street 1', line2: null, postal_code: '1000', city: 'Utrecht' },
      vat_id: 'NL123456789B01',
      registration_number: '12345678',
      phone: '+31 20 1234567',
      invoice_footer: 'Thank you',
    });
    expect(viewPortalBranding(changed)).toMatchObject({
      display_name: 'My shop',
      logo_url: 'https://shop.test/logo.png',
      icon_url: 'https://shop.test/icon.png',
      primary_color: '#112233',
      background_color: '#ffffff',
      support_email: 'help@shop.test',
      support_url: 'https://shop.test/help',
      privacy_url: 'https://shop.test/privacy',
      terms_url: 'https://shop.test/terms',
      plans: ['price_1'],
    });
  });
});

describe('the roles of members', () => {
  it('include the permissions of every lower role', () => {
    expect(ROLES).toEqual(['owner', 'admin', 'support', 'viewer']);
    expect(ROLES.map((role) => ROLES.filter((needed) => isAtLeastRole(role, needed)).length)).toEqual([4, 3, 2, 1]);
    expect(isAtLeastRole('support', 'admin')).toBe(false);
  });
});

describe('the lookup of accounts by a member’s email address', () => {
  it('has an entry for each member of an account, ignoring case and spaces around the address', () => {
    const second = { ...account.members[0], id: 'mem_2', email: ' Ada@Example.Test' };
    const members = [...account.members, second] as Account['members'];
    const { after } = change(accountAggregate, null, { ...account, members });
    expect(after?.lookups).toEqual([
      { key: 'member-email#owner@example.test', entry: account.id, data: {} },
      { key: 'member-email#ada@example.test', entry: account.id, data: {} },
    ]);
    expect(memberLookupKey('OWNER@example.test ')).toBe('member-email#owner@example.test');
  });
});

describe('an account of an earlier release', () => {
  it.each([1, 2, 3, 4])('that lacks the fields of the last %i schema versions gets them when it is read', (count) => {
    const { plans: _plans, ...brandingWithoutPlans } = account.branding;
    const withoutPlans = { ...account, branding: brandingWithoutPlans };
    const withoutPasskeys = { ...withoutPlans, members: account.members.map(({ passkeys: _passkeys, ...member }) => member) };
    const { members: _members, ...withoutMembers } = { ...withoutPasskeys, teamEmails: [account.email] };
    const { domain: _domain, ...withoutDomain } = withoutMembers;
    const former = [withoutPlans, withoutPasskeys, withoutMembers, withoutDomain][count - 1] ?? account;
    expect(migrate(accountAggregate, former, count)).toEqual(account);
  });
});
