/**
 * Design tokens of the console, the hosted pages, the portal, the payment element and the emails. Style sheets use them as CSS properties
 * (`TOKENS`); emails, whose programs do not support properties, use the values.
 */

/** Distances, in rem: 4, 8, 12, 16, 24 and 32 pixels at the default text size. */
const SPACE = { 1: '.25rem', 2: '.5rem', 3: '.75rem', 4: '1rem', 5: '1.5rem', 6: '2rem' } as const;

/** Corners: of controls, of cards and dialogs, and of badges. `--radius` can be overridden by a merchant. */
const RADIUS = { '': '6px', '-card': '10px', '-full': '999px' } as const;

/** Size and line height of text, as a value of the CSS property `font` without weight and family. */
const TEXT = {
  table: '.8125rem/1.25rem',
  body: '.875rem/1.25rem',
  section: '1rem/1.5rem',
  title: '1.25rem/1.75rem',
  number: '1.75rem/2.25rem',
} as const;

/** Heights of controls: in the console with a mouse, with a finger, and on the pages for buyers. */
const CONTROL = { console: '2rem', touch: '2.75rem', buyer: '3rem' } as const;

export const FONT_STACK = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

type Tone = 'success' | 'warning' | 'danger' | 'info';
type Shade = '' | '-bg' | '-border';

/** The colours of a scheme by role. Foregrounds have a contrast of at least 4.5 on `page`, on `panel` and on the background of their tone. */
type Colors = Readonly<
  Record<'page' | 'panel' | 'hairline' | 'line' | 'text' | 'soft' | 'accent' | 'fill' | 'on-fill' | `${Tone}${Shade}`, string>
>;

/**
 * `page`: background. `panel`: surface that differs from the background. `hairline`: border of a surface. `line`: border of a control.
 * `soft`: muted text. `fill` and `on-fill`: background and text of a primary button.
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

const declared = (prefix: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${prefix}${name}:${value};`)
    .join('');

const COLOR_NAMES = Object.keys(LIGHT) as readonly (keyof Colors)[];

/**
 * The tokens as CSS properties of the document: `--space-1` to `--space-6`, `--radius`, `--radius-card`, `--radius-full`, `--text-table`,
 * `--text-body`, `--text-section`, `--text-title`, `--text-number`, `--control-console`, `--control-touch`, `--control-buyer`, `--font`, and
 * the colours by role, which follow the reader's light or dark setting.
 */
export const TOKENS = `:root{color-scheme:light dark;${declared('space-', SPACE)}${declared('radius', RADIUS)}${declared('text-', TEXT)}${declared(
  'control-',
  CONTROL,
)}--font:${FONT_STACK};${declared('', Object.fromEntries(COLOR_NAMES.map((name) => [name, `light-dark(${LIGHT[name]},${DARK[name]})`])))}}
`;
