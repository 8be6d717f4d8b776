import * as v from 'valibot';
import type { TransferInstructions } from '../../domain/payable/record.ts';
import { BANK_TRANSFER } from '../../domain/payment/methods.ts';
import type {
  ChargebackSnapshot,
  CustomerSnapshot,
  InstrumentDetails,
  MandateSnapshot,
  MethodSnapshot,
  PaymentSnapshot,
  PaymentStatus,
  ProfileSnapshot,
  RefundSnapshot,
  RefundStatus,
} from '../port.ts';
import { failureReasonOf } from './failures.ts';
import { fromWireAmount } from './money.ts';

/** Schemas that parse Mollie's objects into snapshots. Unused fields are ignored; an object without a required field is rejected. */

const optionalText = v.nullish(v.string(), null);

const Amount = v.pipe(
  v.object({ currency: v.string(), value: v.string() }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const money = fromWireAmount(dataset.value);
    if (money !== null) return money;
    addIssue({ message: 'invalid amount for the currency' });
    return NEVER;
  }),
);

const Time = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const milliseconds = Date.parse(dataset.value);
    if (!Number.isNaN(milliseconds)) return Math.floor(milliseconds / 1000);
    addIssue({ message: 'invalid date and time' });
    return NEVER;
  }),
);
const optionalTime = v.nullish(Time, null);

/** Keeps string values only, since the service writes only strings. */
const Metadata = v.pipe(
  v.unknown(),
  v.transform((value): Readonly<Record<string, string>> => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }),
);

const WireDetails = v.nullish(
  v.object({
    cardLabel: optionalText,
    cardNumber: optionalText,
    cardExpiryDate: optionalText,
    cardCountryCode: optionalText,
    consumerName: optionalText,
    consumerAccount: optionalText,
    failureReason: optionalText,
    failureMessage: optionalText,
    bankReasonCode: optionalText,
    bankReason: optionalText,
    bankName: optionalText,
    bankAccount: optionalText,
    bankBic: optionalText,
    transferReference: optionalText,
  }),
  null,
);
type WireDetails = v.InferOutput<typeof WireDetails>;

/** Month and year of a card's expiry date: `MM/YY` in a payment, `YYYY-MM-DD` in a mandate. */
const expiryOf = (date: string): { readonly expMonth: number | null; readonly expYear: number | null } => {
  const inPayment = /^(\d{2})\/(\d{2})$/.exec(date);
  if (inPayment !== null) return { expMonth: Number(inPayment[1]), expYear: 2000 + Number(inPayment[2]) };
  const inMandate = /^(\d{4})-(\d{2})/.exec(date);
  return inMandate === null ? { expMonth: null, expYear: null } : { expMonth: Number(inMandate[2]), expYear: Number(inMandate[1]) };
};

const detailsOf = (details: WireDetails): InstrumentDetails | null => {
  if (details === null) return null;
  if (details.cardLabel !== null || details.cardNumber !== null) {
    return {
      kind: 'card',
      brand: details.cardLabel,
      last4: details.cardNumber === null ? null : details.cardNumber.slice(-4),
      ...expiryOf(details.cardExpiryDate ?? ''),
      ...(details.cardCountryCode === null ? {} : { countryCode: details.cardCountryCode }),
    };
  }
  if (details.consumerName === null && details.consumerAccount === null) return null;
  return { kind: 'account', consumerName: details.consumerName, consumerAccount: details.consumerAccount };
};

/** Returns the bank details for a transfer that has not arrived; `null` afterwards and for other methods. */
const transferOf = (method: string | null, status: PaymentStatus, details: WireDetails): TransferInstructions | null => {
  const isAwaited = method === BANK_TRANSFER && (status === 'open' || status === 'pending');
  if (!isAwaited || details === null || details.bankAccount === null || details.transferReference === null) return null;
  const { bankName, bankAccount, bankBic, transferReference: reference } = details;
  return { bankName, bankAccount, bankBic, reference };
};

const Link = v.nullish(v.object({ href: v.string() }), null);

export const WireCustomer = v.pipe(
  v.object({ id: v.string(), name: optionalText, email: optionalText, metadata: v.optional(Metadata, null) }),
  v.transform((customer): CustomerSnapshot => customer),
);

export const WirePayment = v.pipe(
  v.object({
    id: v.string(),
    status: v.picklist(['open', 'pending', 'authorized', 'paid', 'failed', 'canceled', 'expired']),
    amount: Amount,
    amountRefunded: v.nullish(Amount, null),
    amountChargedBack: v.nullish(Amount, null),
    method: optionalText,
    customerId: optionalText,
    mandateId: optionalText,
    sequenceType: v.optional(v.picklist(['first', 'recurring', 'oneoff']), 'oneoff'),
    details: WireDetails,
    metadata: v.optional(Metadata, null),
    createdAt: Time,
    paidAt: optionalTime,
    expiresAt: optionalTime,
    _links: v.optional(v.object({ checkout: Link, chargebacks: Link }), { checkout: null, chargebacks: null }),
  }),
  v.transform((payment): PaymentSnapshot => {
    const failed = payment.status === 'failed';
    return {
      id: payment.id,
      status: payment.status,
      amountCents: payment.amount.amountCents,
      currency: payment.amount.currency,
      method: payment.method,
      customerId: payment.customerId,
      mandateId: payment.mandateId,
      sequenceType: payment.sequenceType,
      checkoutUrl: payment._links.checkout?.href ?? null,
      failureReason: failed ? failureReasonOf(payment.details?.failureReason ?? null, payment.details?.bankReasonCode ?? null) : null,
      failureMessage: failed ? (payment.details?.failureMessage ?? payment.details?.bankReason ?? null) : null,
      details: detailsOf(payment.details),
      transfer: transferOf(payment.method, payment.status, payment.details),
      metadata: payment.metadata,
      createdAt: payment.createdAt,
      paidAt: payment.paidAt,
      expiresAt: payment.expiresAt,
      hasChargebacks: payment._links.chargebacks !== null || (payment.amountChargedBack?.amountCents ?? 0) > 0,
      refundedCents: payment.amountRefunded?.amountCents ?? 0,
    };
  }),
);

export const WireMandate = v.pipe(
  v.object({
    id: v.string(),
    status: v.picklist(['valid', 'pending', 'invalid']),
    method: v.string(),
    details: WireDetails,
    createdAt: Time,
  }),
  v.transform((mandate): MandateSnapshot => ({ ...mandate, details: detailsOf(mandate.details) })),
);

const REFUND_STATUS = {
  queued: 'pending',
  pending: 'pending',
  processing: 'pending',
  refunded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
} as const satisfies Record<string, RefundStatus>;

export const WireRefund = v.pipe(
  v.object({
    id: v.string(),
    paymentId: v.string(),
    status: v.picklist(['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled']),
    amount: Amount,
    description: v.nullish(v.string(), ''),
    metadata: v.optional(Metadata, null),
    createdAt: Time,
  }),
  v.transform(
    ({ amount, status, description, ...refund }): RefundSnapshot => ({
      ...refund,
      ...amount,
      description: description ?? '',
      status: REFUND_STATUS[status],
    }),
  ),
);

export const WireChargeback = v.pipe(
  v.object({
    id: v.string(),
    paymentId: v.string(),
    amount: Amount,
    reason: v.nullish(v.object({ code: optionalText, description: optionalText }), null),
    createdAt: Time,
    reversedAt: optionalTime,
  }),
  v.transform(
    ({ amount, reason, ...chargeback }): ChargebackSnapshot => ({
      ...chargeback,
      ...amount,
      reason: reason?.description ?? reason?.code ?? null,
    }),
  ),
);

export const WireMethod = v.pipe(
  v.object({ id: v.string(), description: v.string(), minimumAmount: v.nullish(Amount, null), maximumAmount: v.nullish(Amount, null) }),
  v.transform(
    (method): MethodSnapshot => ({
      id: method.id,
      description: method.description,
      minimum: method.minimumAmount,
      maximum: method.maximumAmount,
    }),
  ),
);

export const WireProfile = v.pipe(
  v.object({ id: v.string(), name: v.string(), mode: v.picklist(['live', 'test']) }),
  v.transform((profile): ProfileSnapshot => profile),
);

/** Mollie's error body. `status`: that of the response. */
export const WireErrorBody = v.object({ status: v.number(), detail: optionalText, field: optionalText });

/** Schema of a page of the list `name`. `next`: id of the first item on the next page; `null`: last page. */
export const wirePage = <T>(name: string, item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.object({
      _embedded: v.looseObject({ [name]: v.array(item) }),
      _links: v.optional(v.object({ next: Link }), { next: null }),
    }),
    v.transform((page): { readonly items: readonly T[]; readonly next: string | null } => ({
      items: page._embedded[name] as readonly T[],
      next: page._links.next === null ? null : new URL(page._links.next.href, 'https://provider.invalid').searchParams.get('from'),
    })),
  );
