/** The languages of documents, emails and pages. */
export const LANGUAGES = ['en', 'de', 'nl', 'fr', 'es', 'it', 'pl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text, or a function that returns one, in all languages. */
export type Translations<Text> = Readonly<Record<Language, Text>>;
