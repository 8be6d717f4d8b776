import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { pageLocaleFor } from '../../../shared/locales/pages/locale.ts';
import { applyAppearance } from '../../../shared/pages/browser/appearance.ts';
import { Notice } from '../../../shared/pages/browser/parts.tsx';
import { type Brand, brandOf } from '../../../shared/pages/style/brand.ts';
import { httpUrl } from '../../../shared/platform/http-url.ts';
import { type Calls, callsOf } from './calls.ts';
import { DetailsSection } from './details.tsx';
import { InvoicesSection } from './invoices.tsx';
import { MethodsSection } from './methods.tsx';
import { pastDueText } from './past-due.ts';
import { PlanSection } from './plan.tsx';
import { comesFromBank, takeToken } from './session.ts';
import { type PortalLocale, portalLocaleOf } from './texts.ts';
import type { Portal } from './types.ts';
import { UsageSection } from './usage.tsx';
import { usePortal } from './use-portal.ts';

/** Converts the branding with `brandOf`, like the hosted pages, so that both show the same links. */
const brandIn = ({ branding }: Portal): Brand =>
  brandOf(branding.display_name, {
    logoUrl: branding.logo_url,
    iconUrl: branding.icon_url,
    primaryColor: branding.primary_color,
    backgroundColor: branding.background_color,
    supportEmail: branding.support_email,
    supportUrl: branding.support_url,
    privacyUrl: branding.privacy_url,
    termsUrl: branding.terms_url,
    withdrawalUrl: branding.withdrawal_url ?? null,
  });

interface BrandedProps {
  readonly brand: Brand;
  readonly locale: PortalLocale;
}

const Header = ({ brand: { name, logoUrl }, back, locale }: BrandedProps & { readonly back: string | null }) => (
  <header>
    <p>{logoUrl === null ? name : <img src={logoUrl} alt={name} height={32} referrerpolicy="no-referrer" />}</p>
    {back === null ? null : <a href={back}>{locale.texts.backTo(name)}</a>}
  </header>
);

const Footer = ({ brand: { termsUrl, privacyUrl, withdrawalUrl, helpUrl }, locale: { texts } }: BrandedProps) => {
  const links: readonly (readonly [string, string | null])[] = [
    [texts.terms, termsUrl],
    [texts.privacy, privacyUrl],
    [texts.withdrawalRight, withdrawalUrl],
    [texts.help, helpUrl],
  ];
  return (
    <footer>
      <ul>
        {links.map(([name, url]) =>
          url === null ? null : (
            <li key={name}>
              <a href={url}>{name}</a>
            </li>
          ),
        )}
      </ul>
    </footer>
  );
};

const applyBrand = ({ primary_color: primary, background_color: background }: Portal['branding']): void =>
  applyAppearance({
    colorPrimary: primary,
    colorBackground: background,
    colorText: null,
    colorDanger: null,
    fontFamily: null,
    fontSize: null,
    borderRadius: null,
    theme: null,
  });

interface AppProps {
  readonly calls: Calls | null;
  readonly browserLocale: PortalLocale;
  readonly isFromBank: boolean;
}

const App = ({ calls, browserLocale, isFromBank }: AppProps) => {
  const { portal, locale, stage, ...actions } = usePortal(calls, browserLocale, isFromBank);
  useEffect(() => {
    if (portal === null) return;
    applyBrand(portal.branding);
    document.querySelector('link[rel=icon]')?.setAttribute('href', brandIn(portal).iconUrl);
  }, [portal?.id]);
  if (stage === 'over') return <Main>{<Notice {...browserLocale.portal.expired} />}</Main>;
  if (stage === 'broken') return <Main>{<Notice {...browserLocale.texts.broken} />}</Main>;
  if (calls === null || portal === null) return <Main>{<div class="loading" aria-busy="true" />}</Main>;
  document.documentElement.lang = locale.tag;
  document.title = `${locale.portal.title} – ${portal.branding.display_name}`;
  const controller = { portal, calls, locale, ...actions };
  const pastDue = pastDueText(portal.subscription, locale, Date.now());
  const brand = brandIn(portal);
  return (
    <>
      <Header brand={brand} back={httpUrl(portal.return_url)} locale={locale} />
      <Main>
        <h1>{locale.portal.title}</h1>
        {portal.livemode ? null : <p class="notice test">{locale.texts.testNotice}</p>}
        {pastDue === null ? null : (
          <div class="problem" role="status">
            <p>{pastDue}</p>
          </div>
        )}
        <PlanSection controller={controller} />
        <UsageSection controller={controller} />
        <MethodsSection controller={controller} />
        <InvoicesSection controller={controller} />
        <DetailsSection controller={controller} />
      </Main>
      <Footer brand={brand} locale={locale} />
    </>
  );
};

const Main = ({ children }: { readonly children: preact.ComponentChildren }) => <main>{children}</main>;

const root = document.getElementById('portal');
const isFromBank = comesFromBank();
const token = takeToken();
const locale = portalLocaleOf(pageLocaleFor(null, navigator.languages.join(',')));
document.documentElement.lang = locale.tag;
document.title = locale.portal.title;
if (root !== null) render(<App calls={token === null ? null : callsOf(token)} browserLocale={locale} isFromBank={isFromBank} />, root);
