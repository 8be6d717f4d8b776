import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Notice } from '../../../shared/pages/browser/parts.tsx';
import { currentSession, type Session } from './app/calls.ts';
import { setZone, zoneNow } from './app/format.ts';
import { Header } from './app/header.tsx';
import { laterScreen } from './app/later.tsx';
import { isSignedOut } from './app/parts.tsx';
import { addressOf, type Place, placeAt, placeIn } from './app/route.ts';
import { IMPORT, OVERVIEW, SCREEN_NAMES, SETTINGS, screenAt, TEAM, titleAt } from './app/screens.ts';
import type { Draft } from './import/draft.ts';
import type { DraftProps } from './import/parts.tsx';
import { List } from './objects/lists.tsx';
import { forgetWanted, takeSignInToken } from './session/return-to.ts';
import { useSessionRenewal } from './session/session-renewal.ts';
import { AskForLink, SignIn } from './session/sign-in.tsx';
import { SignInAgain } from './session/sign-in-again.tsx';
import { Team } from './team/team.tsx';

/** The console, in which members manage an account. */

/** Screens with large dependencies, which are loaded separately. */
const LATER = {
  [OVERVIEW]: laterScreen(async () => (await import('./app/overview.tsx')).Overview),
  [SETTINGS]: laterScreen(async () => (await import('./settings/settings.tsx')).Settings),
  [IMPORT]: laterScreen(async () => (await import('./import/imports.tsx')).Imports),
};
const OBJECT = laterScreen(async () => (await import('./objects/object-page.tsx')).ObjectPage);
const [Overview, Settings, Imports] = [LATER[OVERVIEW].Screen, LATER[SETTINGS].Screen, LATER[IMPORT].Screen];

/** Preloads the screen of the URL before the session is known; for a list, the screen of its objects. */
const announceScreen = ({ screen, mode }: Place): void => {
  if (Object.hasOwn(LATER, screen)) LATER[screen as keyof typeof LATER].announce();
  else if (screenAt(screen, mode) !== undefined) OBJECT.announce();
};

const usePlace = (): Place => {
  const [place, setPlace] = useState(placeIn(location.hash));
  // A layout effect, so that no change of the URL is missed before the listener is registered.
  useLayoutEffect(() => {
    const follow = (): void => setPlace(placeIn(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return place;
};

const Screens = ({ place }: { readonly place: Place }) => {
  const nav = useRef<HTMLElement>(null);
  // On a phone the screens are in one scrollable line.
  useEffect(() => nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [place.screen]);
  return (
    <nav aria-label="Screens" ref={nav}>
      <ul class="screens">
        {SCREEN_NAMES.filter((name) => titleAt(name, place.mode) !== null).map((name) => (
          <li key={name}>
            <a href={addressOf(placeAt(place.mode, name))} aria-current={place.screen === name ? 'page' : undefined}>
              {titleAt(name, place.mode)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const CurrentScreen = ({ calls, place, session, signedOut, draft, setDraft }: DraftProps) => {
  if (place.screen === OVERVIEW) return <Overview {...{ calls, place, signedOut }} />;
  if (place.screen === SETTINGS) return <Settings key={place.mode} {...{ calls, place, session, signedOut }} />;
  if (place.screen === IMPORT) return <Imports {...{ calls, place, session, signedOut, draft, setDraft }} />;
  if (place.screen === TEAM) return <Team {...{ calls, session, signedOut }} />;
  const screen = screenAt(place.screen, place.mode);
  if (screen === undefined) return <Notice title="There is no such screen" text={null} />;
  const Shown = place.id === null ? List : OBJECT.Screen;
  return <Shown key={addressOf({ ...place, after: null, filters: {} })} {...{ calls, place, screen, session, signedOut }} />;
};

interface SignedInProps {
  readonly session: Session;
  readonly enter: (session: Session) => void;
  readonly signedOut: () => void;
}

const SignedIn = ({ session, enter, signedOut }: SignedInProps) => {
  const place = usePlace();
  const [zone, chooseZone] = useState(zoneNow());
  // The draft of an import is kept here, so that it survives a change of the screen.
  const [draft, setDraft] = useState<Draft | null>(null);
  const { calls, lost, look, signedIn, closed } = useSessionRenewal(session, enter);
  useEffect(() => announceScreen(place), [place.screen]);
  document.title = `${titleAt(place.screen, place.mode) ?? 'Console'} – ${session.account.name}`;
  return (
    <>
      <Header
        {...{ session, place, calls, signedOut, zone }}
        chooseZone={(chosen) => {
          setZone(chosen);
          chooseZone(chosen);
        }}
      />
      <main>
        <Screens place={place} />
        <div class="screen">
          {session.account.suspended ? (
            <p class="notice" role="status">
              This account is suspended. You can view everything, but not change anything.
            </p>
          ) : null}
          <CurrentScreen {...{ calls, place, session, signedOut, draft, setDraft }} />
        </div>
      </main>
      {lost === null ? null : <SignInAgain {...{ session, lost, look }} enter={signedIn} closed={closed} />}
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
    const follow = (): void => {
      const newToken = takeSignInToken();
      if (newToken !== null) setToken(newToken);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const enter = (newSession: Session): void => {
    forgetWanted();
    setToken(null);
    setSession(newSession);
  };
  if (token !== null) return <SignIn token={token} enter={enter} giveUp={() => setToken(null)} />;
  if (session === 'reading') return <div class="loading" aria-busy="true" />;
  if (session === 'none') return <AskForLink enter={enter} />;
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
announceScreen(placeIn(location.hash));
const root = document.getElementById('console');
if (root !== null) render(<App token={token} />, root);
