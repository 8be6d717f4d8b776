import { useEffect, useRef } from 'preact/hooks';
import { type Route, routeTo } from './route.ts';

const RETRY_MS = 50;
/** How long to wait for the content to load; after that, scrolls and moves the focus anyway. */
const MAX_WAIT_MS = 5000;

/** Scroll positions by the id of the history entry. */
const positions = new Map<string, number>();

/** The id of the current history entry; `null`: the entry is new and has no id yet. */
const entryId = (): string | null => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'entry' in state ? String(state.entry) : null;
};

/** Calls `act` once `isReady` returns true, at the latest after `MAX_WAIT_MS`. Returns a function that cancels the call. */
export const whenReady = (isReady: () => boolean, act: () => void): (() => void) => {
  const startedAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const attempt = (): void => {
    if (isReady() || Date.now() - startedAt > MAX_WAIT_MS) act();
    else timer = setTimeout(attempt, RETRY_MS);
  };
  attempt();
  return () => {
    if (timer !== null) clearTimeout(timer);
  };
};

const heading = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1');

/** The first input of a screen that is a form (`data-form-screen`); `null`: the screen is not a form. */
const firstField = (): HTMLElement | null => document.querySelector<HTMLElement>('main form[data-form-screen] input');

/** Moves the focus to the heading of the screen, unless a dialog is open. */
export const focusHeading = (): void => {
  const element = heading();
  if (element === null || document.querySelector('dialog[open]') !== null) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
};

/** Moves the focus to the first field of the screen if the screen is a form, otherwise to its heading. */
export const focusStart = (): void => {
  const field = firstField();
  if (field === null) focusHeading();
  else field.focus({ preventScroll: true });
};

/** Identifies the screen of a route. Filters of a list and its form for a new object do not change the key. */
const screenKey = ({ mode, screen, id, after }: Route): string =>
  JSON.stringify({ ...routeTo(mode, screen), id: id === 'new' ? null : id, after });

/** Sets scroll position and focus when the route changes: at the start of a new screen, at the former position after going back. */
export const useScrollPosition = (route: Route): void => {
  const shownKey = useRef<string | null>(null);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const save = (): void => {
      const id = entryId();
      if (id !== null) positions.set(id, scrollY);
    };
    addEventListener('scroll', save, { passive: true });
    return () => removeEventListener('scroll', save);
  }, []);
  useEffect(() => {
    const key = screenKey(route);
    const [isFirst, isSame] = [shownKey.current === null, shownKey.current === key];
    shownKey.current = key;
    const id = entryId();
    if (id === null) history.replaceState({ entry: crypto.randomUUID() }, '');
    if (isFirst || isSame) return undefined;
    const position = id === null ? 0 : (positions.get(id) ?? 0);
    if (position === 0) {
      scrollTo(0, 0);
      return whenReady(() => heading() !== null, focusStart);
    }
    return whenReady(
      () => document.querySelector('main [aria-busy=true]') === null && document.documentElement.scrollHeight >= position + innerHeight,
      () => {
        scrollTo(0, position);
        focusStart();
      },
    );
  }, [route]);
};
