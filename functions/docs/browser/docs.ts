import { fillReaderValues } from './reader-values.ts';
import { openSearch } from './search.ts';

/** The script of the documentation pages. All pages are readable without it. */

const root = document.documentElement;
const all = <E extends HTMLElement>(selector: string): E[] => [...document.querySelectorAll<E>(selector)];

/** Relative path to the root of the service, such as `../../`. */
const rootPath = root.dataset['root'] ?? '';

const LANGUAGE = 'docs-language';

const remember = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage is blocked: the choice applies to this page only.
  }
};
const remembered = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

/** Shows all examples of the page in one language. */
const chooseLanguage = (language: string): void => {
  for (const input of all<HTMLInputElement>('.tabs input')) {
    if (input.dataset['language'] === language) input.checked = true;
  }
};

const watchLanguages = (): void => {
  const language = remembered(LANGUAGE);
  if (language !== null) chooseLanguage(language);
  for (const input of all<HTMLInputElement>('.tabs input')) {
    input.addEventListener('change', () => {
      const chosen = input.dataset['language'] ?? '';
      const before = input.getBoundingClientRect().top;
      remember(LANGUAGE, chosen);
      chooseLanguage(chosen);
      // Keeps the clicked tab where it was on the screen: the examples above may have another height now.
      scrollBy(0, input.getBoundingClientRect().top - before);
    });
  }
};

const showCopyButtons = (): void => {
  for (const button of all<HTMLButtonElement>('.copy')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const code = button.closest('figure')?.querySelector('code')?.textContent ?? '';
      await navigator.clipboard.writeText(code);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
  }
};

const watchTheme = (): void => {
  for (const button of all<HTMLButtonElement>('.theme')) {
    button.addEventListener('click', () => {
      const isDark = (root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
      root.dataset['theme'] = isDark ? 'light' : 'dark';
      remember('docs-theme', root.dataset['theme']);
    });
  }
};

/** Scrolls the navigation to the link of the current page. The page itself is not scrolled. */
const showCurrentPage = (): void => {
  const [navigation] = all('nav');
  const current = navigation?.querySelector<HTMLElement>('[aria-current]');
  if (navigation === undefined || current === undefined || current === null) return;
  navigation.scrollTop = Math.max(0, current.offsetTop - navigation.clientHeight / 2);
};

/**
 * Redirects an address of the former API reference, such as `/docs#/customers/customers.create`, to the operation in the current reference.
 * Takes the operation's URL from the API overview, which links to all operations.
 */
const followOldAddress = async (): Promise<void> => {
  const [, operation] = /^#\/[^/]+(?:\/(.+))?$/.exec(location.hash) ?? [];
  if (!location.hash.startsWith('#/')) return;
  const overview = new URL(`${rootPath}docs/api`, location.href);
  const overviewHtml = operation === undefined ? '' : await fetch(overview).then((response) => response.text());
  const found = [...overviewHtml.matchAll(/href="([^"]+)"/g)].find(([, href = '']) => href.endsWith(`#${operation}`));
  location.replace(new URL(found?.[1] ?? '', overview));
};

void followOldAddress();
showCurrentPage();
watchLanguages();
showCopyButtons();
watchTheme();
openSearch({ rootPath, indexName: root.dataset['index'] ?? '' });
fillReaderValues(rootPath);
