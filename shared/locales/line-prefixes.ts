import type { LineType } from '../domain/invoice/record.ts';
import { labelled } from '../platform/language.ts';
import type { Language, Translations } from './translations.ts';

/** The prefixes that invoice lines of a plan change have before the product's name. */
export const LINE_PREFIXES: Translations<Readonly<Partial<Record<LineType, string>>>> = {
  en: { proration_credit: 'Unused time', proration_charge: 'Remaining time', carried_credit: 'Credit balance' },
  de: { proration_credit: 'Nicht genutzter Zeitraum', proration_charge: 'Restlicher Zeitraum', carried_credit: 'Guthaben' },
  nl: { proration_credit: 'Ongebruikte tijd', proration_charge: 'Resterende tijd', carried_credit: 'Tegoed' },
  fr: { proration_credit: 'Période non utilisée', proration_charge: 'Période restante', carried_credit: 'Crédit' },
  es: { proration_credit: 'Tiempo no utilizado', proration_charge: 'Tiempo restante', carried_credit: 'Saldo a favor' },
  it: { proration_credit: 'Tempo non utilizzato', proration_charge: 'Tempo rimanente', carried_credit: 'Credito' },
  pl: { proration_credit: 'Niewykorzystany okres', proration_charge: 'Pozostały okres', carried_credit: 'Nadpłata' },
};

/** The product's name on a line, with its prefix on lines of a plan change: `Unused time: Team`. */
export const prefixedName = (
  { type, description }: { readonly type: string; readonly description: string },
  language: Language,
): string => {
  const prefixes: Readonly<Record<string, string>> = LINE_PREFIXES[language];
  const prefix = prefixes[type];
  return prefix === undefined ? description : labelled(language, prefix, description);
};
