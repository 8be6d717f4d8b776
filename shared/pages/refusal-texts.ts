import type { Texts } from '../locales/pages/en.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { codeProblemText } from './checkout-texts.ts';

/** The parts of an API error that determine its text. */
interface ApiRefusal {
  readonly code: string;
  readonly reason: string | null;
  readonly param: string | null;
  readonly retryAfterSeconds: number;
}

/** Texts for invalid values of the fields that a buyer fills in, by the parameter of the API. */
const FIELD_TEXTS = {
  name: 'nameTooLong',
  email: 'emailWrong',
  country: 'countryWrong',
  country_code: 'countryWrong',
  vat_number: 'vatWrong',
  'e_invoicing.buyer_reference': 'entryWrong',
  'e_invoicing.electronic_address': 'peppolIdWrong',
  'e_invoicing.electronic_address.scheme': 'peppolIdWrong',
  'e_invoicing.electronic_address.value': 'peppolIdWrong',
} as const satisfies Record<string, keyof Texts>;

const hasFieldText = (param: string): param is keyof typeof FIELD_TEXTS => Object.hasOwn(FIELD_TEXTS, param);

/** Reasons of refusals that end when a payment or refund is settled. */
const PROCESSING_REASONS: readonly string[] = ['payment_processing', 'renewal_processing', 'refund_processing'];

/** The text for API errors that can occur on every page with scripts; `null`: the page chooses the text. */
export const refusalText = ({ code, reason, param, retryAfterSeconds }: ApiRefusal, locale: PageLocale): string | null => {
  const { texts } = locale;
  if (code === 'rate_limited') return texts.tooMany.text(retryAfterSeconds);
  if (reason === 'country_not_confirmed') return texts.countryUnclear;
  if (code === 'payment_refused') return texts.methodRefused;
  if (code === 'provider_unavailable' || reason === 'provider_not_connected') return texts.noProvider;
  if (reason !== null && PROCESSING_REASONS.includes(reason)) return texts.processing;
  if (reason === 'payment_method_in_use') return texts.methodInUse;
  if (reason === 'payment_method_not_accepted') return texts.methodNotAccepted;
  if (reason === 'payment_method_unavailable') return texts.methodUnavailable;
  if (reason === 'vat_service_unavailable') return texts.vatLater;
  return codeProblemText(reason ?? undefined, locale) ?? (param !== null && hasFieldText(param) ? texts[FIELD_TEXTS[param]] : null);
};
