const KEPT_MS = 60_000;

/** Has the browser keep it as a file. */
export const saveFile = (contents: Blob, name: string): void => {
  const address = URL.createObjectURL(contents);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it only after this.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
};
