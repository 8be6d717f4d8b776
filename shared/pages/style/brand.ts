import type { PortalBranding } from '../../domain/account/record.ts';
import { readableOn, textColorOn } from '../../platform/contrast.ts';
import { DARK, LIGHT } from '../../platform/design-tokens.ts';
import { httpUrl } from '../../platform/http-url.ts';
import { letterIcon } from './favicon.ts';
import { paletteOn, schemeOn } from './palette.ts';

/** The merchant's name, logo, colours and links on a page. */
export interface Brand {
  readonly name: string;
  /** URL on the merchant's server, or of an uploaded file; `null`: no logo, or its URL is neither https nor local. */
  readonly logoUrl: string | null;
  /** URL of the merchant's icon or, without an icon, of the logo or, without both, a data URL with the first letter of the name. */
  readonly iconUrl: string;
  /** `null`: the default colours. */
  readonly colors: BrandColors | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly withdrawalUrl: string | null;
  readonly helpUrl: string | null;
}

interface BrandColors {
  /** Buttons and accents; `null`: the default color. */
  readonly primary: string | null;
  /** Page background, in both light and dark mode; `null`: the page follows the reader's light or dark setting. */
  readonly background: string | null;
}

/** The part of the branding that pages show. */
type ShownBranding = Omit<PortalBranding, 'displayName' | 'plans'>;

/** URLs on a developer's machine, which serves uploaded logos without https. */
const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\//;

/** Returns the URL of an image if it is an https URL or a local one; otherwise `null`. */
const imageUrl = (url: string | null): string | null =>
  url !== null && URL.canParse(url) && (url.startsWith('https://') || LOCAL.test(url)) ? new URL(url).href : null;

const colorsOf = ({ primaryColor, backgroundColor }: ShownBranding): BrandColors | null =>
  primaryColor === null && backgroundColor === null
    ? null
    : { primary: primaryColor?.toLowerCase() ?? null, background: backgroundColor?.toLowerCase() ?? null };

export const brandOf = (name: string, branding: ShownBranding): Brand => {
  const { termsUrl, privacyUrl, withdrawalUrl, supportUrl, supportEmail } = branding;
  const logoUrl = imageUrl(branding.logoUrl);
  return {
    name,
    logoUrl,
    iconUrl: imageUrl(branding.iconUrl) ?? logoUrl ?? letterIcon(name, branding.primaryColor),
    colors: colorsOf(branding),
    termsUrl: httpUrl(termsUrl),
    privacyUrl: httpUrl(privacyUrl),
    withdrawalUrl: httpUrl(withdrawalUrl ?? null),
    helpUrl: httpUrl(supportUrl) ?? (supportEmail === null ? null : `mailto:${encodeURIComponent(supportEmail).replace('%40', '@')}`),
  };
};

const rootRule = (properties: Readonly<Record<string, string>>): string =>
  `:root { ${Object.entries(properties)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')} }`;

/**
 * The button has the merchant's colour. Accents have the nearest colours that are readable on the panel, in light and dark mode: what is
 * readable on the panel is also readable on the page.
 */
const accentsOf = (primary: string): Readonly<Record<string, string>> => ({
  '--fill': primary,
  '--on-fill': textColorOn(primary),
  '--accent': `light-dark(${readableOn(LIGHT.panel, primary)}, ${readableOn(DARK.panel, primary)})`,
});

/** The CSS properties that the merchant's colours set. */
export const brandProperties = ({ primary, background }: BrandColors): Readonly<Record<string, string>> => {
  if (background === null) return primary === null ? {} : accentsOf(primary);
  return { 'color-scheme': `only ${schemeOn(background)}`, ...paletteOn(background, { text: null, primary, danger: null }) };
};

/** CSS that overrides the default colours with the merchant's; `null`: no override. Contains only validated colours. */
export const styleOf = ({ colors }: Brand): string | null => (colors === null ? null : rootRule(brandProperties(colors)));
