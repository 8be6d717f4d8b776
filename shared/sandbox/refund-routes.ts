import { loadBehavior } from './customer-routes.ts';
import { notFoundError, routeResult, SandboxError, unprocessableError } from './http.ts';
import { readRefundRequest } from './input.ts';
import type { SandboxRefund } from './model.ts';
import { requirePayment } from './payment-routes.ts';
import { type CreateRoute, pageOf, pathIdAt, REFUND_WEBHOOK_DELAY_SECONDS, type Route, splitPage, webhooksOf } from './routes.ts';
import { decideRefund, type RefundDecision } from './rules.ts';
import { buildWrite } from './store.ts';
import { listView, refundView } from './view.ts';

type Recorded = Extract<RefundDecision, { kind: 'recorded' }>;

/** Returns the recorded refund, or throws Mollie's error. */
const requireRecorded = (decision: RefundDecision): Recorded => {
  if (decision.kind === 'duplicate') throw new SandboxError(409, 'A duplicate refund was detected');
  if (decision.kind === 'refused') throw unprocessableError(decision.message, decision.field);
  return decision;
};

export const createRefund: CreateRoute = ({ store, urls, now, suffix, body }, ids) => {
  const request = readRefundRequest(body);
  const paymentId = pathIdAt(ids, 0);
  const newRefund: SandboxRefund = { id: `re_${suffix}`, paymentId, status: 'pending', ...request, createdAt: now };
  return {
    reads: [{ kind: 'payment', id: paymentId }],
    decide: async (lookup) => {
      const stored = lookup('payment', paymentId);
      if (stored === null) throw notFoundError(paymentId);
      const { refunds } = await loadBehavior(store, stored.value.customerId);
      const { payment, refund, answered } = requireRecorded(decideRefund(stored.value, newRefund, refunds));
      const webhooks = refund.status === 'pending' ? [] : webhooksOf(payment, REFUND_WEBHOOK_DELAY_SECONDS);
      const writes = [
        buildWrite('payment', paymentId, payment, stored.version),
        buildWrite('refund', `${paymentId}/${refund.id}`, refund, 0),
      ];
      return { ...routeResult(201, refundView(refund, urls), webhooks), writes, hang: !answered };
    },
  };
};

export const getRefund: Route = async ({ store, urls }, ids) => {
  const stored = await store.get('refund', `${pathIdAt(ids, 0)}/${pathIdAt(ids, 1)}`);
  if (stored === null) throw notFoundError(pathIdAt(ids, 1));
  return routeResult(200, refundView(stored.value, urls));
};

export const listRefunds: Route = async ({ store, urls, query, path }, ids) => {
  const payment = await requirePayment(store, pathIdAt(ids, 0));
  const { limit, from } = pageOf(query);
  const start = from === null ? null : `${payment.id}/${from}`;
  const refunds = await store.list('refund', `${payment.id}/`, { limit: limit + 1, from: start });
  const { shown, next } = splitPage(refunds, limit, (refund) => refund.id);
  const items = shown.map((refund) => refundView(refund, urls));
  return routeResult(200, listView('refunds', items, urls, path, { limit, next }));
};
