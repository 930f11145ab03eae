import { useSearchParams } from 'react-router';
import { withFilter } from '#web/ui/lists/use-filters.ts';

/**
 * The class that the page's address opens (`?class=ID`), whether with its rating (`&rate=1`) or with why
 * the reader was absent (`&why=1`), and a function that closes it. `addressOf` is the query string that opens a class
 * on the same page, so that every class has an address to share and Back closes it.
 */
export function useOpenClass(): {
  openId: string | null;
  isRating: boolean;
  isExplaining: boolean;
  addressOf: (id: string) => string;
  close: () => void;
} {
  const [address, setAddress] = useSearchParams();
  return {
    openId: address.get('class'),
    isRating: address.has('rate'),
    isExplaining: address.has('why'),
    addressOf: (id) => `?${withFilter(withoutAsking(address), 'class', id)}`,
    close: () =>
      setAddress((before) => withFilter(withoutAsking(before), 'class', ''), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}

/** The address without what is asked about the class that was open. */
function withoutAsking(address: URLSearchParams): URLSearchParams {
  return withFilter(withFilter(address, 'rate', ''), 'why', '');
}
