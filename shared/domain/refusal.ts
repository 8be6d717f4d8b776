import type { ReasonCode } from './reasons.ts';

/** Error codes of refusals. The API maps each to an HTTP status and error type. */
export type RefusalCode =
  | 'parameter_invalid'
  | 'parameter_missing'
  | 'resource_missing'
  | 'state_conflict'
  | 'insufficient_scope'
  | 'operation_pending'
  | 'subscription_past_due'
  | 'invoice_not_voidable'
  | 'webhook_endpoint_limit_reached'
  | 'charge_already_refunded'
  | 'charge_disputed'
  | 'refund_duplicate'
  | 'payment_refused'
  | 'provider_unavailable'
  | 'vat_id_locked';

/** A refused command, returned instead of a decision (not thrown). Nothing is written. */
export class Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly param: string | undefined;
  readonly reason: ReasonCode | undefined;
  constructor(code: RefusalCode, message: string, detail: { readonly param?: string; readonly reason?: ReasonCode } = {}) {
    this.code = code;
    this.message = message;
    this.param = detail.param;
    this.reason = detail.reason;
  }
}

/** Refusals that name the parameter `param`: its value is invalid, or it is missing. */
export const invalidParam = (param: string, message: string): Refusal => new Refusal('parameter_invalid', message, { param });
export const missingParam = (param: string, message: string): Refusal => new Refusal('parameter_missing', message, { param });
