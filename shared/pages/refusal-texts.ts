import type { PageLocale } from '../locales/pages/locale.ts';
import { codeProblemText } from './checkout-texts.ts';

/** The parts of an API error that determine its text. */
interface ApiRefusal {
  readonly code: string;
  readonly reason: string | null;
  readonly retryAfterSeconds: number;
}

/** The text for API errors that can occur on every page with scripts; `null`: the page chooses the text. */
export const refusalText = ({ code, reason, retryAfterSeconds }: ApiRefusal, locale: PageLocale): string | null => {
  const { texts } = locale;
  if (code === 'rate_limited') return texts.tooMany.text(retryAfterSeconds);
  if (code === 'payment_refused') return texts.methodRefused;
  if (code === 'provider_unavailable') return texts.noProvider;
  if (reason === 'payment_method_in_use') return texts.methodInUse;
  return codeProblemText(reason ?? undefined, locale);
};
