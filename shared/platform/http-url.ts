/** The URL if it is http or https, else `null`. Links must not contain other schemes that a tenant entered, such as `javascript:`. */
export const httpUrl = (url: string | null): string | null => (url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null);
