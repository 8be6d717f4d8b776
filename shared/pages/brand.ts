import type { PortalBranding } from '../domain/account/record.ts';
import { readableOn, textColorOn } from '../platform/contrast.ts';
import { httpUrl } from '../platform/http-url.ts';
import { paletteOn, schemeOn } from './palette.ts';

/** The merchant's name, logo, colours and links on a page. */
export interface Brand {
  readonly name: string;
  /** On the merchant's server; `null`: no logo, or not an https URL. */
  readonly logoUrl: string | null;
  /** `null`: the default colours. */
  readonly colors: BrandColors | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly helpUrl: string | null;
}

interface BrandColors {
  readonly primary: string | null;
  /** Page background, in both light and dark mode; `null`: the page follows the reader's light or dark setting. */
  readonly background: string | null;
}

/** Background of the order panel in light and dark mode. Text that is readable on the panel is also readable on the page's background. */
const LIGHT_PANEL = '#f5f5f5';
const DARK_PANEL = '#1d1d1d';

/** The part of the branding that pages show. */
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
    termsUrl: httpUrl(termsUrl),
    privacyUrl: httpUrl(privacyUrl),
    helpUrl: httpUrl(supportUrl) ?? (supportEmail === null ? null : `mailto:${encodeURIComponent(supportEmail).replace('%40', '@')}`),
  };
};

const rootRule = (properties: Readonly<Record<string, string>>): string =>
  `:root { ${Object.entries(properties)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')} }`;

/** Button in the merchant's colour; accents in the nearest colours that are readable on a light and on a dark page. */
const accentsOf = (primary: string): Readonly<Record<string, string>> => ({
  '--fill': primary,
  '--on-fill': textColorOn(primary),
  '--accent': `light-dark(${readableOn(LIGHT_PANEL, primary)}, ${readableOn(DARK_PANEL, primary)})`,
});

/** The CSS properties that the merchant's colours set. */
export const brandProperties = ({ primary, background }: BrandColors): Readonly<Record<string, string>> => {
  if (background === null) return primary === null ? {} : accentsOf(primary);
  return { 'color-scheme': `only ${schemeOn(background)}`, ...paletteOn(background, { text: null, primary, danger: null }) };
};

/** CSS that overrides the default colours with the merchant's; `null`: no override. Contains only validated colours. */
export const styleOf = ({ colors }: Brand): string | null => (colors === null ? null : rootRule(brandProperties(colors)));
