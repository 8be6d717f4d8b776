import type { PortalBranding } from '../domain/account/record.ts';
import { readableOn, textOn } from '../platform/contrast.ts';
import { webAddress } from '../platform/web-address.ts';
import { paletteOn, schemeOn } from './palette.ts';

/** Whose page it is. */
export interface Brand {
  readonly name: string;
  /** Of the merchant's own server; `null`: there is none, or it is not to be had over TLS. */
  readonly logoUrl: string | null;
  /** The merchant's colours; `null`: the pages' own. */
  readonly colors: BrandColors | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly helpUrl: string | null;
}

interface BrandColors {
  readonly primary: string | null;
  /** Of the whole page, which then is the same to readers of light and dark ones; `null`: as the reader likes it. */
  readonly background: string | null;
}

/** The panel of what is bought, a little off what browsers take for `Canvas`: what can be read on it can be read on the page. */
const LIGHT_PANEL = '#f5f5f5';
const DARK_PANEL = '#1d1d1d';

/** What the pages show of a branding. */
type ShownBranding = Omit<PortalBranding, 'displayName' | 'iconUrl' | 'plans'>;

const colorsOf = ({ primaryColor, backgroundColor }: ShownBranding): BrandColors | null =>
  primaryColor === null && backgroundColor === null
    ? null
    : { primary: primaryColor?.toLowerCase() ?? null, background: backgroundColor?.toLowerCase() ?? null };

export const brandOf = (name: string, branding: ShownBranding): Brand => {
  const { logoUrl, termsUrl, privacyUrl, supportUrl, supportEmail } = branding;
  return {
    name,
    logoUrl: logoUrl?.startsWith('https://') === true && URL.canParse(logoUrl) ? new URL(logoUrl).href : null,
    colors: colorsOf(branding),
    termsUrl: webAddress(termsUrl),
    privacyUrl: webAddress(privacyUrl),
    helpUrl: webAddress(supportUrl) ?? (supportEmail === null ? null : `mailto:${encodeURIComponent(supportEmail).replace('%40', '@')}`),
  };
};

const root = (properties: Readonly<Record<string, string>>): string =>
  `:root { ${Object.entries(properties)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')} }`;

/** The merchant's button, and marks and links as near to its colour as can be read on a light and on a dark page. */
const accentsOf = (primary: string): Readonly<Record<string, string>> => ({
  '--fill': primary,
  '--on-fill': textOn(primary),
  '--accent': `light-dark(${readableOn(LIGHT_PANEL, primary)}, ${readableOn(DARK_PANEL, primary)})`,
});

/** The properties of the style sheet that the merchant's colours set. */
export const brandProperties = ({ primary, background }: BrandColors): Readonly<Record<string, string>> => {
  if (background === null) return primary === null ? {} : accentsOf(primary);
  return { 'color-scheme': `only ${schemeOn(background)}`, ...paletteOn(background, { text: null, primary, danger: null }) };
};

/** The merchant's colours, laid over the pages' own; made of checked colours only. */
export const styleOf = ({ colors }: Brand): string | null => (colors === null ? null : root(brandProperties(colors)));
