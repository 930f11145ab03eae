import { type ManagedFilters, managedFilters } from '../../contract.ts';

/** The list's filters in the page's address; unknown and invalid parameters are left out. */
export function filtersIn(address: URLSearchParams): ManagedFilters {
  const names = Object.keys(managedFilters.shape) as (keyof ManagedFilters)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const { success, data } = managedFilters.shape[name].safeParse(address.get(name) ?? undefined);
      return success && data ? [[name, data]] : [];
    }),
  );
}
