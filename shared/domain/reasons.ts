/** What each reason means and what to do, in Markdown; shown at `/docs/errors`. Bundles of the deployed functions do not contain it. */
export const REASON_HELP = {
  account_suspended: 'The operator of the service has suspended the account. Contact the operator.',
  already_a_member: 'In the console: the person is already a member of the account.',
  body_too_large: 'The body has more than 256 KB, or 1 MB for usage events.',
  breakdown_too_large:
    'The period has too many usage records and events, or the breakdown has too many rows. Send the `interval` that the message names, or omit `group_by`.',
  client_secret_expired:
    'The client secret is older than 30 minutes. Repeat the request that created the session with the same `Idempotency-Key`; the response has a new secret.',
  console_session_expired: 'In the console: the session has ended. Sign in again.',
  country_not_confirmed:
    'The IP address of the buyer is in another country than the billing address. Ask the buyer to confirm the country, then send `country_confirmed: true`.',
  coupon_already_redeemed: 'The customer has used the coupon as often as it allows.',
  coupon_code_taken: 'Another coupon has this code. Choose another code.',
  coupon_currency_mismatch: 'The currency of the coupon differs from that of the price.',
  coupon_exhausted: 'All redemptions of the coupon are used.',
  coupon_expired: 'The coupon can no longer be redeemed.',
  coupon_inactive: 'The coupon is deactivated.',
  coupon_minimum_not_reached: 'The amount is below the minimum of the coupon.',
  coupon_not_applicable: 'The coupon is for other prices.',
  coupon_not_found: 'No coupon has this code.',
  credential_rejected: 'The payment provider does not accept the API key. Connect the account again with a valid key.',
  csrf_proof_missing: 'In the console: the request lacks the header that proves that it comes from the console.',
  customer_has_no_email: 'The customer has no email address. Set `email` of the customer first.',
  customer_has_open_invoice:
    'The customer has an open invoice. Delete or purge the customer after the invoice is paid, voided or uncollectible.',
  e_invoice_incomplete:
    'The document lacks fields that the format of the e-invoice requires. Add them to the billing profile and the customer, and repeat the request.',
  email_not_approvable: 'Only the link in the latest email to the new address can approve it. Follow that link.',
  idempotency_key_blank: 'The header `Idempotency-Key` is empty. Send a random value, or leave the header out.',
  idempotency_key_reused:
    'The idempotency key was used for another request. Or another API key used it, and the response contains a secret. Use a new idempotency key.',
  import_expired: 'In the console: the import is too old. Upload the file again.',
  import_incomplete: 'In the console: the import lacks rows that were announced. Upload the file again.',
  last_owner: 'In the console: the account needs an owner. Make another member an owner first.',
  member_limit_reached: 'In the console: the account has the maximum number of members.',
  no_payment: 'The subscription has no recorded payment that could be refunded.',
  outcome_unknown:
    'It is not known whether the operation was carried out. Repeat the request with the same `Idempotency-Key`: it completes the operation or returns its result.',
  passkey_limit_reached: 'In the console: the member or the account has the maximum number of passkeys. Remove one first.',
  passkey_not_accepted: 'In the console: the passkey is unknown or its signature is invalid. Sign in by email.',
  payment_method_in_use: 'A subscription uses the saved payment method. Make another one the default first.',
  payment_method_missing:
    'The subscription has no usable payment method. Let the customer add one in the portal or with `reauthorize_payment_method`.',
  payment_method_not_accepted: 'The price of the subscription does not accept the saved payment method. Choose another one.',
  payment_method_unavailable:
    'The saved payment method belongs to an account of the payment provider that another one replaced. Let the customer add it again.',
  payment_not_succeeded: 'The payment has not succeeded, so there is nothing to refund.',
  payment_processing: 'A payment of the object is not finished. Wait for `payment.succeeded` or `payment.failed`.',
  payment_refused: 'The charge was declined. Ask the customer for another payment method.',
  period_already_billed: 'The usage period was invoiced, so its usage can no longer change.',
  period_over: 'The service period has ended.',
  plan_change_pending: 'A pending change of plan uses credit from this payment. Try again when it is settled.',
  plan_not_offered: 'The portal does not offer this price to the customer.',
  portal_session_expired: 'The portal session has expired. Create another one.',
  portal_session_limited: 'The link of an email opens a limited portal, which cannot do this. Create a portal session.',
  portal_session_revoked: 'The portal session was revoked. Create another one.',
  promotion_codes_not_allowed: 'The product does not accept promotion codes. Set its `allow_promotion_codes`.',
  provider_not_connected: 'Live payments need an account of the payment provider. Connect it with `POST /v1/tenant/provider_credential`.',
  provider_refused: 'The payment provider refused the operation.',
  refund_window_passed: 'The refund window of the price or of the account has passed.',
  refund_processing: 'A pending refund will end the subscription if it succeeds. Wait for `refund.succeeded` or `refund.failed`.',
  refunds_disabled: 'Refunds are disabled for this charge: its refund window is 0 days.',
  renewal_processing: 'The payment of a renewal is not finished. Try again after it has settled.',
  role_not_allowed: 'In the console: the role of the member does not allow this.',
  sign_in_link_elsewhere: 'In the console: the sign-in link was requested in another browser. Open it there, or request another link.',
  sign_in_link_expired: 'In the console: the sign-in link is used or too old. Request another link.',
  sign_in_not_recent: 'In the console: this change requires a recent sign-in. Sign in again.',
  subscription_canceled: 'The subscription has ended.',
  withdrawal_not_possible: 'The customer has no right to withdraw from this contract, or the withdrawal period is over.',
  subscription_not_metered: 'Usage can be recorded only for subscriptions of metered prices.',
  subscription_paused: 'The subscription is paused. Resume it first.',
  tax_rate_country_taken: 'The country has an active tax rate. Deactivate it first.',
  test_clock_deleted: 'The test clock of the customer was deleted.',
  too_many_changes: 'The customer has changed the plan ten times in this period. Change it with the API, or in the next period.',
  url_not_public: 'The URL is not `https`, contains credentials, or does not resolve to public addresses.',
  usage_events_expired:
    'Some usage events of the period are no longer stored, so they cannot be added up by hour or property. Send the `interval` that the message names, or no `group_by`.',
  vat_number_invalid: 'The VAT registry of the EU does not know the number.',
  vat_service_unavailable: 'The VAT registry of the EU does not answer. Try again later.',
  webhook_endpoint_disabled: 'The webhook endpoint is disabled. Enable it first.',
} as const;

export type ReasonCode = keyof typeof REASON_HELP;

/** All values of an error's `reason`. API clients must accept further values [VER-04]. */
export const REASONS = /* @__PURE__ */ Object.keys(REASON_HELP) as readonly ReasonCode[];

/** Reasons why a coupon code cannot be used, in the order of the checks. */
export const COUPON_REASONS = [
  'coupon_not_found',
  'coupon_inactive',
  'coupon_expired',
  'coupon_exhausted',
  'coupon_already_redeemed',
  'coupon_currency_mismatch',
  'coupon_not_applicable',
  'coupon_minimum_not_reached',
] as const satisfies readonly ReasonCode[];
