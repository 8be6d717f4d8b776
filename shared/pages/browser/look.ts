import { paletteOn, schemeOn } from '../palette.ts';

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

/** Converts any CSS colour to `#rrggbb`; `null`: invalid or transparent. */
const hexOf = (color: string | null): string | null => {
  if (color === null || !CSS.supports('color', color)) return null;
  const probe = document.createElement('span');
  probe.style.color = color;
  document.body.append(probe);
  const [, ...channels] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(getComputedStyle(probe).color) ?? [];
  probe.remove();
  return channels.length === 0 ? null : `#${channels.map(twoDigits).join('')}`;
};

const LIGHT = '#ffffff';
const DARK = '#121212';

const isDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;

/** Replaces the document's inline style. Colours are adjusted for readability on their background. */
export const applyAppearance = ({ theme, ...asked }: Appearance): void => {
  const { style } = document.documentElement;
  style.cssText = '';
  const given = hexOf(asked.colorBackground);
  const chosen = { text: hexOf(asked.colorText), primary: hexOf(asked.colorPrimary), danger: hexOf(asked.colorDanger) };
  // A custom background ignores the reader's light or dark setting.
  style.colorScheme = given === null ? (theme ?? 'light dark') : `only ${schemeOn(given)}`;
  if (given !== null || Object.values(chosen).some((color) => color !== null)) {
    const background = given ?? ((theme === null ? isDark() : theme === 'dark') ? DARK : LIGHT);
    for (const [property, value] of Object.entries(paletteOn(background, chosen))) style.setProperty(property, value);
  }
  const set = (property: string, value: string | null): void => {
    if (value !== null) style.setProperty(property, value);
  };
  set('--font', asked.fontFamily);
  set('--radius', lengthOf('border-radius', asked.borderRadius));
  set('font-size', lengthOf('font-size', asked.fontSize));
};

const lengthOf = (property: string, value: string | null): string | null =>
  value !== null && CSS.supports(property, value) ? value : null;
