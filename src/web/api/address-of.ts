/**
 * The address of an operation: `/api/classes/{id}` with its parameters filled in and a query behind it.
 * An array repeats its key (`language=en&language=fr`); what is undefined or null is left out.
 */
export function addressOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(key, String(each));
    }
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
