/** A page of a list, newest first. */
export interface ListPage<Entry> {
  readonly object: 'list';
  readonly data: readonly Entry[];
  readonly has_more: boolean;
}

/** Fetches the page after the entry with this id; `undefined`: the first page. */
type FetchPage<Entry> = (startingAfter: string | undefined) => Promise<ListPage<Entry>>;

/**
 * A lazy list: `await` fetches one page; `for await` iterates over all entries and fetches further pages as needed. Creating the list sends
 * no request.
 */
export class List<Entry extends { readonly id: string }> implements PromiseLike<ListPage<Entry>>, AsyncIterable<Entry> {
  readonly #read: FetchPage<Entry>;
  readonly #startingAfter: string | undefined;

  constructor(fetchPage: FetchPage<Entry>, startingAfter: string | undefined) {
    this.#read = fetchPage;
    this.#startingAfter = startingAfter;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting the list returns its first page
  then<Done = ListPage<Entry>, Failed = never>(
    onFulfilled?: ((page: ListPage<Entry>) => Done | PromiseLike<Done>) | null,
    onRejected?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#read(this.#startingAfter).then(onFulfilled, onRejected);
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
