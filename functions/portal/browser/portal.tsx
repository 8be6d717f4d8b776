import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { pageLocaleFor } from '../../../shared/locales/pages/locale.ts';
import { type Brand, brandOf } from '../../../shared/pages/brand.ts';
import { applyAppearance } from '../../../shared/pages/browser/look.ts';
import { Notice } from '../../../shared/pages/browser/parts.tsx';
import { webAddress } from '../../../shared/platform/web-address.ts';
import { type Calls, callsOf, type Portal } from './calls.ts';
import { DetailsPart } from './details.tsx';
import { InvoicesPart } from './invoices.tsx';
import { MethodsPart } from './methods.tsx';
import { PlanPart } from './plan.tsx';
import { comesFromBank, takeToken } from './session.ts';
import { owedText, type Said, saidIn } from './texts.ts';
import { usePortal } from './use-portal.ts';

/** The billing portal: what a customer sees and does about one subscription. */

/** The branding as the hosted pages read it, for the same links to stand on every page. */
const brandIn = ({ branding }: Portal): Brand =>
  brandOf(branding.display_name, {
    logoUrl: branding.logo_url,
    primaryColor: branding.primary_color,
    backgroundColor: branding.background_color,
    supportEmail: branding.support_email,
    supportUrl: branding.support_url,
    privacyUrl: branding.privacy_url,
    termsUrl: branding.terms_url,
  });

const Header = ({ brand: { name, logoUrl }, back, said }: { readonly brand: Brand; readonly back: string | null; readonly said: Said }) => (
  <header>
    <p>{logoUrl === null ? name : <img src={logoUrl} alt={name} height={32} referrerpolicy="no-referrer" />}</p>
    {back === null ? null : <a href={back}>{said.texts.backTo(name)}</a>}
  </header>
);

const Footer = ({ brand: { termsUrl, privacyUrl, helpUrl }, said: { texts } }: { readonly brand: Brand; readonly said: Said }) => {
  const links: readonly (readonly [string, string | null])[] = [
    [texts.terms, termsUrl],
    [texts.privacy, privacyUrl],
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

const wearBrand = ({ primary_color: primary, background_color: background }: Portal['branding']): void =>
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

const App = ({ calls, said: first, fromBank }: { readonly calls: Calls | null; readonly said: Said; readonly fromBank: boolean }) => {
  const { portal, stage, ...doing } = usePortal(calls, first, fromBank);
  useEffect(() => {
    if (portal !== null) wearBrand(portal.branding);
  }, [portal?.id]);
  if (stage === 'over') return <Main>{<Notice {...first.portal.expired} />}</Main>;
  if (stage === 'broken') return <Main>{<Notice {...first.texts.broken} />}</Main>;
  if (calls === null || portal === null) return <Main>{<div class="loading" aria-busy="true" />}</Main>;
  // The customer's own language, once it is known, goes before the browser's.
  const said = saidIn(pageLocaleFor(portal.customer.language, navigator.languages.join(',')));
  document.documentElement.lang = said.tag;
  document.title = `${said.portal.title} – ${portal.branding.display_name}`;
  const acting = { portal, calls, said, ...doing };
  const owed = owedText(portal, said);
  const brand = brandIn(portal);
  return (
    <>
      <Header brand={brand} back={webAddress(portal.return_url)} said={said} />
      <Main>
        <h1>{said.portal.title}</h1>
        {portal.livemode ? null : <p class="notice">{said.texts.testNotice}</p>}
        {owed === null ? null : (
          <div class="problem" role="status">
            <p>{owed}</p>
          </div>
        )}
        <PlanPart acting={acting} />
        <MethodsPart acting={acting} />
        <InvoicesPart acting={acting} />
        <DetailsPart acting={acting} />
      </Main>
      <Footer brand={brand} said={said} />
    </>
  );
};

const Main = ({ children }: { readonly children: preact.ComponentChildren }) => <main>{children}</main>;

const root = document.getElementById('portal');
const fromBank = comesFromBank();
const token = takeToken();
const said = saidIn(pageLocaleFor(null, navigator.languages.join(',')));
document.documentElement.lang = said.tag;
document.title = said.portal.title;
if (root !== null) render(<App calls={token === null ? null : callsOf(token)} said={said} fromBank={fromBank} />, root);
