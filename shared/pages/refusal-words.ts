import type { Speech } from '../locales/pages/locale.ts';
import { codeProblemWords } from './checkout-words.ts';

/** What the API refused, as far as words are found for it. */
interface Refusal {
  readonly code: string;
  readonly reason: string | null;
  readonly retryAfterSeconds: number;
}

/** What people are told of refusals that every page with script may meet; `null`: the page has its own words. */
export const refusalWords = ({ code, reason, retryAfterSeconds }: Refusal, locale: Speech): string | null => {
  const { texts } = locale;
  if (code === 'rate_limited') return texts.tooMany.text(retryAfterSeconds);
  if (code === 'payment_refused') return texts.methodRefused;
  if (code === 'provider_unavailable') return texts.noProvider;
  if (reason === 'payment_method_in_use') return texts.methodInUse;
  return codeProblemWords(reason ?? undefined, locale);
};
