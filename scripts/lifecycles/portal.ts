import type { Client, Json } from '../support/api.ts';
import { ensure, eventually } from '../support/waiting.ts';
import {
  advanceTo,
  createPrice,
  DAY,
  ensureEvents,
  ensureHas,
  ensureInvoices,
  ensurePayments,
  ensureSame,
  ensureSubscription,
  FEB,
  type Lifecycle,
  type LifecycleTenant,
  MAR,
  setChargeBehavior,
  startLifecycle,
  waitForNotices,
} from './lifecycle.ts';

const MEMBER_EMAIL = 'reader@lives.example';
const RENDERED_WITHIN_MS = 60_000;
const TOKEN = /svc_portal_[0-9A-Za-z]{38}/;

const refusalOf = async (client: Client, method: string, path: string): Promise<readonly unknown[]> => {
  const { status, error } = await client.call(method, path);
  return [status, error?.reason];
};

/** The portal link in the email about a failed renewal allows paying the open invoice and downloading its PDF, but no other change. */
const payByMail = async (tenant: LifecycleTenant, life: Lifecycle): Promise<void> => {
  const [notice] = await waitForNotices(tenant, MEMBER_EMAIL, 1);
  const limited = tenant.api.client(TOKEN.exec(notice?.text ?? '')?.[0] ?? '');
  const session = await limited.get('/portal/session');
  ensureHas('the subscription in the portal', session.subscription as Json, { id: life.subscriptionId, status: 'past_due' });
  const invoiceId = (await tenant.client.list(`/v1/invoices?subscription_id=${life.subscriptionId}`))[0]?.id ?? '';
  const payPath = `/portal/invoices/${invoiceId}/pay`;
  ensureSame('a cancellation by link', await refusalOf(limited, 'POST', '/portal/subscription/cancel'), [403, 'portal_session_limited']);
  ensureSame('the payment by the same card', await refusalOf(limited, 'POST', payPath), [402, 'payment_refused']);
  await setChargeBehavior(life, 'paid');
  ensureHas('the payment', await limited.post(payPath), { invoice_id: invoiceId, status: 'paid' });
  await ensureSubscription(life, { status: 'active', renewal_state: 'scheduled', current_period_start: FEB, payment_count: 2 });
  const pdf = await eventually(
    () => limited.call('GET', `/portal/invoices/${invoiceId}/pdf`),
    ({ status }) => status === 200,
    RENDERED_WITHIN_MS,
  );
  ensure(pdf.headers['content-type'] === 'application/pdf' && pdf.text.startsWith('%PDF-'), 'the invoice is no PDF');
};

interface PaymentMethod {
  readonly id: string;
  readonly is_default: boolean;
}

const paymentMethodsOf = (list: unknown): readonly PaymentMethod[] => (list as { readonly data: readonly PaymentMethod[] }).data;

/** In a session that the account opens, the customer cancels, reactivates and changes the card; a revoked session is refused. */
const manageBySession = async ({ api, client }: LifecycleTenant, { subscriptionId }: Lifecycle): Promise<void> => {
  const body = { subscription_id: subscriptionId, return_url: 'https://shop.example/account' };
  const session = await client.post('/v1/billing_portal/sessions', body);
  const customer = api.client(String(session.token));
  ensureHas('the canceled subscription', await customer.post('/portal/subscription/cancel'), {
    cancel_at_period_end: true,
    renewal_state: 'ending',
  });
  ensureHas('the reactivated subscription', await customer.post('/portal/subscription/reactivate'), { renewal_state: 'scheduled' });
  await customer.post('/portal/payment_methods', { method: 'creditcard', card_token: 'tkn_2' });
  const added = paymentMethodsOf((await customer.get('/portal/session')).payment_methods).find(({ is_default: isDefault }) => !isDefault);
  const methods = paymentMethodsOf(await customer.post(`/portal/payment_methods/${String(added?.id)}/default`));
  const oldDefault = methods.find(({ is_default: isDefault }) => !isDefault);
  const remaining = paymentMethodsOf(await customer.remove(`/portal/payment_methods/${String(oldDefault?.id)}`));
  ensureSame(
    'the methods left',
    remaining.map(({ id }) => id),
    [added?.id],
  );
  await client.post(`/v1/billing_portal/sessions/${session.id}/revoke`);
  ensureSame('the revoked session', await refusalOf(customer, 'GET', '/portal/session'), [401, 'portal_session_revoked']);
};

/** A customer pays a failed renewal with the link in the email, then manages the subscription in a session opened by the account. */
export const runPortal = async (tenant: LifecycleTenant): Promise<void> => {
  await tenant.addMember(MEMBER_EMAIL);
  const life = await startLifecycle(tenant, await createPrice(tenant, { amount_cents: 1000 }), { email: MEMBER_EMAIL });
  await setChargeBehavior(life, 'insufficient_funds');
  await advanceTo(life, FEB + DAY);
  await payByMail(tenant, life);
  await manageBySession(tenant, life);
  await advanceTo(life, MAR);
  await ensureSubscription(life, { status: 'active', current_period_start: MAR, payment_count: 3 });
  await ensureInvoices(life, [
    ['subscription_create', 'paid', 1000, 1000],
    ['subscription_cycle', 'paid', 1000, 1000],
    ['subscription_cycle', 'paid', 1000, 1000],
  ]);
  await ensurePayments(life, [
    ['initial', 'succeeded', 1000],
    ['renewal', 'failed', 1000],
    ['renewal', 'failed', 1000],
    ['renewal', 'succeeded', 1000],
    ['renewal', 'succeeded', 1000],
  ]);
  await ensureEvents(life, {
    'subscription.past_due': 1,
    'payment.failed': 2,
    'subscription.reactivated': 1,
    'subscription.payment_method_updated': 1,
    'invoice.paid': 3,
  });
};
