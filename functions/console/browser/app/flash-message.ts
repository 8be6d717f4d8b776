import { isRow } from '../objects/rows.ts';
import { goTo, type Place } from './route.ts';

/** A word of a screen that is left to the one that follows. It is with the address in the history of the browser. */

export const goTelling = (place: Place, text: string): void => {
  goTo(place);
  history.replaceState({ reported: text }, '');
};

/** The word, once. */
export const takeFlashMessage = (): string | null => {
  const left: unknown = history.state;
  if (!isRow(left) || typeof left['reported'] !== 'string') return null;
  history.replaceState(null, '');
  return left['reported'];
};
