import { isRow } from '../objects/rows.ts';
import { goTo, type Route } from './route.ts';

/** Flash messages: a screen passes a message to the next screen in the browser's history state. */

export const goToWithMessage = (route: Route, text: string): void => {
  goTo(route);
  history.replaceState({ flashMessage: text }, '');
};

/** Returns and removes the message; `null`: none. */
export const takeFlashMessage = (): string | null => {
  const state: unknown = history.state;
  if (!isRow(state) || typeof state['flashMessage'] !== 'string') return null;
  history.replaceState(null, '');
  return state['flashMessage'];
};
