import { useSearchParams } from 'react-router';

/**
 * The page's address as what its list is filtered by, and a function that sets one filter in it. The page stays where
 * it is scrolled to, and going back leaves the page.
 */
export function useAddressFilters(): [URLSearchParams, (name: string, value: string) => void] {
  const [address, setAddress] = useSearchParams();
  return [
    address,
    (name, value) =>
      setAddress((before) => withFilter(before, name, value), { replace: true, preventScrollReset: true }),
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
