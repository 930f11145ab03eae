import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * Hono's TrieRouter, which remembers its answer for each address that was registered without a parameter. Hono's
 * RegExpRouter would be fast for all of them, but refuses literal addresses beside parameters, such as
 * `/api/classes/managed` beside `/api/classes/{id}`.
 */
export class MemoizingRouter<T> implements Router<T> {
  readonly name = 'MemoizingRouter';
  readonly #trie = new TrieRouter<T>();
  readonly #literal = new Set<string>();
  /** By method and address; only literal addresses, so it grows no further than the routes. */
  readonly #cache = new Map<string, Result<T>>();

  add(method: string, path: string, handler: T): void {
    this.#trie.add(method, path, handler);
    if (!/[:*]/.test(path)) this.#literal.add(path);
    this.#cache.clear();
  }

  match(method: string, path: string): Result<T> {
    if (!this.#literal.has(path)) return this.#trie.match(method, path);
    const key = `${method} ${path}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const found = this.#trie.match(method, path);
    if (knownMethods.has(method)) this.#cache.set(key, found);
    return found;
  }
}

/** A request may name any method; only those that a route can have are remembered. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
