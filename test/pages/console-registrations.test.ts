import { describe, expect, it } from 'vitest';
import { bodyOf, initialValuesOf } from '../../functions/console/browser/forms/forms.ts';
import { REGISTRATION_FIELDS, registrationsBody, registrationsForm } from '../../functions/console/browser/settings/registrations.ts';

const SWISS = { country: 'CH', number: 'CHE-123.456.788 MWST', from: '2026-01-31' };
const profileWith = (registrations: readonly object[]) => registrationsForm({ tax_mode: 'eu_oss', registrations });

/** The request body that the settings form "Company" sends after a member changed these fields. `registrations`: the stored ones. */
const sentBody = (registrations: readonly object[], changed: Readonly<Record<string, string>>, taxMode = 'eu_oss') => {
  const before = profileWith(registrations);
  const context = { currency: null, zone: 'UTC' } as const;
  const values = { tax_mode: taxMode, ...initialValuesOf(REGISTRATION_FIELDS, before, context), ...changed };
  const result = bodyOf(REGISTRATION_FIELDS, values, before, context);
  if (!('body' in result)) throw new Error(result.text);
  return registrationsBody(result.body);
};

describe('the tax registrations in the settings form "Company"', () => {
  it('are not sent if they do not change, or in the tax mode `manual`', () => {
    expect([sentBody([SWISS], {}), sentBody([SWISS], { 'outside_eu.NO.number': 'NO123456789MVA' }, 'manual')]).toEqual([{}, {}]);
  });

  it('are sent as a whole if one is added, changed or removed', () => {
    const norwegian = { 'outside_eu.NO.number': 'NO123456789MVA', 'outside_eu.NO.from': '2027-01-01' };
    expect(sentBody([SWISS], norwegian)).toEqual({
      registrations: [SWISS, { country: 'NO', number: 'NO123456789MVA', from: '2027-01-01' }],
    });
    expect(sentBody([SWISS], { 'outside_eu.CH.from': '2027-01-01' })).toEqual({ registrations: [{ ...SWISS, from: '2027-01-01' }] });
    expect(sentBody([SWISS], { 'outside_eu.CH.number': '', 'outside_eu.CH.from': '' })).toEqual({ registrations: [] });
  });

  it('start today if no day is entered', () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(sentBody([], { 'outside_eu.GB.number': 'GB123456789' })).toEqual({
      registrations: [{ country: 'GB', number: 'GB123456789', from: today }],
    });
  });
});
