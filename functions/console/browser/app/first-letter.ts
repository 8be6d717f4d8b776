/** A title or label inside a sentence: `Success URL` becomes `success URL`. `API key` and other abbreviations keep their capitals. */
export const lowerFirst = (text: string): string => (/^[A-Z]{2}/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`);

/** The text with an upper-case first letter. */
export const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
