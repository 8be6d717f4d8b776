import { currentSession } from './session/current-session.ts';
import { takeSignInToken } from './session/return-to.ts';

/** Starts the console: a small script, which reads the session while the script of the console is still loading. */

const token = takeSignInToken();
const reading = token === null ? currentSession() : null;
// The console shows a failure.
reading?.catch(() => undefined);
const root = document.getElementById('console');
if (root !== null) (await import('./app/app.tsx')).showConsole(root, { token, reading });
