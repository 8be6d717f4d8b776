import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../../../shared/pages/browser/parts.tsx';
import { callsOf, currentSession, type Session } from './calls.ts';
import { List, ObjectPage } from './lists.tsx';
import { isSignedOut } from './parts.tsx';
import { addressOf, type Place, placeIn, takeSignInToken } from './place.ts';
import { SCREENS, screenAt, TEAM } from './screens.ts';
import { AskForLink, SignIn } from './sign-in.tsx';
import { Team } from './team.tsx';

/** The console: what the members of an account see and do. */

const usePlace = (): Place => {
  const [place, setPlace] = useState(placeIn(location.hash));
  useEffect(() => {
    const follow = (): void => setPlace(placeIn(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return place;
};

const ModeBar = ({ place }: { readonly place: Place }) => {
  const other = place.mode === 'live' ? 'test' : 'live';
  const isThere = place.screen === TEAM || screenAt(place.screen, other) !== undefined;
  return (
    <div class={`mode ${place.mode}`}>
      <span>
        <strong>{place.mode} mode</strong> {place.mode === 'test' ? 'No money moves here.' : 'Real customers, real money.'}
      </span>
      <a href={addressOf({ mode: other, screen: isThere ? place.screen : 'customers', id: null, after: null })}>Go to {other} mode</a>
    </div>
  );
};

const screensOf = (mode: Place['mode']): readonly (readonly [string, string])[] => [
  ...Object.entries(SCREENS).flatMap(([name, { title }]) => (screenAt(name, mode) === undefined ? [] : [[name, title] as const])),
  [TEAM, 'Team'],
];

const Screens = ({ place }: { readonly place: Place }) => (
  <nav aria-label="Screens">
    <ul class="screens">
      {screensOf(place.mode).map(([name, title]) => (
        <li key={name}>
          <a
            href={addressOf({ mode: place.mode, screen: name, id: null, after: null })}
            aria-current={place.screen === name ? 'page' : undefined}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const SignedIn = ({ session, signedOut }: { readonly session: Session; readonly signedOut: () => void }) => {
  const place = usePlace();
  const calls = callsOf(session);
  const screen = screenAt(place.screen, place.mode);
  const leave = (work: () => Promise<unknown>) => void work().then(signedOut, signedOut);
  document.title = `${screen?.title ?? (place.screen === TEAM ? 'Team' : 'Console')} – ${session.account.name}`;
  return (
    <>
      <header>
        <p>{session.account.name}</p>
        <div class="row">
          <span>
            {session.member.email} ({session.member.role})
          </span>
          <button type="button" class="quiet" onClick={() => leave(calls.signOut)}>
            Sign out
          </button>
          <button type="button" class="quiet" onClick={() => leave(calls.signOutEverywhere)}>
            Sign out everywhere
          </button>
        </div>
        <ModeBar place={place} />
      </header>
      <main>
        <Screens place={place} />
        <section aria-live="off">
          {place.screen === TEAM ? <Team {...{ calls, session, signedOut }} /> : null}
          {screen === undefined && place.screen !== TEAM ? <Notice title="There is no such screen" text={null} /> : null}
          {screen === undefined ? null : place.id === null ? (
            <List {...{ calls, place, screen, signedOut }} />
          ) : (
            <ObjectPage {...{ calls, place, screen, signedOut }} />
          )}
        </section>
      </main>
    </>
  );
};

const App = ({ token: given }: { readonly token: string | null }) => {
  const [token, setToken] = useState(given);
  const [session, setSession] = useState<Session | 'reading' | 'none' | 'broken'>(given === null ? 'reading' : 'none');
  useEffect(() => {
    if (token === null) currentSession().then(setSession, (error: unknown) => setSession(isSignedOut(error) ? 'none' : 'broken'));
  }, []);
  useEffect(() => {
    // A link that is opened in a tab of the console loads nothing anew.
    const follow = (): void => {
      const opened = takeSignInToken();
      if (opened !== null) setToken(opened);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  if (token !== null) {
    return (
      <SignIn
        token={token}
        enter={(opened) => {
          setToken(null);
          setSession(opened);
        }}
        giveUp={() => setToken(null)}
      />
    );
  }
  if (session === 'reading') return <div class="loading" aria-busy="true" />;
  if (session === 'none') return <AskForLink />;
  if (session === 'broken') {
    return (
      <main class="signed-out">
        <Notice title="The console does not answer" text="Try again in a moment." />
      </main>
    );
  }
  return <SignedIn session={session} signedOut={() => setSession('none')} />;
};

const root = document.getElementById('console');
if (root !== null) render(<App token={takeSignInToken()} />, root);
