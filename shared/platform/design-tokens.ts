/**
 * Design tokens of the console, the hosted pages, the portal, the payment element, the documentation and the emails. Style sheets use them
 * as CSS properties (`TOKENS`). Emails use the values in pixels, because mail programs do not support CSS properties.
 */

/** Distances in pixels at the default text size. */
const SPACE = { 1: 4, 2: 8, 3: 12, 4: 16, 5: 24, 6: 32 } as const;

/** Corners in pixels: of controls, of cards and dialogs, and of badges. `--radius` can be overridden by a merchant. */
const RADIUS = { '': 6, '-card': 10, '-full': 999 } as const;

/** Size and line height of text in pixels at the default text size. */
const TEXT = { table: [13, 20], body: [14, 20], section: [16, 24], title: [20, 28], number: [28, 36] } as const;

/** Font weights: of texts, of controls and column heads, and of headings and sums. */
export const WEIGHT = { text: 400, control: 500, heading: 600 } as const;

/** Heights of controls in pixels: in the console with a mouse, with a finger, and on the pages for buyers. */
const CONTROL = { console: 32, touch: 44, buyer: 48 } as const;

const SYSTEM_FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Fonts of emails, which load no font. */
export const FONT_STACK = `Inter, ${SYSTEM_FONTS}`;

/** Name of an installed font scaled to the size of Inter, so that texts do not move when Inter is loaded (`font-faces.ts`). */
export const FALLBACK_FONT = 'Inter fallback';

/** Fonts of pages before Inter is loaded. */
export const FONTS_WITHOUT_INTER = `'${FALLBACK_FONT}', ${SYSTEM_FONTS}`;

type Tone = 'success' | 'warning' | 'danger' | 'info';
type Shade = '' | '-bg' | '-border';

/**
 * The colours of a scheme by role. Foregrounds have a contrast of at least 4.5 on `page`, on `panel` and on the background of their tone.
 */
type Colors = Readonly<
  Record<
    | 'page'
    | 'panel'
    | 'hairline'
    | 'line'
    | 'text'
    | 'soft'
    | 'accent'
    | 'fill'
    | 'on-fill'
    | 'test'
    | 'chart'
    | `code-${'keyword' | 'string' | 'number' | 'name'}`
    | `${Tone}${Shade}`,
    string
  >
>;

/**
 * `page`: background. `panel`: surface that differs from the background. `hairline`: border of a surface. `line`: border of a control.
 * `soft`: muted text. `fill` and `on-fill`: background and text of a primary button. `test`: mark of test mode. `chart`: chart
 * series without a tone. `code-`: highlighted code.
 */
export const LIGHT: Colors = {
  page: '#ffffff',
  panel: '#f6f7f9',
  hairline: '#e3e5ea',
  line: '#878d98',
  text: '#16181d',
  soft: '#5a616e',
  accent: '#0b57d0',
  fill: '#0b57d0',
  'on-fill': '#ffffff',
  test: '#f5a623',
  chart: '#6a4fb3',
  'code-keyword': '#a02f6f',
  'code-string': '#0a6e3c',
  'code-number': '#7a4b00',
  'code-name': '#5a3fa8',
  success: '#146c2e',
  'success-bg': '#e8f6ec',
  'success-border': '#a6d7b3',
  warning: '#854f00',
  'warning-bg': '#fff5e1',
  'warning-border': '#f0c987',
  danger: '#b3261e',
  'danger-bg': '#fdedec',
  'danger-border': '#f0b6b2',
  info: '#0b4fbf',
  'info-bg': '#eaf1fe',
  'info-border': '#b3cdf8',
};

export const DARK: Colors = {
  page: '#0f1115',
  panel: '#181b21',
  hairline: '#2b2f38',
  line: '#717884',
  text: '#eceef2',
  soft: '#a3a9b5',
  accent: '#a8c7fa',
  fill: '#a8c7fa',
  'on-fill': '#062e6f',
  test: '#ffb95c',
  chart: '#cfbcff',
  'code-keyword': '#ff9bce',
  'code-string': '#8fd9a8',
  'code-number': '#f2c078',
  'code-name': '#cdbcff',
  success: '#7fdc94',
  'success-bg': '#12301c',
  'success-border': '#2c5d3b',
  warning: '#ffb95c',
  'warning-bg': '#33250f',
  'warning-border': '#6b4d1c',
  danger: '#f2b8b5',
  'danger-bg': '#3a1a18',
  'danger-border': '#7a3330',
  info: '#a8c7fa',
  'info-bg': '#14253f',
  'info-border': '#2f4f80',
};

/** Shadows: of buttons, of menus and cards above the page, and of dialogs. */
const SHADOW = {
  control: '0 1px 2px rgb(0 0 0 / .08)',
  menu: '0 8px 24px rgb(0 0 0 / .16)',
  dialog: '0 16px 48px rgb(0 0 0 / .28)',
} as const;

/** The colour behind a dialog. Not a CSS property, because older browsers ignore properties in `::backdrop`. */
export const BACKDROP = 'rgb(0 0 0 / .45)';

/** A distance as a CSS value for emails. */
export const space = (step: keyof typeof SPACE): string => `${SPACE[step]}px`;

/** A corner as a CSS value for emails. */
export const radius = (name: keyof typeof RADIUS): string => `${RADIUS[name]}px`;

/** Size, line height and weight of text as CSS declarations for emails. */
export const textStyle = (name: keyof typeof TEXT, weight: keyof typeof WEIGHT): string => {
  const [size, lineHeight] = TEXT[name];
  return `font-size:${size}px;line-height:${lineHeight}px;font-weight:${WEIGHT[weight]};`;
};

const ROOT_TEXT_PX = 16;
const rem = (px: number): string => `${px / ROOT_TEXT_PX}rem`;

/** CSS declarations of one property per entry. */
const declarationsOf = <T>(prefix: string, values: Readonly<Record<string, T>>, toCss: (value: T) => string): string =>
  Object.entries(values)
    .map(([name, value]) => `--${prefix}${name}:${toCss(value)};`)
    .join('');

const COLOR_NAMES = Object.keys(LIGHT) as readonly (keyof Colors)[];
const LIGHT_DARK_COLORS = Object.fromEntries(COLOR_NAMES.map((name) => [name, `light-dark(${LIGHT[name]},${DARK[name]})`]));

/**
 * The tokens as CSS properties of the document: `--space-1` to `--space-6`, `--radius`, `--radius-card`, `--radius-full`, `--text-table`,
 * `--text-body`, `--text-section`, `--text-title`, `--text-number` (values of `font` without weight and family), `--control-console`,
 * `--control-touch`, `--control-buyer`, `--shadow-control`, `--shadow-menu`, `--shadow-dialog`, `--font`, and the colours by role, which
 * follow the reader's light or dark setting.
 */
export const TOKENS = `:root{color-scheme:light dark;${[
  declarationsOf('space-', SPACE, rem),
  declarationsOf('radius', RADIUS, (px) => `${px}px`),
  declarationsOf('text-', TEXT, ([size, lineHeight]) => `${rem(size)}/${rem(lineHeight)}`),
  declarationsOf('control-', CONTROL, rem),
  declarationsOf('shadow-', SHADOW, (value) => value),
  `--font:Inter, ${FONTS_WITHOUT_INTER};`,
  declarationsOf('', LIGHT_DARK_COLORS, (value) => value),
].join('')}}
`;
