import type { PortalBranding } from '../../domain/account/record.ts';
import { contrastOf, READABLE_CONTRAST, readableOn } from '../../platform/contrast.ts';
import { LIGHT } from '../../platform/design-tokens.ts';

/** A color of the branding that is hard to read on the pages. */
export interface BrandingWarning {
  readonly param: 'primary_color';
  /** Contrast ratio of the color with the background, 1 to 21, with one decimal. */
  readonly contrastRatio: number;
  /** The nearest color that is readable; pages use it for links and focus outlines. */
  readonly suggestedColor: string;
}

/** Checks the contrast of the primary color with the background (default: white) by WCAG 2.2 (1.4.3: at least 4.5 to 1). */
export const brandingWarnings = ({
  primaryColor,
  backgroundColor,
}: Pick<PortalBranding, 'primaryColor' | 'backgroundColor'>): readonly BrandingWarning[] => {
  if (primaryColor === null) return [];
  const background = (backgroundColor ?? LIGHT.page).toLowerCase();
  const color = primaryColor.toLowerCase();
  const contrast = contrastOf(background, color);
  if (contrast >= READABLE_CONTRAST) return [];
  return [{ param: 'primary_color', contrastRatio: Math.floor(contrast * 10) / 10, suggestedColor: readableOn(background, color) }];
};
