import { storedText, storeText } from './storage.ts';

/** The font of the console. On a first visit, it is loaded after the first screen, so that it does not delay the screen's code and data. */

const KEY = 'billing-console-font';
const CHECK_MS = 200;

const isScreenComplete = (): boolean => document.querySelector('h1') !== null && document.querySelector('[aria-busy=true]') === null;

/** Makes the style sheet use the font, which loads it. */
export const showFont = (): void => {
  document.documentElement.dataset['font'] = 'loaded';
};

/** Uses the font at once if the browser has loaded it before, otherwise as soon as the first screen is complete. */
export const showFontAfterFirstScreen = (): void => {
  if (storedText(KEY) !== null) {
    showFont();
    return;
  }
  const timer = setInterval(() => {
    if (!isScreenComplete()) return;
    clearInterval(timer);
    showFont();
    storeText(KEY, 'loaded');
  }, CHECK_MS);
};
