import type { Calls, Session } from './calls.ts';
import type { Route } from './route.ts';

/** The props of the parts of the console that depend on the session and the route. */
export interface SessionProps {
  readonly calls: Calls;
  readonly session: Session;
  readonly route: Route;
  /** Shows the sign-in page, because the session has expired. */
  readonly onSignedOut: () => void;
}
