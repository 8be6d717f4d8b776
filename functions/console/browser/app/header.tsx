import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import type { Calls, Session } from './calls.ts';
import { OWN_ZONE } from './format.ts';
import { useOneAttempt } from './parts.tsx';
import { addressOf, type Place, placeAt } from './route.ts';
import { OVERVIEW, titleAt } from './screens.ts';
import { Search } from './search.tsx';

/** The header of every screen: account, mode, search and sign-out. */

const ModeBar = ({ place }: { readonly place: Place }) => {
  const other = place.mode === 'live' ? 'test' : 'live';
  const hasScreen = titleAt(place.screen, other) !== null;
  return (
    <div class={`mode ${place.mode}`}>
      <span>
        <strong>{place.mode} mode</strong>{' '}
        <span class="spacious">{place.mode === 'test' ? 'No money moves here.' : 'Real customers, real money.'}</span>
      </span>
      <a href={addressOf(placeAt(other, hasScreen ? place.screen : OVERVIEW))}>Go to {other} mode</a>
    </div>
  );
};

interface Props {
  readonly session: Session;
  readonly place: Place;
  readonly calls: Calls;
  readonly signedOut: () => void;
  readonly zone: string;
  readonly chooseZone: (zone: string) => void;
}

export const Header = ({ session, place, calls, signedOut, zone, chooseZone }: Props) => {
  const { problem, isBusy, attempt } = useOneAttempt(signedOut);
  // Shows "signed out" only after the response, because people leave the computer when they read it.
  const signOut = async (work: () => Promise<unknown>): Promise<void> => {
    if (await attempt(async () => void (await work()))) signedOut();
  };
  const otherZone = zone === 'UTC' ? OWN_ZONE : 'UTC';
  const buttonProps = { type: 'button', class: 'quiet', 'aria-disabled': isBusy, 'aria-busy': isBusy } as const;
  return (
    <header>
      <p>{session.account.name}</p>
      <Search place={place} />
      <div class="row">
        <span class="who">
          {session.member.email} ({session.member.role})
        </span>
        {OWN_ZONE === 'UTC' ? null : (
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
      <ModeBar place={place} />
    </header>
  );
};
