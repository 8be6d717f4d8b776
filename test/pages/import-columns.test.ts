import { describe, expect, it } from 'vitest';
import { guessMapping, mappingProblem, withChoice } from '../../functions/console/browser/import/columns.ts';

/** The guessed mapping as an object: the heading of the file for each mapped import column. */
const guessed = (headings: readonly string[]) =>
  Object.fromEntries(guessMapping(headings).flatMap((column, index) => (column === null ? [] : [[column, headings[index]] as const])));

describe('the column mapping of a file', () => {
  it.each([
    [
      'Stripe, subscriptions',
      ['id', 'Customer ID', 'Customer Email', 'Plan', 'Quantity', 'Status', 'Current Period Start (UTC)', 'Current Period End (UTC)'],
      {
        reference: 'Customer ID',
        email: 'Customer Email',
        plan: 'Plan',
        next_charge_date: 'Current Period End (UTC)',
        subscription_reference: 'id',
        status: 'Status',
      },
    ],
    [
      'Stripe, customers',
      ['id', 'Description', 'Email', 'Name', 'Created (UTC)', 'Card ID', 'Card Address Line1', 'Card Address City', 'Card Address Country'],
      {
        reference: 'id',
        email: 'Email',
        name: 'Name',
        address_line1: 'Card Address Line1',
        city: 'Card Address City',
        country_code: 'Card Address Country',
      },
    ],
    [
      'Stripe, customers with plans but without the date of the next charge',
      ['id', 'Description', 'Email', 'Plan', 'Status', 'Created (UTC)', 'Currency', 'Card Last4'],
      { reference: 'id', name: 'Description', email: 'Email' },
    ],
    [
      'Stripe, customers with VAT numbers',
      ['id', 'Email', 'Name', 'Business Vat ID', 'Card Address Country'],
      { reference: 'id', email: 'Email', name: 'Name', vat_number: 'Business Vat ID', country_code: 'Card Address Country' },
    ],
    ['Stripe, tax ids', ['customer_id', 'tax_id_type', 'tax_id_value'], { reference: 'customer_id', vat_number: 'tax_id_value' }],
    ['Chargebee, VAT numbers', ['customers.id', 'customers.vat_number'], { reference: 'customers.id', vat_number: 'customers.vat_number' }],
    [
      'VAT numbers in German',
      ['Kundennummer', 'USt-IdNr.', 'Land'],
      { reference: 'Kundennummer', vat_number: 'USt-IdNr.', country_code: 'Land' },
    ],
    ['VAT numbers in Dutch', ['Klantnummer', 'BTW-nummer'], { reference: 'Klantnummer', vat_number: 'BTW-nummer' }],
    [
      'Chargebee',
      [
        'customers.id',
        'customers.email',
        'customers.company',
        'subscriptions.id',
        'subscriptions.plan_id',
        'subscriptions.next_billing_at',
      ],
      {
        reference: 'customers.id',
        email: 'customers.email',
        name: 'customers.company',
        subscription_reference: 'subscriptions.id',
        plan: 'subscriptions.plan_id',
        next_charge_date: 'subscriptions.next_billing_at',
      },
    ],
    [
      'Mollie',
      ['customerId', 'name', 'email', 'locale', 'mandateId', 'nextPaymentDate', 'subscriptionId', 'amount'],
      {
        reference: 'customerId',
        name: 'name',
        email: 'email',
        language: 'locale',
        mandate_reference: 'mandateId',
        next_charge_date: 'nextPaymentDate',
        subscription_reference: 'subscriptionId',
      },
    ],
    [
      'Recurly',
      [
        'account_code',
        'company_name',
        'email',
        'address1',
        'address2',
        'city',
        'postal_code',
        'country',
        'plan_code',
        'current_period_ends_at',
      ],
      {
        reference: 'account_code',
        name: 'company_name',
        email: 'email',
        address_line1: 'address1',
        address_line2: 'address2',
        city: 'city',
        postal_code: 'postal_code',
        country_code: 'country',
        plan: 'plan_code',
        next_charge_date: 'current_period_ends_at',
      },
    ],
    [
      'Paddle',
      ['customer_id', 'customer_email', 'subscription_id', 'product_name', 'price_id', 'next_billed_at', 'currency_code'],
      {
        reference: 'customer_id',
        email: 'customer_email',
        subscription_reference: 'subscription_id',
        plan: 'price_id',
        next_charge_date: 'next_billed_at',
      },
    ],
    [
      'German',
      [
        'Kundennummer',
        'Firma',
        'E-Mail-Adresse',
        'Straße und Hausnummer',
        'PLZ',
        'Ort',
        'Land',
        'Sprache',
        'Tarif',
        'Nächste Abbuchung',
        'Mandatsreferenz',
      ],
      {
        reference: 'Kundennummer',
        name: 'Firma',
        email: 'E-Mail-Adresse',
        address_line1: 'Straße und Hausnummer',
        postal_code: 'PLZ',
        city: 'Ort',
        country_code: 'Land',
        language: 'Sprache',
        plan: 'Tarif',
        next_charge_date: 'Nächste Abbuchung',
        mandate_reference: 'Mandatsreferenz',
      },
    ],
    [
      'Dutch',
      [
        'Klantnummer',
        'Naam',
        'E-mailadres',
        'Straat',
        'Postcode',
        'Woonplaats',
        'Land',
        'Abonnement',
        'Volgende incasso',
        'Machtigingskenmerk',
      ],
      {
        reference: 'Klantnummer',
        name: 'Naam',
        email: 'E-mailadres',
        address_line1: 'Straat',
        postal_code: 'Postcode',
        city: 'Woonplaats',
        country_code: 'Land',
        plan: 'Abonnement',
        next_charge_date: 'Volgende incasso',
        mandate_reference: 'Machtigingskenmerk',
      },
    ],
    [
      'French',
      ['N° client', 'Raison sociale', 'Courriel', 'Rue', 'Code postal', 'Ville', 'Pays', 'Formule', 'Prochain prélèvement', 'RUM'],
      {
        reference: 'N° client',
        name: 'Raison sociale',
        email: 'Courriel',
        address_line1: 'Rue',
        postal_code: 'Code postal',
        city: 'Ville',
        country_code: 'Pays',
        plan: 'Formule',
        next_charge_date: 'Prochain prélèvement',
        mandate_reference: 'RUM',
      },
    ],
  ])('is guessed for %s', (_system, headings, expected) => {
    expect(guessed(headings)).toEqual(expected);
  });

  it('is empty for unknown headings, and maps at most one heading to each import column', () => {
    expect(guessMapping(['Phone', 'Invoice number', 'Subscription name', 'Nickname', 'Status', 'Amount', ''])).toEqual(
      Array.from({ length: 7 }, () => null),
    );
    expect(guessMapping(['email', 'E-mail', 'Customer'])).toEqual(['email', null, 'reference']);
    expect(guessMapping(['ID', 'Customer'])).toEqual(['reference', 'name']);
    expect(guessMapping(['sepa mandate', 'country', 'next billing'])).toEqual(['mandate_reference', 'country_code', 'next_charge_date']);
  });

  it.each<[readonly string[], readonly unknown[]]>([
    [
      ['First name', 'Last name', 'Company'],
      ['first_name', 'last_name', 'name'],
    ],
    [
      ['billing_first_name', 'billing_last_name'],
      ['first_name', 'last_name'],
    ],
    [
      ['Nom', 'Prénom'],
      ['last_name', 'first_name'],
    ],
    [
      ['Name', 'Vorname'],
      ['last_name', 'first_name'],
    ],
    [
      ['Voornaam', 'Achternaam', 'Naam'],
      ['first_name', 'last_name', 'name'],
    ],
  ])('has separate columns for the first and the last name: %j', (headings, expected) => {
    expect(guessMapping(headings)).toEqual(expected);
  });

  it('can be changed by the member, and is rejected if required import columns are not mapped', () => {
    expect(withChoice(['reference', 'name', null], 2, 'name')).toEqual(['reference', null, 'name']);
    expect(withChoice(['reference', 'name', null], 1, null)).toEqual(['reference', null, null]);
    expect(mappingProblem(['email', null])).toMatch(/customer reference/);
    expect(mappingProblem(['reference', 'plan'])).toMatch(/next charge date/);
    expect(mappingProblem(['reference', 'mandate_reference'])).toMatch(/A subscription needs/);
    expect(mappingProblem(['reference', 'plan', 'next_charge_date'])).toBeNull();
  });
});
