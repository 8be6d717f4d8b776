import { useLayoutEffect } from 'preact/hooks';
import type { Session } from './calls.ts';
import type { Route } from './route.ts';
import { titleAt } from './screens.ts';

/** Sets the document's title to the screen and the account, until the screen sets the name of its object. */
export const useScreenTitle = ({ mode, screen, id }: Route, { account }: Session): void =>
  useLayoutEffect(() => {
    document.title = `${titleAt(screen, mode) ?? 'Console'} – ${account.name}`;
  }, [mode, screen, id, account.name]);

/** Starts the document's title with the name of the object that the screen shows; `null`: not loaded yet. */
export const useObjectTitle = (route: Route, { account }: Session, name: string | null): void =>
  useLayoutEffect(() => {
    if (name !== null) document.title = `${name} – ${titleAt(route.screen, route.mode)} – ${account.name}`;
  }, [route.mode, route.screen, route.id, account.name, name]);
