import { storedText, storeText } from './storage.ts';

/** The colour scheme of the console, stored in the browser. */

const KEY = 'billing-console-theme';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

/** The stored theme; `system` if none is stored, or if the browser blocks the storage. */
export const storedTheme = (): Theme => {
  const value = storedText(KEY);
  return isTheme(value) ? value : 'system';
};

/** Applies the theme to the page. `system`: light or dark as set in the member's system. */
export const applyTheme = (theme: Theme): void => {
  document.documentElement.style.colorScheme = theme === 'system' ? '' : `only ${theme}`;
};

/** Applies and stores the theme. */
export const setTheme = (theme: Theme): void => {
  applyTheme(theme);
  storeText(KEY, theme);
};
