/** Headers of the machine-readable descriptions, which change only with a release, so that clients can cache them for five minutes. */
export const DOCUMENT_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' };
