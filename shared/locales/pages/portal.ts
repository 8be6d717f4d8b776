import { dePortal } from './de.ts';
import type { PortalTexts } from './en.ts';
import { enPortal } from './en.ts';
import { esPortal } from './es.ts';
import { frPortal } from './fr.ts';
import { itPortal } from './it.ts';
import type { Language } from './locale.ts';
import { nlPortal } from './nl.ts';
import { plPortal } from './pl.ts';

/** The texts of the billing portal. Separate from the other texts, so that only the portal loads them. */
export const PORTAL_TEXTS: Readonly<Record<Language, PortalTexts>> = {
  en: enPortal,
  de: dePortal,
  nl: nlPortal,
  fr: frPortal,
  es: esPortal,
  it: itPortal,
  pl: plPortal,
};
