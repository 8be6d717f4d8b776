/** The item was changed concurrently too often: the caller can retry. */
export class Busy extends Error {
  constructor() {
    super('too many concurrent changes of the same record');
    this.name = 'Busy';
  }
}
