import type { PortalBranding } from '../domain/account/record.ts';
import { readableOn, textOn } from '../platform/contrast.ts';

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
  /** Of buttons: the merchant's own, with the text that can be read on it. */
  readonly fill: string;
  readonly onFill: string;
  /** Of marks, links and outlines: as near to it as can be read on the page, light or dark. */
  readonly accentOnLight: string;
  readonly accentOnDark: string;
}

/** The panel of what is bought, a little off what browsers take for `Canvas`: what can be read on it can be read on the page. */
const LIGHT_PANEL = '#f5f5f5';
const DARK_PANEL = '#1d1d1d';

/** Nothing else may stand behind a link: what a tenant typed must not run. */
const webAddress = (url: string | null): string | null => (url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null);

const colorsOf = (color: string): BrandColors => ({
  fill: color,
  onFill: textOn(color),
  accentOnLight: readableOn(LIGHT_PANEL, color),
  accentOnDark: readableOn(DARK_PANEL, color),
});

export const brandOf = (name: string, branding: PortalBranding): Brand => {
  const { logoUrl, primaryColor, termsUrl, privacyUrl, supportUrl, supportEmail } = branding;
  return {
    name,
    logoUrl: logoUrl?.startsWith('https://') === true && URL.canParse(logoUrl) ? new URL(logoUrl).href : null,
    colors: primaryColor === null ? null : colorsOf(primaryColor.toLowerCase()),
    termsUrl: webAddress(termsUrl),
    privacyUrl: webAddress(privacyUrl),
    helpUrl: webAddress(supportUrl) ?? (supportEmail === null ? null : `mailto:${encodeURIComponent(supportEmail).replace('%40', '@')}`),
  };
};

/** The merchant's colours, laid over the pages' own; made of checked colours only. */
export const styleOf = ({ colors }: Brand): string | null =>
  colors === null
    ? null
    : `:root { --fill: ${colors.fill}; --on-fill: ${colors.onFill}; --accent: light-dark(${colors.accentOnLight}, ${colors.accentOnDark}); }`;
