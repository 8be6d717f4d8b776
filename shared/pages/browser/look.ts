import { paletteOn, schemeOn } from '../palette.ts';

/** How a page with script looks: colours, lengths and fonts as CSS has them. `null`: as it looks on its own. */
export interface Appearance {
  readonly colorPrimary: string | null;
  readonly colorBackground: string | null;
  readonly colorText: string | null;
  readonly colorDanger: string | null;
  readonly fontFamily: string | null;
  readonly fontSize: string | null;
  readonly borderRadius: string | null;
  /** `null`: the reader's own setting. */
  readonly theme: 'light' | 'dark' | null;
}

const twoDigits = (channel: string): string => Number(channel).toString(16).padStart(2, '0');

/** A colour in any texts of CSS as `#rrggbb`; `null`: it is none, or can be seen through. */
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

/** Sets the document's style, whatever it was before; colours as far as they can be read on their background. */
export const wear = ({ theme, ...asked }: Appearance): void => {
  const { style } = document.documentElement;
  style.cssText = '';
  const given = hexOf(asked.colorBackground);
  const chosen = { text: hexOf(asked.colorText), primary: hexOf(asked.colorPrimary), danger: hexOf(asked.colorDanger) };
  // A background of the shop's own is the same to every reader, whatever their setting is.
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
