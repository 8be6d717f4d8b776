/** Icons of the console: strokes in a box of 24 units. */

const CIRCLE = 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20z';
const SHEET = 'M14 2H6a1 1 0 0 0-1 1v18a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V7zM14 2v5h5';
const PERSON = 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 14 0';

const PATHS = {
  overview: 'M3 11l9-8 9 8v9a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z',
  customers: `${PERSON}M16 3.5a4 4 0 0 1 0 7M22 21a7 7 0 0 0-5-6.7`,
  subscriptions: 'M17 2l4 4-4 4M3 11V9a3 3 0 0 1 3-3h15M7 22l-4-4 4-4M21 13v2a3 3 0 0 1-3 3H3',
  invoices: `${SHEET}M8.5 13h7M8.5 17h7`,
  payments: 'M3 5h18a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM2 10h20M6 15h4',
  credit_notes: `${SHEET}M9 15h6`,
  products: 'M21 8l-9-5-9 5v8l9 5 9-5zM3 8l9 5 9-5M12 13v8',
  meters: 'M3 19a10 10 0 1 1 18 0zM12 15l4-5',
  coupons: 'M20.6 13.4l-7.2 7.2a2 2 0 0 1-2.8 0L3 13V3h10l7.6 7.6a2 2 0 0 1 0 2.8zM7.5 7.5h.01',
  payment_links: 'M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7L12 5M14 11a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7L12 19',
  tax_rates: 'M19 5L5 19M6.5 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17.5 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  reports: 'M3 21h18M6 17v-6M12 17V5M18 17v-9',
  api_keys: 'M15.5 14a5.5 5.5 0 1 0-5.2-3.7L3 17.5V21h3.5l1-1v-2h2l2.2-4.3A5.5 5.5 0 0 0 15.5 14zM16.5 8h.01',
  webhook_endpoints:
    'M18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8.6 13.5l6.8 4M15.4 6.5l-6.8 4',
  events: 'M22 12h-4l-3 9L9 3l-3 9H2',
  request_log: 'M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01',
  test_clocks: `${CIRCLE}M12 6v6l4 2`,
  company: 'M4 22V3a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v19M15 9h4a1 1 0 0 1 1 1v12M2 22h20M8 6h3M8 10h3M8 14h3',
  branding: 'M12 22a10 10 0 1 1 10-10c0 2.5-2 4-4 4h-2.5a2 2 0 0 0-1.4 3.4A1.5 1.5 0 0 1 13 22zM7.5 11h.01M11 7h.01M16 8.5h.01',
  provider: 'M9 2v6M15 2v6M6 8h12v4a6 6 0 0 1-12 0zM12 18v4',
  team: `${PERSON}M19 8v6M22 11h-6`,
  import: 'M7 4v16M3 8l4-4 4 4M17 20V4M13 16l4 4 4-4',
  audit_logs: 'M12 22s8-4 8-10V5l-8-3-8 3v7c0 6 8 10 8 10zM9 12l2 2 4-4',
  search: 'M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM21 21l-4.3-4.3',
  plus: 'M12 5v14M5 12h14',
  menu: 'M4 6h16M4 12h16M4 18h16',
  help: `${CIRCLE}M9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3M12 17h.01`,
  more: 'M5 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM12 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM19 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2z',
  columns: 'M4 4h16v16H4zM9.5 4v16M14.5 4v16',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M20 6L9 17l-5-5',
  close: 'M18 6L6 18M6 6l12 12',
  down: 'M6 9l6 6 6-6',
  back: 'M15 18l-6-6 6-6',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon. It is hidden from screen readers, so the control that contains it needs a text. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="ico" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
