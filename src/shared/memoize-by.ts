/**
 * Makes something once for each set of arguments, which hold no comma, and keeps it for good: for what is made of a
 * language, a zone or a currency, of which there are few.
 */
/* The build leaves out what a page does not use of a module that calls this as it loads. */
/* @__NO_SIDE_EFFECTS__ */
export function memoizeBy<Parts extends readonly string[], Made>(make: (...parts: Parts) => Made) {
  const cache = new Map<string, Made>();
  return (...parts: Parts): Made => {
    const key = parts.join();
    if (!cache.has(key)) cache.set(key, make(...parts));
    return cache.get(key) as Made;
  };
}
