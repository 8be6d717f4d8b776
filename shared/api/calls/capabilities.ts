import { MAX_AMOUNT_CENTS } from '../../domain/amounts/money.ts';
import * as limits from '../../domain/limits.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { CAPS } from '../../domain/webhook-delivery/in-flight-caps.ts';
import { DELIVERY_RETENTION_SECONDS } from '../../domain/webhook-delivery/record.ts';
import { MAX_ATTEMPTS } from '../../domain/webhook-delivery/retry-schedule.ts';
import { MAX_ENDPOINTS } from '../../domain/webhook-endpoint/create.ts';
import { AUDIT_RETENTION_SECONDS } from '../../store/audit/entries.ts';
import { IDEMPOTENCY_SECONDS } from '../../store/core/idempotency.ts';
import { EVENT_RETENTION_SECONDS, GAP_PATIENCE_MS } from '../../store/event-log/entries.ts';
import { PRE_AUTH_BUCKET, READ_BUCKET, WRITE_BUCKET } from '../../store/limits/rate-limit.ts';
import { EXCERPT_BYTES, POST_DEADLINE_MS } from '../../webhooks/post.ts';
import { SIGNATURE_TOLERANCE_SECONDS } from '../../webhooks/signing.ts';
import { ROUTES } from '../routes.generated.ts';
import { CLIENT_SECRET_SECONDS } from './client-secret.ts';

/** The limits of the API, from the constants that the code enforces. The name of a time, size or amount contains its unit. */
export const LIMITS: Readonly<Record<string, number>> = {
  reads_per_minute: READ_BUCKET.perMinute,
  read_burst: READ_BUCKET.burst,
  writes_per_minute: WRITE_BUCKET.perMinute,
  write_burst: WRITE_BUCKET.burst,
  failed_authentications_per_minute: PRE_AUTH_BUCKET.perMinute,
  failed_authentication_burst: PRE_AUTH_BUCKET.burst,
  list_limit_min: limits.LIST_LIMIT.minimum,
  list_limit_max: limits.LIST_LIMIT.maximum,
  list_limit_default: limits.LIST_LIMIT.default,
  starting_after_max_length: limits.CURSOR_MAX_LENGTH,
  expand_max_length: limits.EXPAND_MAX_LENGTH,
  request_body_max_bytes: limits.BODY_MAX_BYTES,
  amount_max_cents: MAX_AMOUNT_CENTS,
  url_max_length: limits.URL_MAX_LENGTH,
  metadata_max_keys: limits.METADATA.maxKeys,
  metadata_key_max_length: limits.METADATA.keyMaxLength,
  metadata_value_max_length: limits.METADATA.valueMaxLength,
  api_key_label_max_length: limits.API_KEY_LABEL_MAX_LENGTH,
  coupon_code_max_length: limits.COUPON_CODE_MAX_LENGTH,
  card_token_max_length: limits.CARD_TOKEN_MAX_LENGTH,
  issuer_max_length: limits.ISSUER_MAX_LENGTH,
  trial_days_override_max: limits.TRIAL_OVERRIDE_MAX_DAYS,
  refund_window_days_max: limits.REFUND_WINDOW_MAX_DAYS,
  idempotency_key_max_length: limits.IDEMPOTENCY_KEY_MAX_LENGTH,
  idempotency_key_retention_seconds: IDEMPOTENCY_SECONDS,
  client_secret_lifetime_seconds: CLIENT_SECRET_SECONDS,
  portal_email_link_lifetime_days: limits.MAILED_LINK_DAYS,
  webhook_endpoints_per_mode: MAX_ENDPOINTS,
  webhook_timeout_seconds: POST_DEADLINE_MS / 1000,
  webhook_signature_tolerance_seconds: SIGNATURE_TOLERANCE_SECONDS,
  webhook_attempts: MAX_ATTEMPTS,
  webhook_response_excerpt_max_bytes: EXCERPT_BYTES,
  webhook_deliveries_in_flight_per_endpoint: CAPS.perEndpoint,
  webhook_deliveries_in_flight_per_mode: CAPS.perMode,
  webhook_deliveries_in_flight_per_account: CAPS.perAccount,
  event_stream_keep_alive_seconds: limits.EVENT_STREAM.keepAlive,
  event_stream_lifetime_seconds: limits.EVENT_STREAM.lifetime,
  event_stream_authorization_check_seconds: limits.EVENT_STREAM.authorizationCheck,
  event_stream_ordering_wait_seconds: GAP_PATIENCE_MS / 1000,
  event_retention_days: EVENT_RETENTION_SECONDS / DAY_SECONDS,
  delivery_retention_days: DELIVERY_RETENTION_SECONDS / DAY_SECONDS,
  audit_log_retention_days: AUDIT_RETENTION_SECONDS / DAY_SECONDS,
};

/** The route of each feature. A feature is available if its route exists in the generated route table. */
const FEATURE_ROUTES: Readonly<Record<string, string>> = {
  subscriptions: 'POST /v1/checkout/sessions',
  one_off_payments: 'POST /v1/checkout/one_shot',
  metered_billing: 'POST /v1/subscriptions/{subscription_id}/usage_records',
  plan_changes: 'POST /v1/subscriptions/{subscription_id}/update',
  coupons: 'POST /v1/coupons',
  tax_rates: 'POST /v1/tax_rates',
  refunds: 'POST /v1/refunds',
  credit_notes: 'GET /v1/credit_notes',
  billing_portal: 'POST /v1/billing_portal/sessions',
  webhooks: 'POST /v1/webhook_endpoints',
  event_stream: 'GET /v1/events/stream',
  audit_log: 'GET /v1/audit_logs',
  data_export: 'GET /v1/tenant/export',
  test_clocks: 'POST /v1/test_clocks',
};

const servedRoutes: ReadonlySet<string> = new Set(ROUTES.map(({ method, path }) => `${method} ${path}`));

/** Whether each feature is available. */
export const ROUTED_FEATURES: Readonly<Record<string, boolean>> = Object.fromEntries(
  Object.entries(FEATURE_ROUTES).map(([feature, route]) => [feature, servedRoutes.has(route)]),
);
