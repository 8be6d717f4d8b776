/** A 200 response with a file: a document, or a report in a format that the operation declares in `files`. */
export class FileContent {
  /** File name with extension: letters, digits, dashes, dots and underscores. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  constructor(name: string, contentType: string, bytes: Uint8Array) {
    this.name = name;
    this.contentType = contentType;
    this.bytes = bytes;
  }
}
