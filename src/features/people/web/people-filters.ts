import { type PeopleFilters, peopleFilters } from '../contract.ts';

/** What the page's address filters by; what it says that is no filter is left out. */
export function filtersIn(address: URLSearchParams): PeopleFilters {
  const names = Object.keys(peopleFilters.shape) as (keyof PeopleFilters)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const said = address.get(name);
      if (!said) return [];
      const { data } = peopleFilters.safeParse({ [name]: said });
      return data ? [[name, data[name]]] : [];
    }),
  );
}

/** The same address with one thing said otherwise; an empty text takes it away. */
export function saying(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}
