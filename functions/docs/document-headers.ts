/** Headers of the OpenAPI and AsyncAPI documents. The documents change only with a release, so clients can cache them for five minutes. */
export const API_DOCUMENT_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' };
