import { render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Notice } from '../../../../shared/pages/browser/parts.tsx';
import { ExportJobs } from '../exports/export-jobs.tsx';
import type { Draft } from '../import/draft.ts';
import type { DraftProps } from '../import/parts.tsx';
import { List } from '../objects/lists.tsx';
import { clearReturnRoute, takeSignInToken } from '../session/return-to.ts';
import { useSessionRenewal } from '../session/session-renewal.ts';
import { SignInLinkPage, SignInPage } from '../session/sign-in.tsx';
import { SignInAgain } from '../session/sign-in-again.tsx';
import { ApiContext } from './api.ts';
import type { Session } from './calls.ts';
import { useScreenTitle } from './document-title.ts';
import { showFontAfterFirstScreen } from './font.ts';
import { currentZone, setZone } from './format.ts';
import { Header } from './header.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { Navigation } from './navigation.tsx';
import { Overview } from './overview.tsx';
import { isSignedOut } from './parts.tsx';
import { hrefOf, type Route, routeOf, routeTo } from './route.ts';
import { BRANDING, COMPANY, IMPORT, OVERVIEW, PASSKEYS, PROVIDER, REPORTS, REQUEST_LOG, screenAt, TEAM } from './screens.ts';
import { useScrollPosition } from './scroll.ts';
import { applyTheme, storedTheme } from './theme.ts';
import { Toasts } from './toast.tsx';

/** Screens whose code is loaded separately, because their dependencies are large. */
const LAZY_SCREENS = {
  reports: lazyScreen(async () => (await import('../reports/reports.tsx')).Reports),
  requests: lazyScreen(async () => (await import('../objects/request-log.tsx')).RequestLog),
  settings: lazyScreen(async () => (await import('../settings/settings.tsx')).Settings),
  imports: lazyScreen(async () => (await import('../import/imports.tsx')).Imports),
  team: lazyScreen(async () => (await import('../team/team.tsx')).Team),
  object: lazyScreen(async () => (await import('../objects/object-page.tsx')).ObjectPage),
  product: lazyScreen(async () => (await import('../objects/actions/new-product.tsx')).NewProduct),
};
const { reports, requests, settings, imports, team, object, product } = LAZY_SCREENS;

/** The lazy screen for each route that shows no list of API objects. Home is loaded at the start, like the lists. */
const LAZY_SCREEN_OF: Readonly<Record<string, keyof typeof LAZY_SCREENS>> = {
  [REPORTS]: 'reports',
  [REQUEST_LOG]: 'requests',
  [COMPANY]: 'settings',
  [BRANDING]: 'settings',
  [PROVIDER]: 'settings',
  [IMPORT]: 'imports',
  [TEAM]: 'team',
  [PASSKEYS]: 'team',
};

/** Starts to load the code of a route's screen, unless it is loaded already. A list preloads the page of its objects. */
const preloadScreen = ({ screen, mode }: Route): void => {
  const name = LAZY_SCREEN_OF[screen] ?? (screenAt(screen, mode) === undefined ? null : 'object');
  if (name !== null) LAZY_SCREENS[name].preload();
};

const useRoute = (): Route => {
  const [route, setRoute] = useState(routeOf(location.hash));
  // A layout effect, so that no change of the URL is missed before the listener is registered.
  useLayoutEffect(() => {
    const update = (): void => setRoute(routeOf(location.hash));
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return route;
};

const CurrentScreen = ({ calls, route, session, onSignedOut, draft, setDraft }: DraftProps) => {
  const name = LAZY_SCREEN_OF[route.screen];
  if (route.screen === OVERVIEW) return <Overview {...{ calls, route, session, onSignedOut }} />;
  if (name === 'reports') return <reports.Screen {...{ calls, route, session, onSignedOut }} />;
  if (name === 'requests') return <requests.Screen key={hrefOf({ ...route, after: null })} {...{ route, onSignedOut }} />;
  if (name === 'settings') return <settings.Screen key={`${route.mode} ${route.screen}`} {...{ calls, route, session, onSignedOut }} />;
  if (name === 'imports') return <imports.Screen {...{ calls, route, session, onSignedOut, draft, setDraft }} />;
  if (name === 'team') return <team.Screen {...{ calls, route, session, onSignedOut }} />;
  const screen = screenAt(route.screen, route.mode);
  if (screen === undefined) {
    return (
      <>
        <Notice title="Page not found" text="The link may be old, or the page exists in the other mode only." />
        <p>
          <a href={hrefOf(routeTo(route.mode, OVERVIEW))}>Go to Home</a>
        </p>
      </>
    );
  }
  if (route.screen === 'products' && route.id === 'new') return <product.Screen {...{ calls, route, screen, session, onSignedOut }} />;
  const isList = route.id === null || route.id === 'new';
  const ScreenComponent = isList ? List : object.Screen;
  const key = hrefOf({ ...route, id: isList ? null : route.id, after: null, filters: {} });
  return <ScreenComponent key={key} {...{ calls, route, screen, session, onSignedOut }} />;
};

interface SignedInProps {
  readonly session: Session;
  /** Shows the console for another session. */
  readonly enter: (session: Session) => void;
  /** Shows the sign-in page. */
  readonly onSignedOut: () => void;
}

const SignedIn = ({ session, enter, onSignedOut }: SignedInProps) => {
  const route = useRoute();
  const [zone, setShownZone] = useState(currentZone());
  // The draft of an import is kept here, so that it survives a change of the screen.
  const [draft, setDraft] = useState<Draft | null>(null);
  const { calls, lostSession, refreshSession, onSignedIn, onClose } = useSessionRenewal(session, enter);
  const [isNavigationOpen, setNavigationOpen] = useState(false);
  useEffect(() => preloadScreen(route), [route.screen]);
  useEffect(() => setNavigationOpen(false), [route]);
  useScrollPosition(route);
  useScreenTitle(route, session);
  return (
    <div class={route.mode}>
      <Header
        {...{ session, route, calls, onSignedOut, zone }}
        openNavigation={() => setNavigationOpen(true)}
        chooseZone={(chosen) => {
          setZone(chosen);
          setShownZone(chosen);
        }}
      />
      <div class="frame">
        <Navigation route={route} isOpen={isNavigationOpen} close={() => setNavigationOpen(false)} />
        <main class="screen">
          {session.account.suspended ? (
            <p class="notice" role="status">
              This account is suspended. You can view everything, but not change anything.
            </p>
          ) : null}
          <ApiContext.Provider value={{ calls, mode: route.mode }}>
            <CurrentScreen {...{ calls, route, session, onSignedOut, draft, setDraft }} />
          </ApiContext.Provider>
        </main>
      </div>
      <Toasts>
        <ExportJobs />
      </Toasts>
      {lostSession === null ? null : <SignInAgain {...{ session, lostSession, refreshSession }} enter={onSignedIn} closed={onClose} />}
    </div>
  );
};

interface AppProps {
  /** The token of a sign-in link; `null`: the page was not opened by one. */
  readonly token: string | null;
  /** Resolves to the browser's session; `null`: the session is not read, because the sign-in link opens a new one. */
  readonly reading: Promise<Session> | null;
}

const App = ({ token: initialToken, reading }: AppProps) => {
  const [token, setToken] = useState(initialToken);
  const [session, setSession] = useState<Session | 'reading' | 'none' | 'broken'>(reading === null ? 'none' : 'reading');
  useEffect(() => {
    reading?.then(setSession, (error: unknown) => setSession(isSignedOut(error) ? 'none' : 'broken'));
  }, []);
  useLayoutEffect(() => {
    // If a sign-in link is opened in a tab of the console, only the fragment changes. The page does not reload, so the token is read here.
    const update = (): void => {
      const newToken = takeSignInToken();
      if (newToken !== null) setToken(newToken);
    };
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  const enter = (newSession: Session): void => {
    clearReturnRoute();
    setToken(null);
    setSession(newSession);
  };
  if (token !== null) return <SignInLinkPage token={token} enter={enter} cancel={() => setToken(null)} />;
  if (session === 'reading') return <div class="loading" aria-busy="true" />;
  if (session === 'none') return <SignInPage enter={enter} />;
  if (session === 'broken') {
    return (
      <main class="signed-out">
        <Notice title="The console is not available" text="Try again in a moment." />
      </main>
    );
  }
  const { account, member } = session;
  return <SignedIn key={`${account.id} ${member.id}`} {...{ session, enter }} onSignedOut={() => setSession('none')} />;
};

/** Shows the console, in which members manage an account. */
export const showConsole = (root: Element, props: AppProps): void => {
  applyTheme(storedTheme());
  showFontAfterFirstScreen();
  preloadScreen(routeOf(location.hash));
  render(<App {...props} />, root);
};
