/** Every `reason` that refines the code of an error. Readers of the API must expect further ones [VER-04]. */
export const REASONS = [
  'account_suspended',
  'body_too_large',
  'coupon_code_taken',
  'coupon_currency_mismatch',
  'coupon_exhausted',
  'coupon_expired',
  'coupon_inactive',
  'coupon_minimum_not_reached',
  'coupon_not_applicable',
  'coupon_not_found',
  'credential_rejected',
  'customer_has_open_invoice',
  'idempotency_key_blank',
  'idempotency_key_reused',
  'outcome_unknown',
  'payment_processing',
  'payment_refused',
  'period_already_billed',
  'provider_not_connected',
  'provider_refused',
  'tax_rate_country_taken',
  'url_not_public',
  'vat_number_invalid',
  'vat_service_unavailable',
] as const;

export type ReasonCode = (typeof REASONS)[number];
