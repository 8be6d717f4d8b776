import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { wear } from '../../../shared/pages/browser/look.ts';
import { Notice } from '../../../shared/pages/browser/parts.tsx';
import { speechFor } from '../../../shared/pages/texts/speech.ts';
import { type Calls, callsOf, type Portal } from './calls.ts';
import { DetailsPart } from './details.tsx';
import { InvoicesPart } from './invoices.tsx';
import { MethodsPart } from './methods.tsx';
import { PlanPart } from './plan.tsx';
import { comesFromBank, takeToken } from './session.ts';
import { usePortal } from './use-portal.ts';
import { owedWords, type Said, saidIn } from './words.ts';

/** The billing portal: what a customer sees and does about one subscription. */

/** Nothing else may stand behind a link: what a tenant typed must not run. */
const webAddress = (url: string | null): string | null => (url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null);

const Header = ({ portal, said }: { readonly portal: Portal; readonly said: Said }) => {
  const { display_name: name, logo_url: logo } = portal.branding;
  const back = webAddress(portal.return_url);
  return (
    <header>
      <p>{logo?.startsWith('https://') ? <img src={logo} alt={name} height={32} referrerpolicy="no-referrer" /> : name}</p>
      {back === null ? null : <a href={back}>{said.texts.backTo(name)}</a>}
    </header>
  );
};

const Footer = ({ portal, said }: { readonly portal: Portal; readonly said: Said }) => {
  const { terms_url: terms, privacy_url: privacy, support_url: support, support_email: email } = portal.branding;
  const { texts } = said;
  const links: readonly (readonly [string, string | null])[] = [
    [texts.terms, webAddress(terms)],
    [texts.privacy, webAddress(privacy)],
    [texts.help, webAddress(support) ?? `mailto:${encodeURIComponent(email).replace('%40', '@')}`],
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
  wear({
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
  const said = saidIn(speechFor(portal.customer.language, navigator.languages.join(',')));
  document.documentElement.lang = said.locale;
  document.title = `${said.portal.title} – ${portal.branding.display_name}`;
  const acting = { portal, calls, said, ...doing };
  const owed = owedWords(portal, said);
  return (
    <>
      <Header portal={portal} said={said} />
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
      <Footer portal={portal} said={said} />
    </>
  );
};

const Main = ({ children }: { readonly children: preact.ComponentChildren }) => <main>{children}</main>;

const root = document.getElementById('portal');
const fromBank = comesFromBank();
const token = takeToken();
const said = saidIn(speechFor(null, navigator.languages.join(',')));
document.documentElement.lang = said.locale;
document.title = said.portal.title;
if (root !== null) render(<App calls={token === null ? null : callsOf(token)} said={said} fromBank={fromBank} />, root);
