import fc from 'fast-check';
import { CHARGE_BEHAVIORS, REFUND_BEHAVIORS, type SandboxBehavior } from '../../../shared/sandbox/model.ts';
import type { SimulatedFault } from '../../provider/faults/faulty-provider.ts';
import type { CallFault } from '../../support/faulty-io.ts';
import type { CouponTerms } from '../simulations/amounts.ts';
import { PLANS } from '../simulations/sale.ts';
import { BUYER_KINDS, type BuyerKind } from './markets.ts';

/** The faults that are injected during a step. */
export interface StepFaults {
  /** Faults by the number of the database call. */
  readonly calls: ReadonlyMap<number, CallFault>;
  /** The fault of the next `count` writes to the provider; `null`: none. */
  readonly provider: { readonly count: number; readonly fault: SimulatedFault } | null;
}

/** What the bank does with a refund. `returned`: the bank sends the money of a succeeded refund back to the seller. */
export type RefundBankOutcome = 'refunded' | 'failed' | 'returned';

export type OfferKind = (typeof OFFERS)[number];
const OFFERS = ['hosted', 'embedded', 'hosted_one_shot', 'embedded_one_shot'] as const;

/**
 * An action. `fromEnd`: the target; 0 is the latest payable (session or one-off payment), payment, refund, invoice or subscription, 1 the
 * one before. `repeat`: sends the last request of this kind again, with its idempotency key. `divisor`: 1 refunds the refundable amount, 2
 * half of it, 3 a third.
 */
export type Action =
  | { readonly kind: 'offer'; readonly what: OfferKind }
  /** A payment method is chosen for a session or one-off payment, as on its hosted page. */
  | { readonly kind: 'choose'; readonly fromEnd: number; readonly method: 'creditcard' | 'ideal' }
  /** A session is confirmed with a payment method, as by the payment element. */
  | { readonly kind: 'confirm'; readonly fromEnd: number; readonly method: 'creditcard' | 'ideal'; readonly repeat: boolean }
  | { readonly kind: 'bank'; readonly fromEnd: number; readonly becomes: 'pending' | 'paid' | 'failed' | 'canceled' | 'expired' }
  /** Concurrent provider webhooks about these payments. */
  | { readonly kind: 'webhooks'; readonly fromEnd: readonly number[] }
  | { readonly kind: 'poll'; readonly fromEnd: number }
  | { readonly kind: 'refund'; readonly fromEnd: number; readonly divisor: 1 | 2 | 3; readonly repeat: boolean }
  | { readonly kind: 'bank_refund'; readonly fromEnd: number; readonly becomes: RefundBankOutcome }
  | { readonly kind: 'dashboard_refund'; readonly fromEnd: number; readonly divisor: 1 | 2 | 3 }
  | { readonly kind: 'sync_refund'; readonly fromEnd: number }
  | { readonly kind: 'chargeback'; readonly fromEnd: number; readonly becomes: 'charged_back' | 'chargeback_reversed' }
  | { readonly kind: 'void'; readonly fromEnd: number }
  | { readonly kind: 'pause' | 'resume'; readonly fromEnd: number }
  /** A change to the plan with the index `to` in `PLANS`, or to the price of the checkout if there is no such plan. */
  | { readonly kind: 'plan'; readonly fromEnd: number; readonly to: number }
  /** A promotion code is entered. */
  | { readonly kind: 'code'; readonly fromEnd: number; readonly coupon: CouponTerms }
  | { readonly kind: 'usage'; readonly fromEnd: number; readonly quantity: number }
  /** The customer moves to another country, or gets or loses a VAT number. */
  | { readonly kind: 'move'; readonly to: BuyerKind }
  /** How the provider answers charges and refunds from now on. */
  | { readonly kind: 'behave'; readonly behavior: Partial<SandboxBehavior> }
  /** Whether open payments can be canceled at the provider from now on. */
  | { readonly kind: 'cancelable'; readonly possible: boolean }
  | { readonly kind: 'time'; readonly seconds: number };

/** Actions that are performed concurrently, with their faults. */
export interface Step {
  readonly actions: readonly Action[];
  readonly faults: StepFaults;
}

const fromEnd = fc.nat(3);
const method = fc.constantFrom('creditcard' as const, 'ideal' as const);
const HOUR = 3600;
const DAY = 24 * HOUR;

const coupon: fc.Arbitrary<CouponTerms> = fc.constantFrom<CouponTerms>(
  { percentBasisPoints: 5000, amountOffCents: null, duration: 'once', months: null },
  { percentBasisPoints: null, amountOffCents: 700, duration: 'repeating', months: 3 },
  { percentBasisPoints: 1250, amountOffCents: null, duration: 'forever', months: null },
);

const weighted = <A extends Action>(weight: number, arbitrary: fc.Arbitrary<A>): fc.WeightedArbitrary<Action> => ({ weight, arbitrary });

const action: fc.Arbitrary<Action> = fc.oneof(
  weighted(
    2,
    fc.constantFrom(...OFFERS).map((what) => ({ kind: 'offer', what })),
  ),
  weighted(5, fc.record({ kind: fc.constant('choose'), fromEnd, method })),
  weighted(3, fc.record({ kind: fc.constant('confirm'), fromEnd, method, repeat: fc.boolean() })),
  weighted(
    7,
    fc.record({
      kind: fc.constant('bank'),
      fromEnd,
      becomes: fc.constantFrom('paid', 'paid', 'paid', 'pending', 'failed', 'canceled', 'expired'),
    }),
  ),
  weighted(
    7,
    fc.array(fromEnd, { minLength: 1, maxLength: 5 }).map((each) => ({ kind: 'webhooks', fromEnd: each })),
  ),
  weighted(
    1,
    fromEnd.map((each) => ({ kind: 'poll', fromEnd: each })),
  ),
  weighted(6, fc.record({ kind: fc.constant('refund'), fromEnd, divisor: fc.constantFrom(1, 1, 2, 3), repeat: fc.boolean() })),
  weighted(1, fc.record({ kind: fc.constant('dashboard_refund'), fromEnd, divisor: fc.constantFrom(1, 2, 3) })),
  weighted(
    8,
    fc.record({ kind: fc.constant('bank_refund'), fromEnd, becomes: fc.constantFrom('refunded', 'failed', 'returned', 'returned') }),
  ),
  weighted(
    2,
    fromEnd.map((each) => ({ kind: 'sync_refund', fromEnd: each })),
  ),
  weighted(
    2,
    fc.record({
      kind: fc.constant('chargeback'),
      fromEnd,
      becomes: fc.constantFrom('charged_back', 'charged_back', 'chargeback_reversed'),
    }),
  ),
  weighted(
    2,
    fromEnd.map((each) => ({ kind: 'void', fromEnd: each })),
  ),
  weighted(2, fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const), fromEnd })),
  weighted(
    3,
    fc
      .record({
        charges: fc.constantFrom('paid' as const, ...CHARGE_BEHAVIORS),
        refunds: fc.constantFrom('refunded' as const, ...REFUND_BEHAVIORS),
      })
      .map((behavior) => ({ kind: 'behave', behavior })),
  ),
  weighted(
    1,
    fc.boolean().map((possible) => ({ kind: 'cancelable', possible })),
  ),
  weighted(
    4,
    fc.constantFrom(60, HOUR, 7 * HOUR, DAY, 4 * DAY, 16 * DAY, 31 * DAY).map((seconds) => ({ kind: 'time', seconds })),
  ),
);

/** Actions that change what a subscription is charged. */
const billingChange: fc.Arbitrary<Action> = fc.oneof(
  weighted(4, fc.record({ kind: fc.constant('plan'), fromEnd: fc.nat(1), to: fc.nat(PLANS.length) })),
  weighted(1, fc.record({ kind: fc.constant('code'), fromEnd: fc.nat(1), coupon })),
  weighted(2, fc.record({ kind: fc.constant('usage'), fromEnd: fc.nat(1), quantity: fc.constantFrom(1, 11, 95, 1234) })),
  weighted(
    1,
    fc.constantFrom(...BUYER_KINDS).map((to) => ({ kind: 'move', to })),
  ),
);

const callFault: fc.Arbitrary<CallFault> = fc.record({
  when: fc.constantFrom('before' as const, 'after' as const),
  what: fc.constantFrom('kills' as const, 'lost' as const),
});

const fault: fc.Arbitrary<SimulatedFault> = fc.constantFrom<SimulatedFault>(
  { kind: 'limited', retryAfter: '1' },
  { kind: 'broken' },
  { kind: 'hangs', ms: 0, processed: true },
  { kind: 'hangs', ms: 0, processed: false },
);

const faults: fc.Arbitrary<StepFaults> = fc.record({
  calls: fc.oneof(
    { weight: 3, arbitrary: fc.constant(new Map<number, CallFault>()) },
    { weight: 1, arbitrary: fc.tuple(fc.nat(25), callFault).map(([call, fault]) => new Map([[call, fault]])) },
  ),
  provider: fc.option(fc.record({ count: fc.integer({ min: 1, max: 3 }), fault }), { freq: 7 }),
});

const step: fc.Arbitrary<Step> = fc.record({
  actions: fc.oneof(
    { weight: 5, arbitrary: fc.tuple(action) },
    { weight: 2, arbitrary: fc.tuple(billingChange) },
    { weight: 1, arbitrary: fc.array(action, { minLength: 2, maxLength: 3 }) },
  ),
  faults,
});

/** Sequences of actions that random choice rarely produces. */
const SEQUENCES: readonly (readonly Action[])[] = [
  ...OFFERS.map((what): readonly Action[] => [
    { kind: 'offer', what },
    { kind: 'choose', fromEnd: 0, method: 'creditcard' },
    { kind: 'bank', fromEnd: 0, becomes: 'paid' },
    { kind: 'webhooks', fromEnd: [0] },
  ]),
  // Two payments are open because the first cannot be canceled, and both are paid.
  [
    { kind: 'offer', what: 'embedded' },
    { kind: 'cancelable', possible: false },
    { kind: 'choose', fromEnd: 0, method: 'creditcard' },
    { kind: 'choose', fromEnd: 0, method: 'ideal' },
    { kind: 'bank', fromEnd: 1, becomes: 'paid' },
    { kind: 'bank', fromEnd: 0, becomes: 'paid' },
    { kind: 'webhooks', fromEnd: [0, 1] },
  ],
  // A renewal is declined, and its invoice is voided. If `sequence` skips the void, a retry pays the invoice.
  [
    { kind: 'behave', behavior: { charges: 'insufficient_funds' } },
    { kind: 'time', seconds: 31 * DAY },
    { kind: 'void', fromEnd: 0 },
    { kind: 'behave', behavior: { charges: 'paid' } },
    { kind: 'time', seconds: 4 * DAY },
  ],
  // A subscription is resumed before its renewal, and after it.
  [
    { kind: 'pause', fromEnd: 0 },
    { kind: 'time', seconds: 16 * DAY },
    { kind: 'resume', fromEnd: 0 },
    { kind: 'pause', fromEnd: 0 },
    { kind: 'time', seconds: 31 * DAY },
    { kind: 'resume', fromEnd: 0 },
    { kind: 'time', seconds: 31 * DAY },
  ],
  // A pending refund fails.
  [
    { kind: 'behave', behavior: { refunds: 'pending' } },
    { kind: 'refund', fromEnd: 0, divisor: 2, repeat: false },
    { kind: 'bank_refund', fromEnd: 0, becomes: 'failed' },
    { kind: 'webhooks', fromEnd: [0, 1] },
  ],
  // A payment is partly refunded at the provider, and the rest through the API.
  [
    { kind: 'dashboard_refund', fromEnd: 0, divisor: 2 },
    { kind: 'webhooks', fromEnd: [0, 0] },
    { kind: 'refund', fromEnd: 0, divisor: 1, repeat: false },
  ],
  // Credit of an expensive plan pays for cheap plans. The payment for the expensive plan is partly refunded. Later, a payment is charged
  // back.
  [
    { kind: 'plan', fromEnd: 0, to: 2 },
    { kind: 'time', seconds: DAY },
    { kind: 'plan', fromEnd: 0, to: 1 },
    { kind: 'refund', fromEnd: 0, divisor: 2, repeat: false },
    { kind: 'time', seconds: 31 * DAY },
    { kind: 'chargeback', fromEnd: 1, becomes: 'charged_back' },
    { kind: 'webhooks', fromEnd: [0, 1, 2] },
  ],
  // Credit of an expensive plan pays for cheap plans after the buyer has moved. After another move, a plan change is partly refunded.
  [
    { kind: 'plan', fromEnd: 0, to: 2 },
    { kind: 'move', to: 'german' },
    { kind: 'plan', fromEnd: 0, to: 1 },
    { kind: 'time', seconds: 31 * DAY },
    { kind: 'move', to: 'american' },
    { kind: 'plan', fromEnd: 0, to: 2 },
    { kind: 'refund', fromEnd: 0, divisor: 3, repeat: false },
  ],
  // Usage at two metered prices is billed.
  [
    { kind: 'plan', fromEnd: 0, to: 3 },
    { kind: 'usage', fromEnd: 0, quantity: 95 },
    { kind: 'time', seconds: 4 * DAY },
    { kind: 'plan', fromEnd: 0, to: 4 },
    { kind: 'usage', fromEnd: 0, quantity: 11 },
    { kind: 'plan', fromEnd: 0, to: 0 },
    { kind: 'time', seconds: 31 * DAY },
  ],
  // A payment is charged back, and the chargeback is reversed.
  [
    { kind: 'chargeback', fromEnd: 0, becomes: 'charged_back' },
    { kind: 'webhooks', fromEnd: [0] },
    { kind: 'chargeback', fromEnd: 0, becomes: 'chargeback_reversed' },
    { kind: 'time', seconds: DAY },
  ],
];

const noFaults: StepFaults = { calls: new Map(), provider: null };

/** Generates one of the sequences; one action may be skipped, and faults may occur. */
const sequence: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.constantFrom(...SEQUENCES), fc.array(fc.option(faults, { freq: 2 }), { minLength: 7, maxLength: 7 }), fc.nat(20))
  .map(([actions, stepFaults, skipped]) =>
    actions.flatMap((each, index) => (index === skipped ? [] : [{ actions: [each], faults: stepFaults[index] ?? noFaults }])),
  );

/** Generates the steps of one history. */
export const historySteps: fc.Arbitrary<readonly Step[]> = fc
  .array(fc.oneof({ weight: 1, arbitrary: sequence }, { weight: 3, arbitrary: step.map((each) => [each]) }), {
    minLength: 5,
    maxLength: 18,
    size: 'max',
  })
  .map((parts) => parts.flat());
