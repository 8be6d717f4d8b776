import { useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import type { Session } from './calls.ts';
import { upperFirst } from './first-letter.ts';
import { LOCAL_ZONE } from './format.ts';
import { Icon } from './icons.tsx';
import { Menu } from './menu.tsx';
import { newLinks } from './new-links.ts';
import { useSingleAttempt } from './parts.tsx';
import { hrefOf, type Route, routeTo } from './route.ts';
import { OVERVIEW, PASSKEYS, titleAt } from './screens.ts';
import { focusHeading } from './scroll.ts';
import { SearchButton } from './search.tsx';
import type { SessionProps } from './session-props.ts';
import { setTheme, storedTheme, THEMES } from './theme.ts';

/** The top bar. */

const MODES = ['test', 'live'] as const;

const Modes = ({ route }: { readonly route: Route }) => (
  <nav class="modes" aria-label="Mode">
    {MODES.map((mode) => (
      <a
        key={mode}
        href={hrefOf(routeTo(mode, titleAt(route.screen, mode) === null ? OVERVIEW : route.screen))}
        aria-current={mode === route.mode ? 'true' : undefined}
      >
        {mode === 'test' ? 'Test' : 'Live'}
        <span class="unseen"> mode</span>
      </a>
    ))}
  </nav>
);

const CreateMenu = ({ session, route }: { readonly session: Session; readonly route: Route }) => {
  const links = newLinks(session, route);
  if (links.length === 0) return null;
  return (
    <Menu
      class="create"
      button={
        <>
          <Icon name="plus" />
          <span class="label">Create</span>
          <span class="unseen"> a new object</span>
          <Icon name="down" />
        </>
      }
    >
      {links.map(({ one, route: target }) => (
        <li key={one}>
          <a href={hrefOf(target)}>{upperFirst(one)}</a>
        </li>
      ))}
    </Menu>
  );
};

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly titleOf: (option: T) => string;
  readonly chosen: T;
  readonly choose: (option: T) => void;
}

const Choice = <T extends string>({ label, options, titleOf, chosen, choose }: ChoiceProps<T>) => (
  <li class="group">
    <fieldset class="choice-row">
      <legend class="soft">{label}</legend>
      <div class="row">
        {options.map((option) => (
          <button key={option} type="button" class="quiet choice-of" aria-pressed={option === chosen} onClick={() => choose(option)}>
            {option === chosen ? <Icon name="check" /> : null}
            {titleOf(option)}
          </button>
        ))}
      </div>
    </fieldset>
  </li>
);

interface Props extends SessionProps {
  readonly zone: string;
  readonly chooseZone: (zone: string) => void;
  readonly openNavigation: () => void;
}

const AccountMenu = ({ session, route, calls, onSignedOut, zone, chooseZone }: Omit<Props, 'openNavigation'>) => {
  const { problem, attempt } = useSingleAttempt(onSignedOut);
  const [theme, setShownTheme] = useState(storedTheme);
  // Shows the sign-in page only after the session has ended, because a member who sees that page may leave the computer.
  const signOut = async (work: () => Promise<unknown>): Promise<void> => {
    if (await attempt(async () => void (await work()))) onSignedOut();
  };
  const { email, role } = session.member;
  return (
    <>
      <Menu
        buttonClass="plain icon"
        button={
          <>
            <span class="avatar" aria-hidden="true">
              {email.charAt(0)}
            </span>
            <span class="unseen">Your account</span>
          </>
        }
      >
        <li class="group">
          <strong>{email}</strong>
          <br />
          <span class="soft">
            {role} of {session.account.name}
          </span>
        </li>
        {LOCAL_ZONE === 'UTC' ? null : (
          <Choice label="Time zone" options={[LOCAL_ZONE, 'UTC']} titleOf={(each) => each} chosen={zone} choose={chooseZone} />
        )}
        <Choice
          label="Theme"
          options={THEMES}
          titleOf={upperFirst}
          chosen={theme}
          choose={(chosen) => {
            setTheme(chosen);
            setShownTheme(chosen);
          }}
        />
        <li>
          <a href={hrefOf(routeTo(route.mode, PASSKEYS))}>Passkeys</a>
        </li>
        <li class="apart">
          <button type="button" onClick={() => void signOut(calls.signOut)}>
            Sign out
          </button>
        </li>
        <li>
          <button type="button" onClick={() => void signOut(calls.signOutEverywhere)}>
            Sign out everywhere
          </button>
        </li>
      </Menu>
      {problem === null ? null : <ProblemBox text={problem} />}
    </>
  );
};

export const Header = ({ openNavigation, ...props }: Props) => (
  <header class="bar">
    {/* The URL's fragment is the route, so it cannot be the id of the target element; the handler moves the focus instead. */}
    <a
      class="skip"
      href={hrefOf(props.route)}
      onClick={(event) => {
        event.preventDefault();
        focusHeading();
      }}
    >
      Skip to content
    </a>
    <button type="button" class="plain icon open-side" onClick={openNavigation}>
      <Icon name="menu" />
      <span class="unseen">Open navigation</span>
    </button>
    <a class="account" href={hrefOf(routeTo(props.route.mode, OVERVIEW))}>
      {props.session.account.name}
    </a>
    <SearchButton calls={props.calls} route={props.route} session={props.session} />
    <span class="gap" />
    <CreateMenu {...props} />
    <Modes route={props.route} />
    <a class="button plain icon help" href="docs">
      <Icon name="help" />
      <span class="unseen">Help</span>
    </a>
    <AccountMenu {...props} />
  </header>
);
