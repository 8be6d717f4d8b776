import * as v from 'valibot';
import { withCodeLimit } from '../../shared/api/calls/code-limit.ts';
import { CheckoutElement } from '../../shared/api/objects/checkout/checkout-element.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serveBuyer } from '../../shared/api/serve/serve-buyer.ts';
import { applyCoupon } from '../../shared/domain/checkout-session/apply-coupon.ts';
import { viewElement } from '../../shared/domain/checkout-session/element.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { COUPON_CODE_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { COUPON_REASONS } from '../../shared/domain/reasons.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { loadElement } from '../../shared/flows/checkout/element.ts';
import { findCoupon } from '../../shared/flows/load/coupons.ts';
import { loadAttemptPayment } from '../../shared/flows/load/records.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'checkout_element.apply_coupon',
  method: 'POST',
  path: '/v1/checkout/sessions/{checkout_id}/coupon',
  summary: 'Apply a promotion code to an embedded session',
  description: doc('Replaces the applied code; `null` removes it. Returns the updated contents of the element.'),
  auth: clientSecret('checkout_id'),
  profile: 'write',
  params: { checkout_id: fields.idParams.checkout },
  body: v.strictObject({
    code: described(
      v.nullable(fields.text(1, COUPON_CODE_MAX_LENGTH)),
      doc('Promotion code, in upper or lower case; `null` removes the applied code.'),
    ),
  }),
  response: CheckoutElement,
  errors: ['resource_missing', 'state_conflict'],
  reasons: [...COUPON_REASONS, 'promotion_codes_not_allowed', 'payment_processing'],
});

const loadSessionState = async (store: Store, tenant: Tenant, sessionId: string, now: number) => {
  const session = await fetchRecord(store, checkoutSessionAggregate, tenant, sessionId, 'checkout session');
  const [payment, element] = await Promise.all([
    loadAttemptPayment(store, tenant, session.record),
    loadElement(store, tenant, session.record, { country: null, now }),
  ]);
  return { session, payment, ...element };
};

export const handler = serveBuyer(operation, async ({ params, body }, { tenant, store, now, run, request }) => {
  const { customerId } = (await fetchRecord(store, checkoutSessionAggregate, tenant, params.checkout_id, 'checkout session')).record;
  return withCodeLimit({ tenant, store, customerId, ip: request.actor.ip }, body.code, () =>
    run({
      load: async () => {
        const state = await loadSessionState(store, tenant, params.checkout_id, now);
        return { ...state, couponLookup: body.code === null ? null : await findCoupon(store, tenant, body.code, customerId) };
      },
      nowOf: ({ clock }) => clock?.record.frozenTime ?? null,
      decide: ({ facts, ...state }, context) => {
        const decided = applyCoupon(null, { ...state, product: facts.product }, context);
        return decided instanceof Refusal ? decided : { ...decided, result: { ...facts, session: decided.result } };
      },
      answer: (facts) => viewElement(facts, tenant),
    }),
  );
});
