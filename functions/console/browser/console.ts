import { fetchCurrentSession } from './session/current-session.ts';
import { takeSignInToken } from './session/return-to.ts';

/** Starts the console: a small script, which reads the session while the rest of the console is still loading. */

/** Shown if a chunk cannot be loaded: a release has replaced it since the page was opened, or there is no connection. */
const showNotLoaded = (root: HTMLElement): void => {
  const text = document.createElement('p');
  text.textContent = 'The console could not be loaded. It may just have been updated.';
  text.setAttribute('role', 'alert');
  const button = document.createElement('button');
  button.textContent = 'Reload';
  button.addEventListener('click', () => location.reload());
  root.replaceChildren(text, button);
};

const token = takeSignInToken();
const reading = token === null ? fetchCurrentSession() : null;
// `showConsole` handles a failed read. Until `showConsole` is loaded, this handler prevents an error about an unhandled rejection.
reading?.catch(() => undefined);
const root = document.getElementById('console');
if (root !== null) {
  try {
    (await import('./app/app.tsx')).showConsole(root, { token, reading });
  } catch {
    showNotLoaded(root);
  }
}
