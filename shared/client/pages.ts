/** A page of a list, newest first. */
export interface ListPage<Entry> {
  readonly object: 'list';
  readonly data: readonly Entry[];
  readonly has_more: boolean;
}

/** Reads the page after an entry; `undefined`: the first. */
type ReadPage<Entry> = (startingAfter: string | undefined) => Promise<ListPage<Entry>>;

/**
 * A list that was asked for: `await` it for one page, or go through all its entries with `for await`, which reads further pages as they are
 * needed. Nothing is asked before.
 */
export class List<Entry extends { readonly id: string }> implements PromiseLike<ListPage<Entry>>, AsyncIterable<Entry> {
  readonly #read: ReadPage<Entry>;
  readonly #startingAfter: string | undefined;

  constructor(read: ReadPage<Entry>, startingAfter: string | undefined) {
    this.#read = read;
    this.#startingAfter = startingAfter;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaited, it is its first page
  then<Done = ListPage<Entry>, Failed = never>(
    done?: ((page: ListPage<Entry>) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#read(this.#startingAfter).then(done, failed);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Entry> {
    let startingAfter = this.#startingAfter;
    for (;;) {
      const { data, has_more: hasMore } = await this.#read(startingAfter);
      yield* data;
      startingAfter = data.at(-1)?.id;
      if (!hasMore || startingAfter === undefined) return;
    }
  }
}
