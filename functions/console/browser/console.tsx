import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Notice } from '../../../shared/pages/browser/parts.tsx';
import { currentSession, type Session } from './app/calls.ts';
import { currentZone, setZone } from './app/format.ts';
import { Header } from './app/header.tsx';
import { lazyScreen } from './app/lazy-screen.tsx';
import { isSignedOut } from './app/parts.tsx';
import { hrefOf, type Route, routeOf, routeTo } from './app/route.ts';
import { IMPORT, OVERVIEW, SCREEN_NAMES, SETTINGS, screenAt, TEAM, titleAt } from './app/screens.ts';
import type { Draft } from './import/draft.ts';
import type { DraftProps } from './import/parts.tsx';
import { List } from './objects/lists.tsx';
import { clearReturnRoute, takeSignInToken } from './session/return-to.ts';
import { useSessionRenewal } from './session/session-renewal.ts';
import { SignIn, SignInPage } from './session/sign-in.tsx';
import { SignInAgain } from './session/sign-in-again.tsx';
import { Team } from './team/team.tsx';

/** The console, in which members manage an account. */

/** Screens whose code is loaded separately, because their dependencies are large. */
const LAZY_SCREENS = {
  [OVERVIEW]: lazyScreen(async () => (await import('./app/overview.tsx')).Overview),
  [SETTINGS]: lazyScreen(async () => (await import('./settings/settings.tsx')).Settings),
  [IMPORT]: lazyScreen(async () => (await import('./import/imports.tsx')).Imports),
};
const OBJECT_PAGE = lazyScreen(async () => (await import('./objects/object-page.tsx')).ObjectPage);
const [Overview, Settings, Imports] = [LAZY_SCREENS[OVERVIEW].Screen, LAZY_SCREENS[SETTINGS].Screen, LAZY_SCREENS[IMPORT].Screen];

/** Starts to load the code of a route's screen. The code of lists is never loaded separately; a list preloads the page of its objects. */
const preloadScreen = ({ screen, mode }: Route): void => {
  if (Object.hasOwn(LAZY_SCREENS, screen)) LAZY_SCREENS[screen as keyof typeof LAZY_SCREENS].preload();
  else if (screenAt(screen, mode) !== undefined) OBJECT_PAGE.preload();
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

const Navigation = ({ route }: { readonly route: Route }) => {
  const nav = useRef<HTMLElement>(null);
  // On a phone the links are in one scrollable line, so the current link may be outside the visible part.
  useEffect(() => nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [route.screen]);
  return (
    <nav aria-label="Screens" ref={nav}>
      <ul class="screens">
        {SCREEN_NAMES.filter((name) => titleAt(name, route.mode) !== null).map((name) => (
          <li key={name}>
            <a href={hrefOf(routeTo(route.mode, name))} aria-current={route.screen === name ? 'page' : undefined}>
              {titleAt(name, route.mode)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const CurrentScreen = ({ calls, route, session, signedOut, draft, setDraft }: DraftProps) => {
  if (route.screen === OVERVIEW) return <Overview {...{ calls, route, signedOut }} />;
  if (route.screen === SETTINGS) return <Settings key={route.mode} {...{ calls, route, session, signedOut }} />;
  if (route.screen === IMPORT) return <Imports {...{ calls, route, session, signedOut, draft, setDraft }} />;
  if (route.screen === TEAM) return <Team {...{ calls, session, signedOut }} />;
  const screen = screenAt(route.screen, route.mode);
  if (screen === undefined) return <Notice title="There is no such screen" text={null} />;
  const ScreenComponent = route.id === null ? List : OBJECT_PAGE.Screen;
  return <ScreenComponent key={hrefOf({ ...route, after: null, filters: {} })} {...{ calls, route, screen, session, signedOut }} />;
};

interface SignedInProps {
  readonly session: Session;
  readonly enter: (session: Session) => void;
  readonly signedOut: () => void;
}

const SignedIn = ({ session, enter, signedOut }: SignedInProps) => {
  const route = useRoute();
  const [zone, chooseZone] = useState(currentZone());
  // The draft of an import is kept here, so that it survives a change of the screen.
  const [draft, setDraft] = useState<Draft | null>(null);
  const { calls, lost, refreshSession, signedIn, closed } = useSessionRenewal(session, enter);
  useEffect(() => preloadScreen(route), [route.screen]);
  document.title = `${titleAt(route.screen, route.mode) ?? 'Console'} – ${session.account.name}`;
  return (
    <>
      <Header
        {...{ session, route, calls, signedOut, zone }}
        chooseZone={(chosen) => {
          setZone(chosen);
          chooseZone(chosen);
        }}
      />
      <main>
        <Navigation route={route} />
        <div class="screen">
          {session.account.suspended ? (
            <p class="notice" role="status">
              This account is suspended. You can view everything, but not change anything.
            </p>
          ) : null}
          <CurrentScreen {...{ calls, route, session, signedOut, draft, setDraft }} />
        </div>
      </main>
      {lost === null ? null : <SignInAgain {...{ session, lost, refreshSession }} enter={signedIn} closed={closed} />}
    </>
  );
};

const App = ({ token: initialToken }: { readonly token: string | null }) => {
  const [token, setToken] = useState(initialToken);
  const [session, setSession] = useState<Session | 'reading' | 'none' | 'broken'>(initialToken === null ? 'reading' : 'none');
  useEffect(() => {
    if (token === null) currentSession().then(setSession, (error: unknown) => setSession(isSignedOut(error) ? 'none' : 'broken'));
  }, []);
  useLayoutEffect(() => {
    // A sign-in link that is opened in a tab of the console changes only the fragment, so the page does not reload.
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
  if (token !== null) return <SignIn token={token} enter={enter} cancel={() => setToken(null)} />;
  if (session === 'reading') return <div class="loading" aria-busy="true" />;
  if (session === 'none') return <SignInPage enter={enter} />;
  if (session === 'broken') {
    return (
      <main class="signed-out">
        <Notice title="The console does not answer" text="Try again in a moment." />
      </main>
    );
  }
  const { account, member } = session;
  return <SignedIn key={`${account.id} ${member.id}`} {...{ session, enter }} signedOut={() => setSession('none')} />;
};

const token = takeSignInToken();
preloadScreen(routeOf(location.hash));
const root = document.getElementById('console');
if (root !== null) render(<App token={token} />, root);
