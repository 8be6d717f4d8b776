import { prefixesOf } from '../../../scripts/support/receiver.ts';
import type { Post } from '../../../shared/webhooks/post.ts';

/** How many posts to URLs whose path starts with `prefix` are in progress at the same time. */
export interface ConcurrentPosts {
  readonly prefix: string;
  readonly count: number;
}

/**
 * Reports the numbers of concurrent posts whenever a post starts. The receiver cannot count them: on a busy machine, it may notice the end
 * of a connection only after the start of a later one.
 */
export const reportingPosts = (post: Post, report: (posts: ConcurrentPosts) => void): Post => {
  const open = new Map<string, number>();
  return async (request) => {
    const prefixes = prefixesOf(new URL(request.url).pathname);
    for (const prefix of prefixes) {
      const count = (open.get(prefix) ?? 0) + 1;
      open.set(prefix, count);
      report({ prefix, count });
    }
    try {
      return await post(request);
    } finally {
      for (const prefix of prefixes) open.set(prefix, (open.get(prefix) ?? 1) - 1);
    }
  };
};
