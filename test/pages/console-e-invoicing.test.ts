import { describe, expect, it } from 'vitest';
import { bodyOf, type FormField, initialValuesOf } from '../../functions/console/browser/forms/forms.ts';
import { BUYER_E_INVOICING_FIELDS, SELLER_E_INVOICING_FIELDS } from '../../functions/console/browser/objects/actions/e-invoicing-fields.ts';
import { NO_BUYER_E_INVOICING, viewBuyerEInvoicing } from '../../shared/domain/e-invoice/settings.ts';

const EMPTY = { contact: { name: null, phone: null, email: null }, electronic_address: null, iban: null, bic: null, exemption: null };

/** Returns the request body of a form that shows `settings`, after a member entered the `changed` values. */
const bodyAfter = (fields: readonly FormField[], settings: object | null, changed: Readonly<Record<string, string>>) => {
  const before = { e_invoicing: settings };
  const context = { currency: null, zone: 'UTC' } as const;
  const result = bodyOf(fields, { ...initialValuesOf(fields, before, context), ...changed }, before, context);
  if (!('body' in result)) throw new Error(result.text);
  return result.body;
};

describe('the settings for e-invoices in forms', () => {
  it('are not sent if they do not change', () => {
    expect(bodyAfter(SELLER_E_INVOICING_FIELDS, { ...EMPTY, iban: 'NL91ABNA0417164300' }, {})).toEqual({});
    expect(bodyAfter(BUYER_E_INVOICING_FIELDS, null, {})).toEqual({});
  });

  it('are sent as a whole, with `null` for an object without values', () => {
    expect(bodyAfter(SELLER_E_INVOICING_FIELDS, EMPTY, { 'e_invoicing.contact.name': 'Anna' })).toEqual({
      e_invoicing: {
        contact: { name: 'Anna', phone: null, email: null },
        electronic_address: null,
        iban: null,
        bic: null,
        exemption: null,
      },
    });
    expect(bodyAfter(BUYER_E_INVOICING_FIELDS, null, { 'e_invoicing.buyer_reference': '991-01234-44' })).toEqual({
      e_invoicing: { ...viewBuyerEInvoicing(NO_BUYER_E_INVOICING), format: null, buyer_reference: '991-01234-44' },
    });
  });

  it('clear the exemption if its category is emptied', () => {
    const exemption = { category: 'E', code: 'VATEX-EU-132', reason: 'Exempt' };
    expect(bodyAfter(SELLER_E_INVOICING_FIELDS, { ...EMPTY, exemption }, { 'e_invoicing.exemption.category': '' })).toMatchObject({
      e_invoicing: { exemption: null },
    });
  });
});
