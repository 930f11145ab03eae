import { type PeopleFilters, peopleFilters, peopleOrders } from '../contract.ts';

/** The filters in the page's address; unknown and invalid parameters are left out. */
export function filtersIn(address: URLSearchParams): PeopleFilters {
  const names = Object.keys(peopleFilters.shape) as (keyof PeopleFilters)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = address.get(name);
      if (!value) return [];
      const { data } = peopleFilters.safeParse({ [name]: value });
      return data ? [[name, data[name]]] : [];
    }),
  );
}

export type PeopleOrder = (typeof peopleOrders)[number];

/** The order in the page's address; the newest first where it names none. */
export function sortIn(address: URLSearchParams): PeopleOrder {
  return peopleOrders.find((order) => order === address.get('sort')) ?? 'newest';
}
