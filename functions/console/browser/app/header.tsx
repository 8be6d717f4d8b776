import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import type { Calls, Session } from './calls.ts';
import { LOCAL_ZONE } from './format.ts';
import { useSingleAttempt } from './parts.tsx';
import { hrefOf, type Route, routeTo } from './route.ts';
import { OVERVIEW, titleAt } from './screens.ts';
import { Search } from './search.tsx';

const ModeBar = ({ route }: { readonly route: Route }) => {
  const otherMode = route.mode === 'live' ? 'test' : 'live';
  const hasScreen = titleAt(route.screen, otherMode) !== null;
  return (
    <div class={`mode ${route.mode}`}>
      <span>
        <strong>{route.mode} mode</strong>{' '}
        <span class="spacious">{route.mode === 'test' ? 'No money moves here.' : 'Real customers, real money.'}</span>
      </span>
      <a href={hrefOf(routeTo(otherMode, hasScreen ? route.screen : OVERVIEW))}>Go to {otherMode} mode</a>
    </div>
  );
};

interface Props {
  readonly session: Session;
  readonly route: Route;
  readonly calls: Calls;
  readonly signedOut: () => void;
  readonly zone: string;
  readonly chooseZone: (zone: string) => void;
}

export const Header = ({ session, route, calls, signedOut, zone, chooseZone }: Props) => {
  const { problem, isBusy, attempt } = useSingleAttempt(signedOut);
  // Shows the sign-in page only after the response, because members who see it may leave the computer.
  const signOut = async (work: () => Promise<unknown>): Promise<void> => {
    if (await attempt(async () => void (await work()))) signedOut();
  };
  const otherZone = zone === 'UTC' ? LOCAL_ZONE : 'UTC';
  const buttonProps = { type: 'button', class: 'quiet', 'aria-disabled': isBusy, 'aria-busy': isBusy } as const;
  return (
    <header>
      <p>{session.account.name}</p>
      <Search route={route} />
      <div class="row">
        <span class="who">
          {session.member.email} ({session.member.role})
        </span>
        {LOCAL_ZONE === 'UTC' ? null : (
          <button type="button" class="quiet" onClick={() => chooseZone(otherZone)}>
            Times in {otherZone}
          </button>
        )}
        <button {...buttonProps} onClick={() => void signOut(calls.signOut)}>
          Sign out
        </button>
        <button {...buttonProps} onClick={() => void signOut(calls.signOutEverywhere)}>
          Sign out everywhere
        </button>
      </div>
      {problem === null ? null : <ProblemBox text={problem} />}
      <ModeBar route={route} />
    </header>
  );
};
