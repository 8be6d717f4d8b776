import { DARK, LIGHT } from '../../platform/design-tokens.ts';
import { paletteOn, schemeOn } from '../style/palette.ts';

/** Custom appearance of a page: colours, lengths and fonts as CSS values. `null`: the default. */
export interface Appearance {
  readonly colorPrimary: string | null;
  readonly colorBackground: string | null;
  readonly colorText: string | null;
  readonly colorDanger: string | null;
  readonly fontFamily: string | null;
  readonly fontSize: string | null;
  readonly borderRadius: string | null;
  /** `null`: the reader's setting. */
  readonly theme: 'light' | 'dark' | null;
}

const twoDigits = (channel: string): string => Number(channel).toString(16).padStart(2, '0');

/** Converts any CSS colour to `#rrggbb`; `null`: invalid, not opaque, or in a format that browsers do not convert to `rgb()`. */
const hexOf = (color: string | null): string | null => {
  if (color === null || !CSS.supports('color', color)) return null;
  const probe = document.createElement('span');
  probe.style.color = color;
  document.body.append(probe);
  const [, ...channels] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(getComputedStyle(probe).color) ?? [];
  probe.remove();
  return channels.length === 0 ? null : `#${channels.map(twoDigits).join('')}`;
};

const isDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;

/** Replaces the document's inline style. Colours are adjusted for readability on their background. */
export const applyAppearance = ({ theme, ...values }: Appearance): void => {
  const { style } = document.documentElement;
  style.cssText = '';
  const customBackground = hexOf(values.colorBackground);
  const colors = { text: hexOf(values.colorText), primary: hexOf(values.colorPrimary), danger: hexOf(values.colorDanger) };
  // With a custom background, neither `theme` nor the reader's setting counts.
  style.colorScheme = customBackground === null ? (theme ?? 'light dark') : `only ${schemeOn(customBackground)}`;
  if (customBackground !== null || Object.values(colors).some((color) => color !== null)) {
    const background = customBackground ?? ((theme === null ? isDark() : theme === 'dark') ? DARK.page : LIGHT.page);
    for (const [property, value] of Object.entries(paletteOn(background, colors))) style.setProperty(property, value);
  }
  const set = (property: string, value: string | null): void => {
    if (value !== null) style.setProperty(property, value);
  };
  set('--font', values.fontFamily);
  set('--radius', lengthOf('border-radius', values.borderRadius));
  set('font-size', lengthOf('font-size', values.fontSize));
};

const lengthOf = (property: string, value: string | null): string | null =>
  value !== null && CSS.supports(property, value) ? value : null;
