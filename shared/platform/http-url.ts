/** Returns an http or https URL unchanged, and `null` for any other text: links must not contain a scheme such as `javascript:`. */
export const httpUrl = (url: string | null): string | null => (url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null);
