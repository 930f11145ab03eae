import { useSearchParams } from 'react-router';
import { withFilter } from '#web/ui/lists/use-address-filters.ts';

/**
 * The class that the page's address opens (`?class=ID`), whether with its rating (`&rate=1`), and a function that
 * closes it. `addressOf` is the query string that opens a class on the same page, so that every class has an address
 * to share and Back closes it.
 */
export function useOpenClass(): {
  openId: string | null;
  isRating: boolean;
  addressOf: (id: string) => string;
  close: () => void;
} {
  const [address, setAddress] = useSearchParams();
  return {
    openId: address.get('class'),
    isRating: address.has('rate'),
    addressOf: (id) => `?${withFilter(withFilter(address, 'rate', ''), 'class', id)}`,
    close: () =>
      setAddress((before) => withFilter(withFilter(before, 'class', ''), 'rate', ''), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}
