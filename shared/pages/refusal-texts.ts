import type { PageLocale } from '../locales/pages/locale.ts';
import { codeProblemText } from './checkout-texts.ts';

/** What the API refused, as far as texts are found for it. */
interface Refused {
  readonly code: string;
  readonly reason: string | null;
  readonly retryAfterSeconds: number;
}

/** What people are notified of refusals that every page with script may meet; `null`: the page has its own texts. */
export const refusalText = ({ code, reason, retryAfterSeconds }: Refused, pageLocale: PageLocale): string | null => {
  const { texts } = pageLocale;
  if (code === 'rate_limited') return texts.tooMany.text(retryAfterSeconds);
  if (code === 'payment_refused') return texts.methodRefused;
  if (code === 'provider_unavailable') return texts.noProvider;
  if (reason === 'payment_method_in_use') return texts.methodInUse;
  return codeProblemText(reason ?? undefined, pageLocale);
};
