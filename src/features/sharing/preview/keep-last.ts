/** Keeps the values that were asked for last, at most so many. One whose making fails is not kept. */
export function keepLast<Value>(most: number) {
  const kept = new Map<string, Value>();
  return {
    has: (key: string): boolean => kept.has(key),
    get(key: string, make: () => Value): Value {
      const value = kept.get(key) ?? make();
      kept.delete(key);
      kept.set(key, value);
      if (value instanceof Promise) value.catch(() => kept.get(key) === value && kept.delete(key));
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return value;
    },
  };
}
