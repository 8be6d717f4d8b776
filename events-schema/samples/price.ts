import type * as v from 'valibot';
import type { Price } from '../../shared/api/objects/price.ts';
import { examplesOf, id, START } from './example.ts';

export const price: v.InferOutput<typeof Price> = {
  id: id('price', 1),
  object: 'price',
  created: START,
  livemode: false,
  product_id: id('prod', 1),
  currency: 'EUR',
  interval: 'month',
  usage_type: 'licensed',
  amount_cents: 2900,
  unit_amount_decimal: null,
  tiers: null,
  meter_id: null,
  trial_days: 0,
  payment_methods: null,
  refund_window_days: null,
  active: true,
  self_service: true,
  metadata: {},
};

export const priceExamples = examplesOf(price, {
  'price.created': {
    data: {
      usage_type: 'metered',
      amount_cents: null,
      tiers: [
        { up_to: 1000, flat_amount_cents: 500, unit_amount_decimal: '0.5' },
        { up_to: null, flat_amount_cents: 0, unit_amount_decimal: '0.05' },
      ],
    },
    previous: null,
    invalid: {
      data: {
        tiers: [
          { up_to: 1000, unit_amount_decimal: '0.5', flat_amount: 500 },
          { up_to: null, flat_amount_cents: 0, unit_amount_decimal: '0.05' },
        ],
      },
    },
  },
  'price.archived': { data: { active: false }, previous: { active: true }, invalid: { data: { active: 'false' } } },
  'price.updated': {
    data: { refund_window_days: 30 },
    previous: { refund_window_days: null },
    invalid: { event: { created: '2026-01-01T00:00:00Z' } },
  },
});
