import { useEffect, useRef } from 'preact/hooks';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import { Icon, type IconName } from './icons.tsx';
import { hrefOf, type Route, routeTo } from './route.ts';
import { PASSKEYS, titleAt } from './screens.ts';

/** The navigation: a sidebar on wide screens, a drawer on narrow ones. */

interface Group {
  /** `null`: items without a title. */
  readonly title: string | null;
  readonly screens: readonly IconName[];
}

const GROUPS: readonly Group[] = [
  { title: null, screens: ['overview', 'customers'] },
  { title: 'Billing', screens: ['subscriptions', 'invoices', 'payments', 'credit_notes'] },
  { title: 'Catalogue', screens: ['products', 'meters', 'coupons', 'payment_links', 'tax_rates'] },
  { title: null, screens: ['reports'] },
  { title: 'Developers', screens: ['api_keys', 'webhook_endpoints', 'events', 'request_log', 'test_clocks'] },
  { title: 'Settings', screens: ['company', 'branding', 'provider', 'team', 'import', 'audit_logs'] },
];

/** Screens that share an entry of the navigation and are shown as tabs, with the labels of the tabs. */
const TABS: readonly Readonly<Record<string, string>>[] = [
  { payments: 'Payments', one_shot_payments: 'One-off', refunds: 'Refunds', disputes: 'Disputes' },
  { products: 'Products', prices: 'Prices' },
];

const tabsOf = (screen: string): Readonly<Record<string, string>> => TABS.find((tabs) => Object.hasOwn(tabs, screen)) ?? {};

/** The screen that the navigation lists for `screen`: the first tab if `screen` is one of several tabs, otherwise `screen`. */
const listedScreenOf = (screen: string): string => Object.keys(tabsOf(screen))[0] ?? screen;

/** The tabs above a list; nothing if the screen has none. */
export const Tabs = ({ route }: { readonly route: Route }) => {
  const tabs = Object.entries(tabsOf(route.screen));
  if (tabs.length === 0) return null;
  return (
    <nav aria-label="Lists">
      <ul class="tabs">
        {tabs.map(([screen, label]) => (
          <li key={screen}>
            <a href={hrefOf(routeTo(route.mode, screen))} aria-current={screen === route.screen ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const Item = ({ name, mode, isCurrent }: { readonly name: IconName; readonly mode: Mode; readonly isCurrent: boolean }) => (
  <li>
    <a href={hrefOf(routeTo(mode, name))} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={name} />
      {titleAt(name, mode)}
    </a>
  </li>
);

interface Props {
  readonly route: Route;
  /** Whether the drawer is open. Wide screens always show the navigation. */
  readonly isOpen: boolean;
  readonly close: () => void;
}

export const Navigation = ({ route, isOpen, close }: Props) => {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) nav.current?.querySelector<HTMLElement>('a[aria-current], a')?.focus();
  }, [isOpen]);
  const { mode } = route;
  const otherMode = mode === 'live' ? 'test' : 'live';
  const current = listedScreenOf(route.screen);
  return (
    <>
      {isOpen ? <button type="button" class="shade" tabIndex={-1} aria-label="Close navigation" onClick={close} /> : null}
      <nav
        aria-label="Screens"
        class={`side ${isOpen ? 'open' : ''}`}
        ref={nav}
        onKeyDown={({ key }) => (key === 'Escape' ? close() : undefined)}
        // Closes the drawer here, because a click on the link of the current screen does not change the URL.
        onClick={({ target }) => (target instanceof Element && target.closest('a') !== null ? close() : undefined)}
      >
        {GROUPS.map(({ title, screens }) => (
          <div key={screens[0]}>
            {title === null ? null : <h2>{title}</h2>}
            <ul>
              {screens
                .filter((name) => titleAt(name, mode) !== null)
                .map((name) => (
                  <Item key={name} {...{ name, mode }} isCurrent={current === name} />
                ))}
            </ul>
          </div>
        ))}
        <ul class="extra">
          <li>
            <a href={hrefOf(routeTo(otherMode, titleAt(route.screen, otherMode) === null ? 'overview' : route.screen))}>
              Switch to {otherMode} mode
            </a>
          </li>
          <li>
            <a href={hrefOf(routeTo(mode, PASSKEYS))}>Passkeys</a>
          </li>
          <li>
            <a href="docs">Help</a>
          </li>
        </ul>
      </nav>
    </>
  );
};
