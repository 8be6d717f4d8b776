import { readableOn, textOn } from '../../platform/contrast.ts';

/** How a page with script looks: colours, lengths and fonts as CSS has them. `null`: as it looks by itself. */
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

/** A colour in any words of CSS as `#rrggbb`; `null`: it is none, or can be seen through. */
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
  style.colorScheme = theme ?? 'light dark';
  const given = hexOf(asked.colorBackground);
  const background = given ?? ((theme === null ? isDark() : theme === 'dark') ? DARK : LIGHT);
  const text = hexOf(asked.colorText);
  const primary = hexOf(asked.colorPrimary);
  const danger = hexOf(asked.colorDanger);
  const set = (property: string, value: string | null): void => {
    if (value !== null) style.setProperty(property, value);
  };
  set('--page', given);
  // A background of the shop's own takes a text that can be read on it, whatever the reader's setting is.
  set('--text', given === null && text === null ? null : readableOn(background, text ?? textOn(background)));
  set('--fill', primary);
  set('--on-fill', primary === null ? null : textOn(primary));
  set('--accent', primary === null ? (given === null ? null : readableOn(background, '#0b57d0')) : readableOn(background, primary));
  set('--bad', danger === null ? (given === null ? null : readableOn(background, '#b3261e')) : readableOn(background, danger));
  set('--font', asked.fontFamily);
  set('--radius', lengthOf('border-radius', asked.borderRadius));
  set('font-size', lengthOf('font-size', asked.fontSize));
};

const lengthOf = (property: string, value: string | null): string | null =>
  value !== null && CSS.supports(property, value) ? value : null;
