import { useSearchParams } from 'react-router';

/** What a filter may be: one of some words, what a contract's schema accepts, or what a function makes of the text. */
type Accepts =
  | readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: what any schema gives
  | { safeParse(written: string): { success: boolean; data?: any } }
  | ((written: string) => unknown);

type Accepted<One> = One extends readonly (infer Word)[]
  ? Word
  : One extends { safeParse(written: string): infer Parsed }
    ? NonNullable<Extract<Parsed, { success: true; data: unknown }>['data']>
    : One extends (written: string) => infer Made
      ? NonNullable<Made>
      : never;

export type FiltersOf<All extends Record<string, Accepts>> = { [Name in keyof All]?: Accepted<All[Name]> };

/** The filters in an address. Unknown names and invalid values are left out, because people type addresses. */
export function filtersIn<All extends Record<string, Accepts>>(
  accepted: All,
  address: URLSearchParams,
): FiltersOf<All> {
  const chosen = Object.entries(accepted).flatMap(([name, accepts]) => {
    const value = read(accepts, address.get(name) ?? '');
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(chosen);
}

function read(accepts: Accepts, written: string): unknown {
  if ('safeParse' in accepts) return accepts.safeParse(written).data;
  return typeof accepts === 'function' ? accepts(written) : accepts.find((word) => word === written);
}

/**
 * The filters in the page's address, or the tab that it names, a function that sets one of them, and one that takes all
 * of them away. The page stays where it is scrolled to, and going back leaves the page.
 */
export function useFilters<const All extends Record<string, Accepts>>(
  accepted: All,
): [FiltersOf<All>, (name: keyof All & string, value: string) => void, () => void] {
  const [address, setAddress] = useSearchParams();
  // Reads the address again: the page may not have been drawn since the last choice. The router takes a choice only
  // after the task that made it, so of two choices in one task the second replaces the first.
  const change = (names: readonly string[], value: string) =>
    setAddress(
      names.reduce(
        (after, name) => withFilter(after, name, value),
        new URLSearchParams(window.location.search),
      ),
      { replace: true, preventScrollReset: true, flushSync: true },
    );
  return [
    filtersIn(accepted, address),
    (name, value) => change([name], value),
    () => change(Object.keys(accepted), ''),
  ];
}

/**
 * What the page's address opens over its list, such as a person (`?person=ID`), and functions that open and close it.
 * To open is an entry of the browser's history, so that going back closes it and leaves the list as it was.
 */
export function useOpenedByAddress(name: string) {
  const [address, setAddress] = useSearchParams();
  const set = (id: string, options: { replace?: boolean }) =>
    setAddress((before) => withFilter(before, name, id), { ...options, preventScrollReset: true });
  return {
    openId: address.get(name),
    open: (id: string) => set(id, {}),
    close: () => set('', { replace: true }),
  };
}

/** The same address with one filter set; an empty value takes the filter away. */
export function withFilter(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const after = new URLSearchParams(address);
  if (value === '') after.delete(name);
  else after.set(name, value);
  return after;
}
