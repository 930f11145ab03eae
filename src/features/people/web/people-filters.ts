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
