import type { CacheStore } from 'baileys';

/** A map that drops its oldest entries beyond a size. */
export class RecentMap<K, V> {
  private readonly entries = new Map<K, V>();
  private readonly maxSize: number;

  constructor(maxSize: number) {
    this.maxSize = maxSize;
  }

  get(key: K): V | undefined {
    return this.entries.get(key);
  }

  set(key: K, value: V): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size <= this.maxSize) return;
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  delete(key: K): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }
}

/** Returns a store for Baileys' retry counts. */
export const recentCacheStore = (maxSize: number): CacheStore => {
  // Baileys declares the type that it stored; values are returned unchanged.
  const entries = new RecentMap<string, ReturnType<typeof JSON.parse>>(maxSize);
  return {
    get: (key) => entries.get(key),
    set: (key, value) => entries.set(key, value),
    del: (key) => entries.delete(key),
    flushAll: () => entries.clear(),
  };
};
