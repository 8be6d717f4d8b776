/** Copies a text to the clipboard. Returns false if the browser refuses, for example without permission or on a page without HTTPS. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/** Shown when the browser refuses to copy a text, which is then selected. */
export const COPY_REFUSED = 'The browser did not allow copying. The text is selected: copy it with Ctrl+C or Cmd+C.';

/** Selects the content of an element, so that the member can copy it with the keyboard. */
export const selectContent = (element: Node): void => getSelection()?.selectAllChildren(element);
