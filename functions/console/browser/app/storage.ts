/** Settings of a member that the browser stores for all tabs. If storage is blocked, they apply until the page is closed. */

/** Returns a stored text; `null`: none is stored, or the browser blocks the storage. */
export const storedText = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Stores a text, or removes it (`null`), unless the browser blocks the storage. */
export const storeText = (key: string, text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Blocked.
  }
};
