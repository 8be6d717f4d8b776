/** Written by `npm run generate` from the declarations of the operations. */

import type { List } from './pages.ts';
import type { RequestOptions } from './transport.ts';
import { type Answer, type Body, type Calls, type Entry, encodedSegment, type Query } from './types.ts';

/** Every operation that returns JSON or a file, by resource and method; the streams are in `index.ts`. */
export const resourcesOf = (calls: Calls) => ({
  account: {
    /** Retrieve the account's activation checklist. */
    activation: (options?: RequestOptions): Promise<Answer<'account.activation'>> =>
      calls.json<'account.activation'>('GET', '/v1/account/activation', {}, options),
    /** List problems that need attention. */
    attention: (options?: RequestOptions): Promise<Answer<'account.attention'>> =>
      calls.json<'account.attention'>('GET', '/v1/account/attention', {}, options),
    /** Retrieve the account's own plan and usage. */
    billing: (options?: RequestOptions): Promise<Answer<'account.billing'>> =>
      calls.json<'account.billing'>('GET', '/v1/account/billing', {}, options),
    /** Change the account's own plan. */
    planChange: (body: Body<'account.plan_change'>, options?: RequestOptions): Promise<Answer<'account.plan_change'>> =>
      calls.json<'account.plan_change'>('POST', '/v1/account/plan', { body }, options),
  },
  apiKeys: {
    /** Create an API key. */
    create: (body: Body<'api_keys.create'> = {}, options?: RequestOptions): Promise<Answer<'api_keys.create'>> =>
      calls.json<'api_keys.create'>('POST', '/v1/api_keys', { body }, options),
    /** List API keys, newest first. */
    list: (query?: Query<'api_keys.list'>, options?: RequestOptions): List<Entry<'api_keys.list'>> =>
      calls.list<'api_keys.list'>('/v1/api_keys', query, options),
    /** Retrieve an API key. */
    retrieve: (apiKeyId: string, options?: RequestOptions): Promise<Answer<'api_keys.retrieve'>> =>
      calls.json<'api_keys.retrieve'>('GET', `/v1/api_keys/${encodedSegment(apiKeyId)}`, {}, options),
    /** Revoke an API key. */
    revoke: (apiKeyId: string, options?: RequestOptions): Promise<Answer<'api_keys.revoke'>> =>
      calls.json<'api_keys.revoke'>('POST', `/v1/api_keys/${encodedSegment(apiKeyId)}/revoke`, {}, options),
  },
  auditLogs: {
    /** List audit log entries, newest first. */
    list: (query?: Query<'audit_logs.list'>, options?: RequestOptions): List<Entry<'audit_logs.list'>> =>
      calls.list<'audit_logs.list'>('/v1/audit_logs', query, options),
    /** Retrieve an audit log entry. */
    retrieve: (auditLogId: string, options?: RequestOptions): Promise<Answer<'audit_logs.retrieve'>> =>
      calls.json<'audit_logs.retrieve'>('GET', `/v1/audit_logs/${encodedSegment(auditLogId)}`, {}, options),
  },
  billingPortal: {
    /** Create a billing portal session. */
    createSession: (body: Body<'billing_portal.create_session'>, options?: RequestOptions): Promise<Answer<'billing_portal.create_session'>> =>
      calls.json<'billing_portal.create_session'>('POST', '/v1/billing_portal/sessions', { body }, options),
    /** Revoke a billing portal session. */
    revokeSession: (sessionId: string, options?: RequestOptions): Promise<Answer<'billing_portal.revoke_session'>> =>
      calls.json<'billing_portal.revoke_session'>('POST', `/v1/billing_portal/sessions/${encodedSegment(sessionId)}/revoke`, {}, options),
  },
  checkoutElement: {
    /** Apply a promotion code to an embedded session. */
    applyCoupon: (checkoutId: string, body: Body<'checkout_element.apply_coupon'>, options?: RequestOptions): Promise<Answer<'checkout_element.apply_coupon'>> =>
      calls.json<'checkout_element.apply_coupon'>('POST', `/v1/checkout/sessions/${encodedSegment(checkoutId)}/coupon`, { body }, options),
    /** Confirm an embedded one-off payment. */
    confirmOneShot: (oneShotId: string, body: Body<'checkout_element.confirm_one_shot'>, options?: RequestOptions): Promise<Answer<'checkout_element.confirm_one_shot'>> =>
      calls.json<'checkout_element.confirm_one_shot'>('POST', `/v1/checkout/one_shot/${encodedSegment(oneShotId)}/confirm`, { body }, options),
    /** Confirm the payment of an embedded session. */
    confirm: (checkoutId: string, body: Body<'checkout_element.confirm'>, options?: RequestOptions): Promise<Answer<'checkout_element.confirm'>> =>
      calls.json<'checkout_element.confirm'>('POST', `/v1/checkout/sessions/${encodedSegment(checkoutId)}/confirm`, { body }, options),
    /** Retrieve the contents of the payment element of a session. */
    retrieve: (checkoutId: string, query?: Query<'checkout_element.retrieve'>, options?: RequestOptions): Promise<Answer<'checkout_element.retrieve'>> =>
      calls.json<'checkout_element.retrieve'>('GET', `/v1/checkout/sessions/${encodedSegment(checkoutId)}/element`, { query }, options),
  },
  checkoutPaymentMethods: {
    /** Remove a saved payment method. */
    remove: (paymentMethodId: string, options?: RequestOptions): Promise<Answer<'checkout_payment_methods.remove'>> =>
      calls.json<'checkout_payment_methods.remove'>('DELETE', `/v1/checkout/payment-methods/${encodedSegment(paymentMethodId)}`, {}, options),
    /** Retrieve the customer's wallet. */
    retrieve: (options?: RequestOptions): Promise<Answer<'checkout_payment_methods.retrieve'>> =>
      calls.json<'checkout_payment_methods.retrieve'>('GET', '/v1/checkout/payment-methods', {}, options),
    /** Make a saved payment method the default. */
    setDefault: (paymentMethodId: string, options?: RequestOptions): Promise<Answer<'checkout_payment_methods.set_default'>> =>
      calls.json<'checkout_payment_methods.set_default'>('POST', `/v1/checkout/payment-methods/${encodedSegment(paymentMethodId)}/default`, {}, options),
    /** Confirm the setup of a payment method. */
    setupConfirm: (body: Body<'checkout_payment_methods.setup_confirm'>, options?: RequestOptions): Promise<Answer<'checkout_payment_methods.setup_confirm'>> =>
      calls.json<'checkout_payment_methods.setup_confirm'>('POST', '/v1/checkout/payment-methods/setup/confirm', { body }, options),
    /** Start the setup of a payment method. */
    setup: (options?: RequestOptions): Promise<Answer<'checkout_payment_methods.setup'>> =>
      calls.json<'checkout_payment_methods.setup'>('POST', '/v1/checkout/payment-methods/setup', {}, options),
  },
  checkoutSessions: {
    /** Create a checkout session. */
    create: (body: Body<'checkout_sessions.create'>, options?: RequestOptions): Promise<Answer<'checkout_sessions.create'>> =>
      calls.json<'checkout_sessions.create'>('POST', '/v1/checkout/sessions', { body }, options),
    /** Retrieve a checkout session. */
    retrieve: (checkoutId: string, options?: RequestOptions): Promise<Answer<'checkout_sessions.retrieve'>> =>
      calls.json<'checkout_sessions.retrieve'>('GET', `/v1/checkout/sessions/${encodedSegment(checkoutId)}`, {}, options),
  },
  coupons: {
    /** Create a coupon. */
    create: (body: Body<'coupons.create'>, options?: RequestOptions): Promise<Answer<'coupons.create'>> =>
      calls.json<'coupons.create'>('POST', '/v1/coupons', { body }, options),
    /** List coupons, newest first. */
    list: (query?: Query<'coupons.list'>, options?: RequestOptions): List<Entry<'coupons.list'>> =>
      calls.list<'coupons.list'>('/v1/coupons', query, options),
    /** Retrieve a coupon. */
    retrieve: (couponId: string, options?: RequestOptions): Promise<Answer<'coupons.retrieve'>> =>
      calls.json<'coupons.retrieve'>('GET', `/v1/coupons/${encodedSegment(couponId)}`, {}, options),
    /** Update a coupon. */
    update: (couponId: string, body: Body<'coupons.update'> = {}, options?: RequestOptions): Promise<Answer<'coupons.update'>> =>
      calls.json<'coupons.update'>('POST', `/v1/coupons/${encodedSegment(couponId)}`, { body }, options),
    /** Validate a coupon code. */
    validate: (body: Body<'coupons.validate'>, options?: RequestOptions): Promise<Answer<'coupons.validate'>> =>
      calls.json<'coupons.validate'>('POST', '/v1/coupons/validate', { body }, options),
  },
  creditNotes: {
    /** Download the e-invoice of a credit note. */
    eInvoice: (creditNoteId: string, query?: Query<'credit_notes.e_invoice'>, options?: RequestOptions): Promise<Uint8Array> =>
      calls.bytes(`/v1/credit_notes/${encodedSegment(creditNoteId)}/e_invoice`, options, query),
    /** List credit notes, newest first. */
    list: (query?: Query<'credit_notes.list'>, options?: RequestOptions): List<Entry<'credit_notes.list'>> =>
      calls.list<'credit_notes.list'>('/v1/credit_notes', query, options),
    /** Download the PDF of a credit note. */
    pdf: (creditNoteId: string, options?: RequestOptions): Promise<Uint8Array> =>
      calls.bytes(`/v1/credit_notes/${encodedSegment(creditNoteId)}/pdf`, options),
    /** Retrieve a credit note. */
    retrieve: (creditNoteId: string, query?: Query<'credit_notes.retrieve'>, options?: RequestOptions): Promise<Answer<'credit_notes.retrieve'>> =>
      calls.json<'credit_notes.retrieve'>('GET', `/v1/credit_notes/${encodedSegment(creditNoteId)}`, { query }, options),
  },
  customers: {
    /** Create a customer. */
    create: (body: Body<'customers.create'> = {}, options?: RequestOptions): Promise<Answer<'customers.create'>> =>
      calls.json<'customers.create'>('POST', '/v1/customers', { body }, options),
    /** Delete a customer. */
    delete: (customerId: string, options?: RequestOptions): Promise<Answer<'customers.delete'>> =>
      calls.json<'customers.delete'>('DELETE', `/v1/customers/${encodedSegment(customerId)}`, {}, options),
    /** List customers, newest first. */
    list: (query?: Query<'customers.list'>, options?: RequestOptions): List<Entry<'customers.list'>> =>
      calls.list<'customers.list'>('/v1/customers', query, options),
    /** Purge a customer's personal data. */
    purge: (customerId: string, options?: RequestOptions): Promise<Answer<'customers.purge'>> =>
      calls.json<'customers.purge'>('POST', `/v1/customers/${encodedSegment(customerId)}/purge`, {}, options),
    /** Retrieve a customer. */
    retrieve: (customerId: string, options?: RequestOptions): Promise<Answer<'customers.retrieve'>> =>
      calls.json<'customers.retrieve'>('GET', `/v1/customers/${encodedSegment(customerId)}`, {}, options),
    /** Revoke all billing portal sessions of a customer. */
    revokePortalSessions: (customerId: string, options?: RequestOptions): Promise<Answer<'customers.revoke_portal_sessions'>> =>
      calls.json<'customers.revoke_portal_sessions'>('POST', `/v1/customers/${encodedSegment(customerId)}/revoke_portal_sessions`, {}, options),
    /** Update a customer. */
    update: (customerId: string, body: Body<'customers.update'> = {}, options?: RequestOptions): Promise<Answer<'customers.update'>> =>
      calls.json<'customers.update'>('POST', `/v1/customers/${encodedSegment(customerId)}`, { body }, options),
    /** Update a customer's VAT number. */
    vatNumber: (customerId: string, body: Body<'customers.vat_number'>, options?: RequestOptions): Promise<Answer<'customers.vat_number'>> =>
      calls.json<'customers.vat_number'>('POST', `/v1/customers/${encodedSegment(customerId)}/vat_number`, { body }, options),
  },
  disputes: {
    /** List disputes, newest first. */
    list: (query?: Query<'disputes.list'>, options?: RequestOptions): List<Entry<'disputes.list'>> =>
      calls.list<'disputes.list'>('/v1/disputes', query, options),
    /** Retrieve a dispute. */
    retrieve: (disputeId: string, options?: RequestOptions): Promise<Answer<'disputes.retrieve'>> =>
      calls.json<'disputes.retrieve'>('GET', `/v1/disputes/${encodedSegment(disputeId)}`, {}, options),
  },
  events: {
    /** List events, newest first. */
    list: (query?: Query<'events.list'>, options?: RequestOptions): List<Entry<'events.list'>> =>
      calls.list<'events.list'>('/v1/events', query, options),
    /** Retrieve an event. */
    retrieve: (eventId: string, options?: RequestOptions): Promise<Answer<'events.retrieve'>> =>
      calls.json<'events.retrieve'>('GET', `/v1/events/${encodedSegment(eventId)}`, {}, options),
  },
  invoices: {
    /** Download the e-invoice of an invoice. */
    eInvoice: (invoiceId: string, query?: Query<'invoices.e_invoice'>, options?: RequestOptions): Promise<Uint8Array> =>
      calls.bytes(`/v1/invoices/${encodedSegment(invoiceId)}/e_invoice`, options, query),
    /** Send an invoice by email. */
    email: (invoiceId: string, options?: RequestOptions): Promise<Answer<'invoices.email'>> =>
      calls.json<'invoices.email'>('POST', `/v1/invoices/${encodedSegment(invoiceId)}/email`, {}, options),
    /** List invoices, newest first. */
    list: (query?: Query<'invoices.list'>, options?: RequestOptions): List<Entry<'invoices.list'>> =>
      calls.list<'invoices.list'>('/v1/invoices', query, options),
    /** Download the PDF of an invoice. */
    pdf: (invoiceId: string, options?: RequestOptions): Promise<Uint8Array> =>
      calls.bytes(`/v1/invoices/${encodedSegment(invoiceId)}/pdf`, options),
    /** Retrieve an invoice. */
    retrieve: (invoiceId: string, query?: Query<'invoices.retrieve'>, options?: RequestOptions): Promise<Answer<'invoices.retrieve'>> =>
      calls.json<'invoices.retrieve'>('GET', `/v1/invoices/${encodedSegment(invoiceId)}`, { query }, options),
    /** Retrieve the number and sums of invoices. */
    totals: (query?: Query<'invoices.totals'>, options?: RequestOptions): Promise<Answer<'invoices.totals'>> =>
      calls.json<'invoices.totals'>('GET', '/v1/invoices/totals', { query }, options),
    /** Void an invoice. */
    void: (invoiceId: string, options?: RequestOptions): Promise<Answer<'invoices.void'>> =>
      calls.json<'invoices.void'>('POST', `/v1/invoices/${encodedSegment(invoiceId)}/void`, {}, options),
  },
  meters: {
    /** Create a meter. */
    create: (body: Body<'meters.create'>, options?: RequestOptions): Promise<Answer<'meters.create'>> =>
      calls.json<'meters.create'>('POST', '/v1/meters', { body }, options),
    /** List meters, newest first. */
    list: (query?: Query<'meters.list'>, options?: RequestOptions): List<Entry<'meters.list'>> =>
      calls.list<'meters.list'>('/v1/meters', query, options),
    /** Retrieve a meter. */
    retrieve: (meterId: string, options?: RequestOptions): Promise<Answer<'meters.retrieve'>> =>
      calls.json<'meters.retrieve'>('GET', `/v1/meters/${encodedSegment(meterId)}`, {}, options),
    /** Update a meter. */
    update: (meterId: string, body: Body<'meters.update'> = {}, options?: RequestOptions): Promise<Answer<'meters.update'>> =>
      calls.json<'meters.update'>('POST', `/v1/meters/${encodedSegment(meterId)}`, { body }, options),
  },
  metrics: {
    /** Retrieve MRR, churn and revenue by day or month. */
    retrieve: (query?: Query<'metrics.retrieve'>, options?: RequestOptions): Promise<Answer<'metrics.retrieve'>> =>
      calls.json<'metrics.retrieve'>('GET', '/v1/metrics', { query }, options),
  },
  oneShotPayments: {
    /** Create a one-off payment. */
    create: (body: Body<'one_shot_payments.create'>, options?: RequestOptions): Promise<Answer<'one_shot_payments.create'>> =>
      calls.json<'one_shot_payments.create'>('POST', '/v1/checkout/one_shot', { body }, options),
    /** List one-off payments, newest first. */
    list: (query?: Query<'one_shot_payments.list'>, options?: RequestOptions): List<Entry<'one_shot_payments.list'>> =>
      calls.list<'one_shot_payments.list'>('/v1/checkout/one_shot', query, options),
    /** Retrieve a one-off payment. */
    retrieve: (oneShotId: string, options?: RequestOptions): Promise<Answer<'one_shot_payments.retrieve'>> =>
      calls.json<'one_shot_payments.retrieve'>('GET', `/v1/checkout/one_shot/${encodedSegment(oneShotId)}`, {}, options),
  },
  paymentLinks: {
    /** Create a payment link. */
    create: (body: Body<'payment_links.create'>, options?: RequestOptions): Promise<Answer<'payment_links.create'>> =>
      calls.json<'payment_links.create'>('POST', '/v1/payment_links', { body }, options),
    /** List payment links, newest first. */
    list: (query?: Query<'payment_links.list'>, options?: RequestOptions): List<Entry<'payment_links.list'>> =>
      calls.list<'payment_links.list'>('/v1/payment_links', query, options),
    /** Retrieve a payment link. */
    retrieve: (paymentLinkId: string, options?: RequestOptions): Promise<Answer<'payment_links.retrieve'>> =>
      calls.json<'payment_links.retrieve'>('GET', `/v1/payment_links/${encodedSegment(paymentLinkId)}`, {}, options),
    /** Update a payment link. */
    update: (paymentLinkId: string, body: Body<'payment_links.update'> = {}, options?: RequestOptions): Promise<Answer<'payment_links.update'>> =>
      calls.json<'payment_links.update'>('POST', `/v1/payment_links/${encodedSegment(paymentLinkId)}`, { body }, options),
  },
  payments: {
    /** List payments, newest first. */
    list: (query?: Query<'payments.list'>, options?: RequestOptions): List<Entry<'payments.list'>> =>
      calls.list<'payments.list'>('/v1/payments', query, options),
    /** Retrieve the payment provider's record of a payment. */
    provider: (paymentId: string, options?: RequestOptions): Promise<Answer<'payments.provider'>> =>
      calls.json<'payments.provider'>('GET', `/v1/payments/${encodedSegment(paymentId)}/provider`, {}, options),
    /** Retrieve a payment. */
    retrieve: (paymentId: string, query?: Query<'payments.retrieve'>, options?: RequestOptions): Promise<Answer<'payments.retrieve'>> =>
      calls.json<'payments.retrieve'>('GET', `/v1/payments/${encodedSegment(paymentId)}`, { query }, options),
  },
  ping: {
    /** Check that the service is up. */
    retrieve: (options?: RequestOptions): Promise<Answer<'ping.retrieve'>> =>
      calls.json<'ping.retrieve'>('GET', '/v1/ping', {}, options),
  },
  portal: {
    /** Add a payment method to the wallet. */
    addMethod: (body: Body<'portal.add_method'>, options?: RequestOptions): Promise<Answer<'portal.add_method'>> =>
      calls.json<'portal.add_method'>('POST', '/portal/payment_methods', { body }, options),
    /** Apply a promotion code to the subscription. */
    applyCoupon: (body: Body<'portal.apply_coupon'>, options?: RequestOptions): Promise<Answer<'portal.apply_coupon'>> =>
      calls.json<'portal.apply_coupon'>('POST', '/portal/coupon', { body }, options),
    /** Approve a new email address. */
    approveBillingEmail: (options?: RequestOptions): Promise<Answer<'portal.approve_billing_email'>> =>
      calls.json<'portal.approve_billing_email'>('POST', '/portal/billing_email/approve', {}, options),
    /** Cancel the subscription. */
    cancel: (body: Body<'portal.cancel'> = {}, options?: RequestOptions): Promise<Answer<'portal.cancel'>> =>
      calls.json<'portal.cancel'>('POST', '/portal/subscription/cancel', { body }, options),
    /** Download the PDF of a credit note of the subscription. */
    creditNotePdf: (creditNoteId: string, options?: RequestOptions): Promise<Uint8Array> =>
      calls.bytes(`/portal/credit_notes/${encodedSegment(creditNoteId)}/pdf`, options),
    /** Download the PDF of an invoice of the subscription. */
    invoicePdf: (invoiceId: string, options?: RequestOptions): Promise<Uint8Array> =>
      calls.bytes(`/portal/invoices/${encodedSegment(invoiceId)}/pdf`, options),
    /** Pay the open invoice of a failed renewal. */
    payInvoice: (invoiceId: string, options?: RequestOptions): Promise<Answer<'portal.pay_invoice'>> =>
      calls.json<'portal.pay_invoice'>('POST', `/portal/invoices/${encodedSegment(invoiceId)}/pay`, {}, options),
    /** List the plans that the subscription can change to. */
    plans: (options?: RequestOptions): Promise<Answer<'portal.plans'>> =>
      calls.json<'portal.plans'>('GET', '/portal/plans', {}, options),
    /** Preview a change of plan. */
    previewUpdate: (body: Body<'portal.preview_update'>, options?: RequestOptions): Promise<Answer<'portal.preview_update'>> =>
      calls.json<'portal.preview_update'>('POST', '/portal/subscription/preview_update', { body }, options),
    /** Revert the scheduled cancellation of the subscription. */
    reactivate: (options?: RequestOptions): Promise<Answer<'portal.reactivate'>> =>
      calls.json<'portal.reactivate'>('POST', '/portal/subscription/reactivate', {}, options),
    /** Remove a saved payment method. */
    removeMethod: (paymentMethodId: string, options?: RequestOptions): Promise<Answer<'portal.remove_method'>> =>
      calls.json<'portal.remove_method'>('DELETE', `/portal/payment_methods/${encodedSegment(paymentMethodId)}`, {}, options),
    /** Resume the subscription. */
    resume: (options?: RequestOptions): Promise<Answer<'portal.resume'>> =>
      calls.json<'portal.resume'>('POST', '/portal/subscription/resume', {}, options),
    /** Retrieve the contents of the portal. */
    retrieve: (options?: RequestOptions): Promise<Answer<'portal.retrieve'>> =>
      calls.json<'portal.retrieve'>('GET', '/portal/session', {}, options),
    /** Make a saved payment method the default. */
    setDefaultMethod: (paymentMethodId: string, options?: RequestOptions): Promise<Answer<'portal.set_default_method'>> =>
      calls.json<'portal.set_default_method'>('POST', `/portal/payment_methods/${encodedSegment(paymentMethodId)}/default`, {}, options),
    /** Update the customer's details. */
    updateCustomer: (body: Body<'portal.update_customer'> = {}, options?: RequestOptions): Promise<Answer<'portal.update_customer'>> =>
      calls.json<'portal.update_customer'>('POST', '/portal/customer', { body }, options),
    /** Change the plan. */
    update: (body: Body<'portal.update'>, options?: RequestOptions): Promise<Answer<'portal.update'>> =>
      calls.json<'portal.update'>('POST', '/portal/subscription/update', { body }, options),
    /** Update the customer's VAT number. */
    vatNumber: (body: Body<'portal.vat_number'>, options?: RequestOptions): Promise<Answer<'portal.vat_number'>> =>
      calls.json<'portal.vat_number'>('POST', '/portal/vat_number', { body }, options),
  },
  prices: {
    /** Create a price. */
    create: (body: Body<'prices.create'>, options?: RequestOptions): Promise<Answer<'prices.create'>> =>
      calls.json<'prices.create'>('POST', '/v1/prices', { body }, options),
    /** List prices, newest first. */
    list: (query?: Query<'prices.list'>, options?: RequestOptions): List<Entry<'prices.list'>> =>
      calls.list<'prices.list'>('/v1/prices', query, options),
    /** Retrieve a price. */
    retrieve: (priceId: string, options?: RequestOptions): Promise<Answer<'prices.retrieve'>> =>
      calls.json<'prices.retrieve'>('GET', `/v1/prices/${encodedSegment(priceId)}`, {}, options),
    /** Update a price. */
    update: (priceId: string, body: Body<'prices.update'> = {}, options?: RequestOptions): Promise<Answer<'prices.update'>> =>
      calls.json<'prices.update'>('POST', `/v1/prices/${encodedSegment(priceId)}`, { body }, options),
  },
  products: {
    /** Create a product. */
    create: (body: Body<'products.create'>, options?: RequestOptions): Promise<Answer<'products.create'>> =>
      calls.json<'products.create'>('POST', '/v1/products', { body }, options),
    /** List products, newest first. */
    list: (query?: Query<'products.list'>, options?: RequestOptions): List<Entry<'products.list'>> =>
      calls.list<'products.list'>('/v1/products', query, options),
    /** Retrieve a product. */
    retrieve: (productId: string, query?: Query<'products.retrieve'>, options?: RequestOptions): Promise<Answer<'products.retrieve'>> =>
      calls.json<'products.retrieve'>('GET', `/v1/products/${encodedSegment(productId)}`, { query }, options),
    /** Update a product. */
    update: (productId: string, body: Body<'products.update'> = {}, options?: RequestOptions): Promise<Answer<'products.update'>> =>
      calls.json<'products.update'>('POST', `/v1/products/${encodedSegment(productId)}`, { body }, options),
  },
  refunds: {
    /** Refund a charge. */
    create: (body: Body<'refunds.create'> = {}, options?: RequestOptions): Promise<Answer<'refunds.create'>> =>
      calls.json<'refunds.create'>('POST', '/v1/refunds', { body }, options),
    /** List refunds, newest first. */
    list: (query?: Query<'refunds.list'>, options?: RequestOptions): List<Entry<'refunds.list'>> =>
      calls.list<'refunds.list'>('/v1/refunds', query, options),
    /** Retrieve a refund. */
    retrieve: (refundId: string, options?: RequestOptions): Promise<Answer<'refunds.retrieve'>> =>
      calls.json<'refunds.retrieve'>('GET', `/v1/refunds/${encodedSegment(refundId)}`, {}, options),
  },
  reports: {
    /** Retrieve the retention of subscriptions by month of their start. */
    cohorts: (query?: Query<'reports.cohorts'>, options?: RequestOptions): Promise<Answer<'reports.cohorts'>> =>
      calls.json<'reports.cohorts'>('GET', '/v1/reports/cohorts', { query }, options),
    /** Retrieve the accounting journal of a period. */
    journal: (query?: Query<'reports.journal'>, options?: RequestOptions): Promise<Answer<'reports.journal'>> =>
      calls.json<'reports.journal'>('GET', '/v1/reports/journal', { query }, options),
    /** Retrieve the accounting journal of a period, as a file in the format of the query: csv or datev. */
    journalFile: (query: Query<'reports.journal'>, options?: RequestOptions): Promise<Uint8Array> =>
      calls.bytes('/v1/reports/journal', options, query),
    /** Retrieve the VAT of a period. */
    vat: (query?: Query<'reports.vat'>, options?: RequestOptions): Promise<Answer<'reports.vat'>> =>
      calls.json<'reports.vat'>('GET', '/v1/reports/vat', { query }, options),
    /** Retrieve the VAT of a period, as a file in the format of the query: csv. */
    vatFile: (query: Query<'reports.vat'>, options?: RequestOptions): Promise<Uint8Array> =>
      calls.bytes('/v1/reports/vat', options, query),
  },
  requestLogs: {
    /** List API requests, newest first. */
    list: (query?: Query<'request_logs.list'>, options?: RequestOptions): List<Entry<'request_logs.list'>> =>
      calls.list<'request_logs.list'>('/v1/request_logs', query, options),
  },
  sandbox: {
    /** Pay a checkout session in the sandbox. */
    checkoutSessionPay: (checkoutId: string, body: Body<'sandbox.checkout_session_pay'> = {}, options?: RequestOptions): Promise<Answer<'sandbox.checkout_session_pay'>> =>
      calls.json<'sandbox.checkout_session_pay'>('POST', `/sandbox/checkout_sessions/${encodedSegment(checkoutId)}/pay`, { body }, options),
    /** Set the outcomes of a customer's sandbox charges and refunds. */
    customerBehavior: (customerId: string, body: Body<'sandbox.customer_behavior'> = {}, options?: RequestOptions): Promise<Answer<'sandbox.customer_behavior'>> =>
      calls.json<'sandbox.customer_behavior'>('POST', `/sandbox/customers/${encodedSegment(customerId)}/behavior`, { body }, options),
    /** Pay a one-off payment in the sandbox. */
    oneShotPay: (oneShotId: string, body: Body<'sandbox.one_shot_pay'> = {}, options?: RequestOptions): Promise<Answer<'sandbox.one_shot_pay'>> =>
      calls.json<'sandbox.one_shot_pay'>('POST', `/sandbox/one_shots/${encodedSegment(oneShotId)}/pay`, { body }, options),
    /** Set the outcome of a sandbox payment. */
    paymentOutcome: (paymentId: string, body: Body<'sandbox.payment_outcome'>, options?: RequestOptions): Promise<Answer<'sandbox.payment_outcome'>> =>
      calls.json<'sandbox.payment_outcome'>('POST', `/sandbox/payments/${encodedSegment(paymentId)}/outcome`, { body }, options),
    /** Set the outcome of a sandbox refund. */
    refundOutcome: (refundId: string, body: Body<'sandbox.refund_outcome'>, options?: RequestOptions): Promise<Answer<'sandbox.refund_outcome'>> =>
      calls.json<'sandbox.refund_outcome'>('POST', `/sandbox/refunds/${encodedSegment(refundId)}/outcome`, { body }, options),
  },
  search: {
    /** Search customers, subscriptions, invoices, payments, products and coupons. */
    query: (query?: Query<'search.query'>, options?: RequestOptions): Promise<Answer<'search.query'>> =>
      calls.json<'search.query'>('GET', '/v1/search', { query }, options),
  },
  subscriptions: {
    /** Cancel a subscription. */
    cancel: (subscriptionId: string, body: Body<'subscriptions.cancel'> = {}, options?: RequestOptions): Promise<Answer<'subscriptions.cancel'>> =>
      calls.json<'subscriptions.cancel'>('POST', `/v1/subscriptions/${encodedSegment(subscriptionId)}/cancel`, { body }, options),
    /** List subscriptions, newest first. */
    list: (query?: Query<'subscriptions.list'>, options?: RequestOptions): List<Entry<'subscriptions.list'>> =>
      calls.list<'subscriptions.list'>('/v1/subscriptions', query, options),
    /** Pause a subscription. */
    pause: (subscriptionId: string, options?: RequestOptions): Promise<Answer<'subscriptions.pause'>> =>
      calls.json<'subscriptions.pause'>('POST', `/v1/subscriptions/${encodedSegment(subscriptionId)}/pause`, {}, options),
    /** Preview a plan change. */
    previewUpdate: (subscriptionId: string, body: Body<'subscriptions.preview_update'>, options?: RequestOptions): Promise<Answer<'subscriptions.preview_update'>> =>
      calls.json<'subscriptions.preview_update'>('POST', `/v1/subscriptions/${encodedSegment(subscriptionId)}/preview_update`, { body }, options),
    /** Revert a scheduled cancellation. */
    reactivate: (subscriptionId: string, options?: RequestOptions): Promise<Answer<'subscriptions.reactivate'>> =>
      calls.json<'subscriptions.reactivate'>('POST', `/v1/subscriptions/${encodedSegment(subscriptionId)}/reactivate`, {}, options),
    /** Have the customer authorize another payment method. */
    reauthorizePaymentMethod: (subscriptionId: string, body: Body<'subscriptions.reauthorize_payment_method'>, options?: RequestOptions): Promise<Answer<'subscriptions.reauthorize_payment_method'>> =>
      calls.json<'subscriptions.reauthorize_payment_method'>('POST', `/v1/subscriptions/${encodedSegment(subscriptionId)}/reauthorize_payment_method`, { body }, options),
    /** Resume a paused subscription. */
    resume: (subscriptionId: string, options?: RequestOptions): Promise<Answer<'subscriptions.resume'>> =>
      calls.json<'subscriptions.resume'>('POST', `/v1/subscriptions/${encodedSegment(subscriptionId)}/resume`, {}, options),
    /** Retrieve a subscription. */
    retrieve: (subscriptionId: string, query?: Query<'subscriptions.retrieve'>, options?: RequestOptions): Promise<Answer<'subscriptions.retrieve'>> =>
      calls.json<'subscriptions.retrieve'>('GET', `/v1/subscriptions/${encodedSegment(subscriptionId)}`, { query }, options),
    /** Change the plan or the maximum amount of a subscription. */
    update: (subscriptionId: string, body: Body<'subscriptions.update'> = {}, options?: RequestOptions): Promise<Answer<'subscriptions.update'>> =>
      calls.json<'subscriptions.update'>('POST', `/v1/subscriptions/${encodedSegment(subscriptionId)}/update`, { body }, options),
  },
  taxRates: {
    /** Create a tax rate. */
    create: (body: Body<'tax_rates.create'>, options?: RequestOptions): Promise<Answer<'tax_rates.create'>> =>
      calls.json<'tax_rates.create'>('POST', '/v1/tax_rates', { body }, options),
    /** List tax rates, newest first. */
    list: (query?: Query<'tax_rates.list'>, options?: RequestOptions): List<Entry<'tax_rates.list'>> =>
      calls.list<'tax_rates.list'>('/v1/tax_rates', query, options),
    /** Retrieve a tax rate. */
    retrieve: (taxRateId: string, options?: RequestOptions): Promise<Answer<'tax_rates.retrieve'>> =>
      calls.json<'tax_rates.retrieve'>('GET', `/v1/tax_rates/${encodedSegment(taxRateId)}`, {}, options),
    /** Update a tax rate. */
    update: (taxRateId: string, body: Body<'tax_rates.update'> = {}, options?: RequestOptions): Promise<Answer<'tax_rates.update'>> =>
      calls.json<'tax_rates.update'>('POST', `/v1/tax_rates/${encodedSegment(taxRateId)}`, { body }, options),
  },
  tenant: {
    /** Retrieve the account's billing profile. */
    billingProfileRetrieve: (options?: RequestOptions): Promise<Answer<'tenant.billing_profile_retrieve'>> =>
      calls.json<'tenant.billing_profile_retrieve'>('GET', '/v1/tenant/billing_profile', {}, options),
    /** Update the account's billing profile. */
    billingProfileUpdate: (body: Body<'tenant.billing_profile_update'> = {}, options?: RequestOptions): Promise<Answer<'tenant.billing_profile_update'>> =>
      calls.json<'tenant.billing_profile_update'>('POST', '/v1/tenant/billing_profile', { body }, options),
    /** Retrieve the account's capabilities and limits. */
    capabilities: (options?: RequestOptions): Promise<Answer<'tenant.capabilities'>> =>
      calls.json<'tenant.capabilities'>('GET', '/v1/tenant/capabilities', {}, options),
    /** List the texts of emails to customers. */
    emailTextsList: (query?: Query<'tenant.email_texts_list'>, options?: RequestOptions): Promise<Answer<'tenant.email_texts_list'>> =>
      calls.json<'tenant.email_texts_list'>('GET', '/v1/tenant/email_texts', { query }, options),
    /** Replace texts of an email to customers. */
    emailTextsUpdate: (body: Body<'tenant.email_texts_update'>, options?: RequestOptions): Promise<Answer<'tenant.email_texts_update'>> =>
      calls.json<'tenant.email_texts_update'>('POST', '/v1/tenant/email_texts', { body }, options),
    /** Upload the account's logo. */
    portalBrandingLogo: (body: Body<'tenant.portal_branding_logo'>, options?: RequestOptions): Promise<Answer<'tenant.portal_branding_logo'>> =>
      calls.json<'tenant.portal_branding_logo'>('POST', '/v1/tenant/portal_branding/logo', { body }, options),
    /** Retrieve the account's portal branding. */
    portalBrandingRetrieve: (options?: RequestOptions): Promise<Answer<'tenant.portal_branding_retrieve'>> =>
      calls.json<'tenant.portal_branding_retrieve'>('GET', '/v1/tenant/portal_branding', {}, options),
    /** Update the account's portal branding. */
    portalBrandingUpdate: (body: Body<'tenant.portal_branding_update'> = {}, options?: RequestOptions): Promise<Answer<'tenant.portal_branding_update'>> =>
      calls.json<'tenant.portal_branding_update'>('POST', '/v1/tenant/portal_branding', { body }, options),
    /** Connect a payment provider account. */
    providerCredentialConnect: (body: Body<'tenant.provider_credential_connect'>, options?: RequestOptions): Promise<Answer<'tenant.provider_credential_connect'>> =>
      calls.json<'tenant.provider_credential_connect'>('POST', '/v1/tenant/provider_credential', { body }, options),
  },
  testClocks: {
    /** Advance a test clock. */
    advance: (testClockId: string, body: Body<'test_clocks.advance'>, options?: RequestOptions): Promise<Answer<'test_clocks.advance'>> =>
      calls.json<'test_clocks.advance'>('POST', `/v1/test_clocks/${encodedSegment(testClockId)}/advance`, { body }, options),
    /** Create a test clock. */
    create: (body: Body<'test_clocks.create'>, options?: RequestOptions): Promise<Answer<'test_clocks.create'>> =>
      calls.json<'test_clocks.create'>('POST', '/v1/test_clocks', { body }, options),
    /** Delete a test clock. */
    delete: (testClockId: string, options?: RequestOptions): Promise<Answer<'test_clocks.delete'>> =>
      calls.json<'test_clocks.delete'>('DELETE', `/v1/test_clocks/${encodedSegment(testClockId)}`, {}, options),
    /** List test clocks, newest first. */
    list: (query?: Query<'test_clocks.list'>, options?: RequestOptions): List<Entry<'test_clocks.list'>> =>
      calls.list<'test_clocks.list'>('/v1/test_clocks', query, options),
    /** Retrieve a test clock. */
    retrieve: (testClockId: string, options?: RequestOptions): Promise<Answer<'test_clocks.retrieve'>> =>
      calls.json<'test_clocks.retrieve'>('GET', `/v1/test_clocks/${encodedSegment(testClockId)}`, {}, options),
  },
  usageAlerts: {
    /** Create a usage alert. */
    create: (body: Body<'usage_alerts.create'> = {}, options?: RequestOptions): Promise<Answer<'usage_alerts.create'>> =>
      calls.json<'usage_alerts.create'>('POST', '/v1/usage_alerts', { body }, options),
    /** Delete a usage alert. */
    delete: (usageAlertId: string, options?: RequestOptions): Promise<Answer<'usage_alerts.delete'>> =>
      calls.json<'usage_alerts.delete'>('DELETE', `/v1/usage_alerts/${encodedSegment(usageAlertId)}`, {}, options),
    /** List usage alerts, newest first. */
    list: (query?: Query<'usage_alerts.list'>, options?: RequestOptions): List<Entry<'usage_alerts.list'>> =>
      calls.list<'usage_alerts.list'>('/v1/usage_alerts', query, options),
  },
  usageEvents: {
    /** Cancel a usage event. */
    cancel: (usageEventId: string, options?: RequestOptions): Promise<Answer<'usage_events.cancel'>> =>
      calls.json<'usage_events.cancel'>('POST', `/v1/usage_events/${encodedSegment(usageEventId)}/cancel`, {}, options),
    /** Record up to 1,000 usage events. */
    create: (body: Body<'usage_events.create'>, options?: RequestOptions): Promise<Answer<'usage_events.create'>> =>
      calls.json<'usage_events.create'>('POST', '/v1/usage_events', { body }, options),
    /** List the usage events of a subscription, last received first. */
    list: (query?: Query<'usage_events.list'>, options?: RequestOptions): List<Entry<'usage_events.list'>> =>
      calls.list<'usage_events.list'>('/v1/usage_events', query, options),
  },
  usageRecords: {
    /** Record usage. */
    create: (subscriptionId: string, body: Body<'usage_records.create'>, options?: RequestOptions): Promise<Answer<'usage_records.create'>> =>
      calls.json<'usage_records.create'>('POST', `/v1/subscriptions/${encodedSegment(subscriptionId)}/usage_records`, { body }, options),
    /** List the usage records of a subscription, newest first. */
    list: (subscriptionId: string, query?: Query<'usage_records.list'>, options?: RequestOptions): List<Entry<'usage_records.list'>> =>
      calls.list<'usage_records.list'>(`/v1/subscriptions/${encodedSegment(subscriptionId)}/usage_records`, query, options),
    /** Retrieve the current period's usage summary. */
    summary: (subscriptionId: string, query?: Query<'usage_records.summary'>, options?: RequestOptions): Promise<Answer<'usage_records.summary'>> =>
      calls.json<'usage_records.summary'>('GET', `/v1/subscriptions/${encodedSegment(subscriptionId)}/usage_summary`, { query }, options),
  },
  webhookEndpoints: {
    /** Create a webhook endpoint. */
    create: (body: Body<'webhook_endpoints.create'>, options?: RequestOptions): Promise<Answer<'webhook_endpoints.create'>> =>
      calls.json<'webhook_endpoints.create'>('POST', '/v1/webhook_endpoints', { body }, options),
    /** Delete a webhook endpoint. */
    delete: (endpointId: string, options?: RequestOptions): Promise<Answer<'webhook_endpoints.delete'>> =>
      calls.json<'webhook_endpoints.delete'>('DELETE', `/v1/webhook_endpoints/${encodedSegment(endpointId)}`, {}, options),
    /** List event types. */
    eventTypes: (options?: RequestOptions): Promise<Answer<'webhook_endpoints.event_types'>> =>
      calls.json<'webhook_endpoints.event_types'>('GET', '/v1/webhook_endpoints/event_types', {}, options),
    /** List webhook endpoints, newest first. */
    list: (query?: Query<'webhook_endpoints.list'>, options?: RequestOptions): List<Entry<'webhook_endpoints.list'>> =>
      calls.list<'webhook_endpoints.list'>('/v1/webhook_endpoints', query, options),
    /** Retrieve a webhook endpoint. */
    retrieve: (endpointId: string, options?: RequestOptions): Promise<Answer<'webhook_endpoints.retrieve'>> =>
      calls.json<'webhook_endpoints.retrieve'>('GET', `/v1/webhook_endpoints/${encodedSegment(endpointId)}`, {}, options),
    /** Rotate an endpoint's signing secret. */
    rotateSecret: (endpointId: string, options?: RequestOptions): Promise<Answer<'webhook_endpoints.rotate_secret'>> =>
      calls.json<'webhook_endpoints.rotate_secret'>('POST', `/v1/webhook_endpoints/${encodedSegment(endpointId)}/rotate_secret`, {}, options),
    /** Send a test event to an endpoint. */
    sendTestEvent: (endpointId: string, body: Body<'webhook_endpoints.send_test_event'> = {}, options?: RequestOptions): Promise<Answer<'webhook_endpoints.send_test_event'>> =>
      calls.json<'webhook_endpoints.send_test_event'>('POST', `/v1/webhook_endpoints/${encodedSegment(endpointId)}/send_test_event`, { body }, options),
    /** Update a webhook endpoint. */
    update: (endpointId: string, body: Body<'webhook_endpoints.update'> = {}, options?: RequestOptions): Promise<Answer<'webhook_endpoints.update'>> =>
      calls.json<'webhook_endpoints.update'>('POST', `/v1/webhook_endpoints/${encodedSegment(endpointId)}`, { body }, options),
  },
  webhookDeliveries: {
    /** List an endpoint's webhook deliveries, newest first. */
    list: (endpointId: string, query?: Query<'webhook_deliveries.list'>, options?: RequestOptions): List<Entry<'webhook_deliveries.list'>> =>
      calls.list<'webhook_deliveries.list'>(`/v1/webhook_endpoints/${encodedSegment(endpointId)}/deliveries`, query, options),
    /** Redeliver a webhook. */
    redeliver: (endpointId: string, deliveryId: string, options?: RequestOptions): Promise<Answer<'webhook_deliveries.redeliver'>> =>
      calls.json<'webhook_deliveries.redeliver'>('POST', `/v1/webhook_endpoints/${encodedSegment(endpointId)}/deliveries/${encodedSegment(deliveryId)}/redeliver`, {}, options),
    /** Retrieve the request of a webhook delivery. */
    request: (endpointId: string, deliveryId: string, options?: RequestOptions): Promise<Answer<'webhook_deliveries.request'>> =>
      calls.json<'webhook_deliveries.request'>('GET', `/v1/webhook_endpoints/${encodedSegment(endpointId)}/deliveries/${encodedSegment(deliveryId)}/request`, {}, options),
    /** Retrieve a webhook delivery. */
    retrieve: (endpointId: string, deliveryId: string, options?: RequestOptions): Promise<Answer<'webhook_deliveries.retrieve'>> =>
      calls.json<'webhook_deliveries.retrieve'>('GET', `/v1/webhook_endpoints/${encodedSegment(endpointId)}/deliveries/${encodedSegment(deliveryId)}`, {}, options),
  },
});

export type Resources = ReturnType<typeof resourcesOf>;
