import { createHmac } from 'node:crypto';

/** Receivers refuse a signature whose timestamp differs more than this from their clock [LIM-07]. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/**
 * Builds the `Service-Signature` header: `t=<unix seconds>,v1=<hex>`, with one `v1` per active secret
 * [WHD-03, WHD-04, WHD-08]. Each `v1` is the HMAC-SHA256 of `<timestamp>.<raw body>`; the key is the whole secret, including
 * its prefix.
 */
export const signatureHeader = (body: Buffer, secrets: readonly string[], nowSeconds: number): string => {
  const values = secrets.map((secret) => createHmac('sha256', secret).update(`${nowSeconds}.`).update(body).digest('hex'));
  return [`t=${nowSeconds}`, ...values.map((value) => `v1=${value}`)].join(',');
};

export interface SignedDelivery {
  readonly eventId: string;
  readonly eventType: string;
  /** 1 on the first attempt. */
  readonly attempt: number;
  readonly body: Buffer;
  /** Newest first. */
  readonly secrets: readonly string[];
}

/**
 * Builds the `webhook-signature` header of the Standard Webhooks format: `v1,<base64>` per active secret, separated by spaces. Each value
 * is the HMAC-SHA256 of `<event id>.<timestamp>.<raw body>`; the key is the whole secret in UTF-8, as in `signatureHeader`.
 */
const standardSignature = ({ eventId, body, secrets }: SignedDelivery, nowSeconds: number): string =>
  secrets.map((secret) => `v1,${createHmac('sha256', secret).update(`${eventId}.${nowSeconds}.`).update(body).digest('base64')}`).join(' ');

/** The headers of a delivery that are known before it is sent [WHD-05, WHD-06, WHD-07]. */
export const unsignedHeaders = ({ eventId, eventType, attempt, body }: Omit<SignedDelivery, 'secrets'>) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(body.byteLength),
  'User-Agent': 'Service-Webhooks/1.0',
  'Service-Event-Id': eventId,
  'Service-Event-Type': eventType,
  'Service-Delivery-Attempt': String(attempt),
  'webhook-id': eventId,
});

/** Builds the headers of a delivery [WHD-03, WHD-05, WHD-06, WHD-07], also in the Standard Webhooks format. */
export const deliveryHeaders = (delivery: SignedDelivery, nowSeconds: number) => ({
  ...unsignedHeaders(delivery),
  'Service-Signature': signatureHeader(delivery.body, delivery.secrets, nowSeconds),
  'webhook-timestamp': String(nowSeconds),
  'webhook-signature': standardSignature(delivery, nowSeconds),
});
