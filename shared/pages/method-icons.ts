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

/** A signed form: the mandate. */
const MANDATE = 'M8 2h12l5 5v13H8zM20 2v5h5M12 9h5M12 13h9M12 17c2-3 3 1 4-1s2 1 5 0';
/** A window with the arrow of a sign-in: online banking. */
const ONLINE_BANK = 'M4 2h24v18H4zM4 7h24M9 13.5h12M17 10l4 3.5-4 3.5';
/** A phone that is held to a terminal. */
const PHONE = 'M6 2h9a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM9 17h3M21 8a5 5 0 0 1 0 6M25 5a10 10 0 0 1 0 12';
/** Two arrows: a transfer from account to account. */
const TRANSFER = 'M4 7h22M21 2l5 5-5 5M28 15H6M11 10l-5 5 5 5';

const ICONS: Readonly<Record<string, string>> = {
  creditcard: CARD,
  directdebit: MANDATE,
  applepay: PHONE,
  paypal: WALLET,
  eps: ONLINE_BANK,
  banktransfer: TRANSFER,
};

/** SVG path of a method's icon. iDEAL and unknown methods are bank payments. */
export const iconPath = (method: string): string => ICONS[method] ?? BANK;
