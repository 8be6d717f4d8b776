import type * as v from 'valibot';
import type { Customer } from '../../shared/api/objects/customer.ts';
import { examplesOf, id, START } from './example.ts';

const customer: v.InferOutput<typeof Customer> = {
  id: id('cus', 1),
  object: 'customer',
  created: START,
  livemode: false,
  name: 'Ada de Vries',
  email: 'ada@example.com',
  country_code: 'NL',
  address: { line1: 'Keizersgracht 1', line2: null, postal_code: '1015 CN', city: 'Amsterdam' },
  language: 'nl-NL',
  metadata: { crm: 'A-17' },
  test_clock_id: null,
  vat_number: null,
  vat_name: null,
  vat_verified_at: null,
  email_delivery: null,
  e_invoicing: null,
};

export const customerExamples = examplesOf(customer, {
  'customer.created': { previous: null, invalid: { data: { test_clock_id: undefined, test_clock: null } } },
  'customer.updated': {
    data: { name: 'Ada Jansen', metadata: {} },
    previous: { name: 'Ada de Vries', metadata: { crm: 'A-17' } },
    invalid: { data: { metadata: null } },
  },
  'customer.deleted': { previous: null, invalid: { data: { deleted: true } } },
});
