import type { ErrorCode } from './errors.ts';

/** What each error code means and what to do, in Markdown; shown at `/docs/errors`. Not part of the deployed functions. */
export const ERROR_HELP: Readonly<Record<ErrorCode, string>> = {
  parameter_invalid:
    'A value has the wrong type or format, is out of range, or refers to nothing; `param` names it. If the body is not JSON, `param` is empty. Correct the request.',
  parameter_missing: 'A required field is absent; `param` names it.',
  parameter_unknown:
    'A field or query parameter does not exist; `param` names it. Unknown fields are never ignored, so look for a misspelled name.',
  vat_id_locked: 'The VAT id of the account cannot be changed or cleared once it is set.',
  authentication_required: 'The header `Authorization` is missing. Send `Authorization: Bearer` and an API key.',
  invalid_api_key: 'The credential is not a key of this service, is malformed, or belongs to a suspended account.',
  revoked_api_key: 'The key was revoked. Create another key.',
  payment_refused: 'The payment provider or the bank refused a charge or refund that this request made. Ask for another payment method.',
  insufficient_scope:
    'The key lacks the scope of the operation, or of an object to expand (`param` is `expand`). Use a key with this scope.',
  mode_mismatch: 'The operation needs a key of the other mode: test clocks need a test key, the billing profile needs a live key.',
  origin_access_denied: 'The request did not come through the public address of the deployment. Use that address.',
  resource_missing:
    'There is no such object for this key: it never existed, was deleted, or belongs to the other mode. Events are kept for 90 days.',
  route_not_found: 'There is no such path. A slash at the end also causes this.',
  method_not_allowed: 'The path does not have this method; the header `Allow` lists its methods. Updates are `POST`.',
  state_conflict:
    'The state of the object does not allow the operation; `reason` says why. Retrieve the object, and try again after its state has changed.',
  operation_pending: 'Another operation on the object is not finished, such as the payment of a renewal. Try again later.',
  subscription_past_due:
    'A renewal is unpaid, so the subscription cannot be paused, changed or given a coupon. No call with an API key charges the unpaid renewal: the customer pays it in the portal, or on the page of `POST .../reauthorize_payment_method`. Alternatively, void the invoice of the renewal. Then try again.',
  invoice_not_voidable: 'Money has moved, so the invoice cannot be voided. Refund the payment instead, which issues a credit note.',
  webhook_endpoint_limit_reached: 'The mode has 16 webhook endpoints, disabled ones included. Delete one first.',
  charge_already_refunded: 'Nothing is left to refund. Do not try again.',
  charge_disputed: 'The bank has charged the payment back, so it cannot be refunded.',
  refund_duplicate: 'The payment provider has already recorded this refund. Do not try again.',
  rate_limited: 'Too many requests. Wait for the seconds in the header `Retry-After`.',
  internal_error: 'A fault of the service. Repeat the request with the same `Idempotency-Key`; if it fails again, report the `request_id`.',
  rendering_pending: 'The document is not rendered yet. Try again in a few seconds.',
  provider_unavailable:
    'The payment provider did not answer, so the outcome of a write is unknown. Repeat the request with the same `Idempotency-Key`: then nothing happens twice.',
  at_capacity: 'The service is overloaded, being updated or in maintenance. Wait for the seconds in the header `Retry-After`.',
};
