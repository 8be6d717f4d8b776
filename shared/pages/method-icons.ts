/** Decorative icons of payment methods, in the colour of the adjacent text. */

/** Attributes of the icon's `svg` element. */
export const ICON_ATTRIBUTES = {
  viewBox: '0 0 32 22',
  width: 32,
  height: 22,
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': 1.5,
  'stroke-linejoin': 'round',
} as const;

const CARD = 'M5 2h22a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zM2 8h28M6 15h6';
const BANK = 'M4 9 16 2l12 7zM7 9v8M13 9v8M19 9v8M25 9v8M3 20h26';
const WALLET = 'M4 5h20a4 4 0 0 1 4 4v7a4 4 0 0 1-4 4H7a3 3 0 0 1-3-3zM4 5V4a2 2 0 0 1 2-2h16v3M28 10h-6a2.5 2.5 0 0 0 0 5h6';

const ICONS: Readonly<Record<string, string>> = { creditcard: CARD, applepay: WALLET, paypal: WALLET };

/** SVG path of a method's icon. Methods other than cards and wallets are bank payments. */
export const iconPath = (method: string): string => ICONS[method] ?? BANK;
