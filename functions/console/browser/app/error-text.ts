import type { ReasonCode } from '../../../../shared/domain/reasons.ts';
import type { CallError } from '../../../../shared/pages/browser/calls.ts';
import { lowerFirst, upperFirst } from './first-letter.ts';
import { isTimeField, money, timeText, titleOf } from './format.ts';

/** A field of a form, by its name in the API. */
interface LabeledField {
  readonly name: string;
  readonly label: string;
}

/** The fields that an error can name, and the currency of its amounts; `null`: unknown. */
interface ErrorContext {
  readonly fields: readonly LabeledField[];
  readonly currency: string | null;
}

type ErrorParts = Pick<CallError, 'code' | 'reason' | 'param' | 'message'>;

const NO_CONTEXT: ErrorContext = { fields: [], currency: null };

const BY_REASON: Partial<Readonly<Record<ReasonCode, string>>> = {
  coupon_already_redeemed: 'The customer has used this coupon as often as it allows.',
  coupon_code_taken: 'Another coupon has this code. Choose another code.',
  coupon_currency_mismatch: 'The discount of the coupon is in another currency than the price.',
  coupon_exhausted: 'All redemptions of this coupon are used.',
  coupon_expired: 'This coupon has expired.',
  coupon_inactive: 'This coupon is archived.',
  coupon_minimum_not_reached: 'The amount is below the minimum of this coupon.',
  coupon_not_applicable: 'This coupon is for other prices.',
  coupon_not_found: 'There is no coupon with this code.',
  customer_has_no_email: 'The customer has no email address. Add one first.',
  outcome_unknown: 'It is not known yet whether this was done. Try again: nothing is done twice.',
  payment_method_missing: 'The subscription has no usable payment method. Request a new one from the customer.',
  payment_processing: 'A payment is still being processed. Try again when it has succeeded or failed.',
  payment_refused: 'The charge was declined. Ask the customer for another payment method.',
  plan_change_pending: 'A plan change is still being charged. Try again when it is settled.',
  provider_not_connected: 'Connect Mollie under Payment provider first.',
  provider_refused: 'The payment provider refused this.',
  credential_rejected: 'The payment provider does not accept this API key.',
  renewal_processing: 'A renewal is still being charged. Try again when it is settled.',
  role_not_allowed: 'Your role does not allow this.',
  subscription_paused: 'This subscription is paused. Resume it first.',
  tax_rate_country_taken: 'This country has an active tax rate. Archive it first.',
  test_clock_deleted: 'The test clock of this customer was deleted.',
  vat_number_invalid: 'The EU VAT validation service does not recognize this number.',
  vat_service_unavailable: 'The EU VAT validation service is not available. Nothing was changed. Try again later.',
};

const BY_CODE: Readonly<Record<string, string>> = {
  operation_pending: 'Another change of this object is not finished. Try again in a moment.',
  rendering_pending: 'The PDF is not rendered yet. Try again in a few seconds.',
  provider_unavailable: 'The payment provider does not answer. Try again in a minute.',
  at_capacity: 'The service is busy. Try again in a minute.',
  insufficient_scope: 'Your role does not allow this.',
  charge_already_refunded: 'This payment is fully refunded already.',
  charge_disputed: 'This payment is disputed, so it cannot be refunded.',
  subscription_past_due: 'A renewal is unpaid. Request another payment method from the customer, or void the invoice.',
};

/** The label of an API field: the label in the form, or a label made from the field's name. */
const labelIn = (name: string, { fields }: ErrorContext): string => fields.find((each) => each.name === name)?.label ?? titleOf(name);

const isCents = (name: string | null): boolean => name !== null && /_cents$/.test(name);

const amountIn = (cents: string, { currency }: ErrorContext): string | null => (currency === null ? null : money(Number(cents), currency));

/** Formats limits of amounts: `must be an integer from 0 to 500` as `must be from €0.00 to €5.00`. Without a currency, omits them. */
const withAmounts = (message: string, context: ErrorContext): string =>
  message
    .replace(/must be an integer from (\d+) to (\d+)/, (_match, least: string, most: string) => {
      const [from, to] = [amountIn(least, context), amountIn(most, context)];
      return from === null || to === null ? 'is too low or too high' : `must be from ${from} to ${to}`;
    })
    .replace(/must be at (least|most) (\d+)/, (_match, bound: string, cents: string) => {
      const amount = amountIn(cents, context);
      if (amount === null) return bound === 'least' ? 'is too low' : 'is too high';
      return `must be at ${bound} ${amount}`;
    })
    .replace('must be an integer', 'is not a valid amount');

/** Formats times in Unix seconds: `must be after 1796097600` as `must be after 1 Dec 2026, 00:00`. */
const withTimes = (message: string): string => message.replaceAll(/\b\d{9,12}\b/g, (seconds) => timeText(Number(seconds)));

/** Formats the values in a message about a field: amounts or times. */
const withValues = (message: string, param: string | null, context: ErrorContext): string => {
  if (isCents(param)) return withAmounts(message, context);
  return param !== null && isTimeField(param) ? withTimes(message) : message;
};

/**
 * Names of API fields, such as `success_url`. Ids such as `price_01HX...` do not match: they have capitals, or longer parts. Placeholders
 * such as `{support_email}` do not match either.
 */
const FIELD_NAME = /`?\b(?<!\{)([a-z][a-z0-9]{0,19}(?:\.[a-z][a-z0-9_]*)*(?:_[a-z0-9]{1,19})+(?:\.[a-z0-9_]+)*)\b`?/g;

/** The message with the labels of fields in place of their names, and without paths of the API. */
const withLabels = (message: string, context: ErrorContext): string => {
  const text = message
    .replaceAll(/ with (GET|POST|DELETE) \/\S+?(?=[,.]?(\s|$))/g, '')
    .replaceAll(FIELD_NAME, (_match, name: string, position: number) => {
      const label = labelIn(name, context);
      return position === 0 ? label : lowerFirst(label);
    })
    .replaceAll('`', '');
  return upperFirst(text);
};

/** Basis points as percent: `2100` is `21`. */
const percentOf = (basisPoints: string): string => String(Number(basisPoints) / 100);

/** The text for a value that is not valid. `rest`: the message after `Invalid <param>: `. */
const invalidText = (param: string, rest: string, context: ErrorContext): string => {
  const label = labelIn(param, context);
  if (rest.startsWith('expected ')) return `${label} is not valid.`;
  if (/^must have 0 to \d+ characters\.$/.test(rest)) return `${label} ${rest.replace('0 to', 'at most')}`;
  if (isCents(param)) return `${label} ${withAmounts(rest, context)}`;
  if (isTimeField(param)) return `${label} ${withTimes(rest).replace('must be an integer', 'must be a time')}`;
  if (param.endsWith('_basis_points')) return `${label} ${rest.replace('an integer', 'a number').replaceAll(/\d+/g, percentOf)}`;
  return `${label} ${rest.replace('must be an integer', 'must be a whole number')}`;
};

const INVALID = /^Invalid ([a-z][\w.]*): (.+)$/;

/**
 * The text that a member sees for an API error: the text in `BY_REASON` or `BY_CODE` if there is one, otherwise the message of the error
 * with labels, and with formatted amounts and times.
 */
export const errorText = ({ code, reason, param, message }: ErrorParts, context: ErrorContext = NO_CONTEXT): string => {
  const byReason = reason === null ? undefined : BY_REASON[reason as ReasonCode];
  if (byReason !== undefined) return byReason;
  // The text of a code does not fit all its reasons: `insufficient_scope` can also mean that the sign-in is too old.
  const byCode = reason === null ? BY_CODE[code] : undefined;
  if (byCode !== undefined) return byCode;
  const [, invalidParam, rest] = INVALID.exec(message) ?? [];
  if (invalidParam !== undefined && rest !== undefined) return withLabels(invalidText(invalidParam, rest, context), context);
  return withLabels(withValues(message, param, context), context);
};
