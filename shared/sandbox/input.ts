import * as v from 'valibot';
import { fromWireAmount } from '../provider/mollie/money.ts';
import type { Money, SequenceType } from '../provider/port.ts';
import { unprocessableError } from './http.ts';
import { methodObjection } from './methods.ts';
import type { SandboxPayment } from './model.ts';
import type { RouteContext } from './routes.ts';

/** Validates request bodies; throws Mollie's 422 with the invalid field. */

const AmountInput = v.object({ currency: v.string(), value: v.string() });
const optionalText = v.nullish(v.string(), null);

/** Mollie truncates longer descriptions. */
const DESCRIPTION_MAX_LENGTH = 255;
const truncated = (text: string): string => [...text].slice(0, DESCRIPTION_MAX_LENGTH).join('');

const PaymentInput = v.object({
  amount: AmountInput,
  description: v.pipe(v.string(), v.minLength(1), v.transform(truncated)),
  sequenceType: v.optional(v.picklist(['first', 'recurring', 'oneoff']), 'oneoff'),
  method: v.nullish(v.union([v.string(), v.array(v.string())]), null),
  customerId: optionalText,
  mandateId: optionalText,
  cardToken: optionalText,
  redirectUrl: optionalText,
  webhookUrl: optionalText,
  metadata: v.optional(v.unknown(), null),
});
export type PaymentInput = v.InferOutput<typeof PaymentInput>;

const RefundInput = v.object({ amount: AmountInput, description: v.optional(v.string(), ''), metadata: v.optional(v.unknown(), null) });

const CustomerInput = v.object({ name: optionalText, email: optionalText, metadata: v.optional(v.unknown(), null) });

const parseInput = <T>(schema: v.GenericSchema<unknown, T>, input: unknown): T => {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  const field = v.getDotPath(parsed.issues[0]);
  throw unprocessableError(field === null ? 'The body must be an object' : `The '${field}' field is missing or invalid`, field);
};

const moneyOf = (amount: v.InferOutput<typeof AmountInput>): Money => {
  if (!/^[A-Z]{3}$/.test(amount.currency)) throw unprocessableError('The currency is invalid', 'amount.currency');
  const money = fromWireAmount(amount);
  if (money === null) throw unprocessableError('The amount has the wrong number of decimals for its currency', 'amount.value');
  return money;
};

/** A validated payment request. The records that the request refers to are not checked yet. */
export interface PaymentRequest extends Money {
  readonly input: PaymentInput;
  /** Allowed methods; empty: all. */
  readonly methods: readonly string[];
}

const checkMethods = (methods: readonly string[], sequenceType: SequenceType, money: Money): void => {
  const objections = methods.map((method) => methodObjection(method, sequenceType, money));
  const noneAllowed = objections.length > 0 && objections.every((objection) => objection !== null);
  if (noneAllowed) throw unprocessableError(objections[0] ?? 'No such payment method', 'method');
};

/** Validates a payment request. Throws Mollie's 422. */
export const readPaymentRequest = (body: unknown): PaymentRequest => {
  const input = parseInput(PaymentInput, body);
  const money = moneyOf(input.amount);
  if (money.amountCents === 0) throw unprocessableError('The amount is lower than the minimum', 'amount');
  if (input.sequenceType !== 'oneoff' && input.customerId === null)
    throw unprocessableError("The 'customerId' field is missing", 'customerId');
  if (input.sequenceType !== 'recurring' && input.redirectUrl === null)
    throw unprocessableError("The 'redirectUrl' field is missing", 'redirectUrl');
  const methods = input.method === null ? [] : [input.method].flat();
  checkMethods(methods, input.sequenceType, money);
  if (input.cardToken !== null && !methods.includes('creditcard'))
    throw unprocessableError('A card token requires the method creditcard', 'cardToken');
  return { ...money, input, methods };
};

const LIFETIME_SECONDS = 24 * 60 * 60;

/** Builds the open payment of a request. */
export const buildOpenPayment = (
  request: PaymentRequest,
  { suffix, now, claim }: Pick<RouteContext, 'suffix' | 'now' | 'claim'>,
): SandboxPayment => ({
  id: `tr_${suffix}`,
  status: 'open',
  amountCents: request.amountCents,
  currency: request.currency,
  description: request.input.description,
  method: request.methods.length === 1 ? (request.methods[0] ?? null) : null,
  methods: request.methods,
  sequenceType: request.input.sequenceType,
  customerId: request.input.customerId,
  mandateId: null,
  redirectUrl: request.input.redirectUrl,
  webhookUrl: request.input.webhookUrl,
  metadata: request.input.metadata,
  details: null,
  failureReason: null,
  createdAt: now,
  settledAt: null,
  expiresAt: now + LIFETIME_SECONDS,
  refundedCents: 0,
  chargeback: null,
  idempotencyKey: claim?.key ?? null,
});

export interface RefundRequest extends Money {
  readonly description: string;
  readonly metadata: unknown;
}

export const readRefundRequest = (body: unknown): RefundRequest => {
  const { amount, description, metadata } = parseInput(RefundInput, body);
  return { ...moneyOf(amount), description, metadata };
};

export const readCustomerRequest = (body: unknown): v.InferOutput<typeof CustomerInput> => parseInput(CustomerInput, body);
