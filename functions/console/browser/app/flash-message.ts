import { isRow } from '../objects/rows.ts';
import { goTo, type Place } from './route.ts';

/** Flash messages: a screen passes a message to the next screen in the browser's history state. */

export const goTelling = (place: Place, text: string): void => {
  goTo(place);
  history.replaceState({ reported: text }, '');
};

/** Returns and removes the message; `null`: none. */
export const takeFlashMessage = (): string | null => {
  const state: unknown = history.state;
  if (!isRow(state) || typeof state['reported'] !== 'string') return null;
  history.replaceState(null, '');
  return state['reported'];
};
