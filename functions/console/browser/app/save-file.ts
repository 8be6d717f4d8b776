const URL_LIFETIME_MS = 60_000;

/** Starts a download of the file. */
export const saveFile = (contents: Blob, name: string): void => {
  const url = URL.createObjectURL(contents);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL asynchronously, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
};

/** Starts a download of CSV text. */
export const saveCsv = (text: string, name: string): void => saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
