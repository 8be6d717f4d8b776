/** Limits of requests, used by the schemas and by the API's `tenant_capabilities`. */

export const LIST_LIMIT = { minimum: 1, maximum: 100, default: 10 };
export const CURSOR_MAX_LENGTH = 128;
export const INVOICE_NUMBER_MAX_LENGTH = 32;
export const EXPAND_MAX_LENGTH = 256;
export const METADATA = { maxKeys: 50, keyMaxLength: 40, valueMaxLength: 500 };
export const URL_MAX_LENGTH = 2083;
/** Ids of other objects in bodies and filters, such as `customer_id`. */
export const OBJECT_ID_MAX_LENGTH = 64;
export const BODY_MAX_BYTES = 256 * 1024;
export const IDEMPOTENCY_KEY_MAX_LENGTH = 255;
export const API_KEY_LABEL_MAX_LENGTH = 255;
export const COUPON_CODE_MAX_LENGTH = 64;
export const TRIAL_OVERRIDE_MAX_DAYS = 180;
export const PAYMENT_LINK_MAX_SALES = 1_000_000;
export const REFUND_WINDOW_MAX_DAYS = 365;
/** Maximum number of price ids in `plans` of the account's branding. */
export const OFFERED_PLANS_MAX = 100;
/** Maximum number of plan changes by a customer in the portal per billing period. */
export const PORTAL_CHANGES_PER_PERIOD = 10;

/**
 * Maximum number of refused payments per hour: for each checkout session or one-off payment, and for each customer who adds a payment
 * method or pays in the portal.
 */
export const REFUSED_PAYMENTS_PER_HOUR = 10;

/** Lifetime of a portal link in an email that this service sends. */
export const MAILED_LINK_DAYS = 90;
/** Lifetime of a portal session that the account creates with its API key. */
export const PORTAL_SESSION_SECONDS = 3600;

/** Connections to `/v1/events/stream`: intervals of keep-alive messages and authorization checks, and maximum lifetime, in seconds. */
export const EVENT_STREAM = { keepAlive: 15, lifetime: 3600, authorizationCheck: 30 };
/** Inputs of the payment element: card token, bank id and setup secret [LIM-28..30]. */
export const CARD_TOKEN_MAX_LENGTH = 512;
export const ISSUER_MAX_LENGTH = 64;
export const SETUP_SECRET_MAX_LENGTH = 256;

export const REFUND_REASON_MAX_LENGTH = 255;
/** Name of a person or company. */
export const NAME_MAX_LENGTH = 255;
/** Longer than any EU VAT number with its country prefix, so that separators are accepted. */
export const VAT_NUMBER_MAX_LENGTH = 32;
export const EMAIL_MAX_LENGTH = 254;

/** Limits of usage events. `maxEvents`: number of events per request. `textMaxLength`: length of event names and property values. */
export const USAGE_EVENT = {
  maxEvents: 1000,
  bodyMaxBytes: 1024 * 1024,
  idMaxLength: 64,
  maxProperties: 10,
  keyMaxLength: 40,
  textMaxLength: 100,
} as const;

/** Maximum length of a line of an address, except the postal code. */
export const ADDRESS_MAX_LENGTH = 255;

export const POSTAL_CODE_MAX_LENGTH = 32;

/** Maximum length of a buyer reference, and of an electronic address. */
export const REFERENCE_MAX_LENGTH = 100;
