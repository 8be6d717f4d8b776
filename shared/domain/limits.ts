/** Limits of what a request may carry, each stated here once: schemas check them, the capabilities tell them. */

export const LIST_LIMIT = { minimum: 1, maximum: 100, default: 10 };
export const CURSOR_MAX_LENGTH = 128;
export const INVOICE_NUMBER_MAX_LENGTH = 32;
export const EXPAND_MAX_LENGTH = 256;
export const METADATA = { maxKeys: 50, keyMaxLength: 40, valueMaxLength: 500 };
export const URL_MAX_LENGTH = 2083;
export const REFERENCE_MAX_LENGTH = 64;
export const BODY_MAX_BYTES = 256 * 1024;
export const IDEMPOTENCY_KEY_MAX_LENGTH = 255;
export const API_KEY_LABEL_MAX_LENGTH = 255;
export const COUPON_CODE_MAX_LENGTH = 64;
export const TRIAL_OVERRIDE_MAX_DAYS = 180;
export const REFUND_WINDOW_MAX_DAYS = 365;
/** Price ids in `plans` of the portal's branding. */
export const OFFERED_PLANS_MAX = 100;
/** Plan changes that a customer makes in the portal in one service period. */
export const PORTAL_CHANGES_PER_PERIOD = 10;

/** Refused payments of one checkout session or one-off payment, and those of one customer in the wallet and the portal. */
export const REFUSED_PAYMENTS_PER_HOUR = 10;

/** Lifetime of a link into the portal that one of the service's own mails carries, and of a portal session that the API made. */
export const MAILED_LINK_DAYS = 90;
export const PORTAL_SESSION_SECONDS = 3600;

/** The event stream, in seconds. */
export const EVENT_STREAM = { keepAlive: 15, lifetime: 3600, authorizationCheck: 30 };
/** Of what the payment element hands over: a card's token, a bank's id and the secret of a setup [LIM-28..30]. */
export const CARD_TOKEN_MAX_LENGTH = 512;
export const ISSUER_MAX_LENGTH = 64;
export const REFUND_REASON_MAX_LENGTH = 255;
/** Of a person or a company. */
export const NAME_MAX_LENGTH = 255;
/** Longer than any number of the EU with its prefix, with space for blanks and dots. */
export const VAT_NUMBER_MAX_LENGTH = 32;
export const EMAIL_MAX_LENGTH = 254;
export const SETUP_SECRET_MAX_LENGTH = 256;
