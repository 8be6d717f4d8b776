import { fetchCurrentSession } from './session/current-session.ts';
import { takeSignInToken } from './session/return-to.ts';

/** Starts the console: a small script, which reads the session while the rest of the console is still loading. */

const token = takeSignInToken();
const reading = token === null ? fetchCurrentSession() : null;
// `showConsole` handles a failure. Until it is loaded, this prevents an error about an unhandled rejection.
reading?.catch(() => undefined);
const root = document.getElementById('console');
if (root !== null) (await import('./app/app.tsx')).showConsole(root, { token, reading });
