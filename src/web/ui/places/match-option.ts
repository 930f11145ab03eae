import type { ComboboxItem, ComboboxItemGroup, OptionsFilter } from '@mantine/core';
import { memoizeBy } from '#shared/memoize-by.ts';
import { foldText } from '#shared/text.ts';

/**
 * A filter of a picker's options by their `wordsOf` a value, which need not be shown. Accents and capitals do not
 * matter, and every word of the search has to begin one of the words. Groups that end up empty are left out.
 */
export function matchOption(wordsOf: (value: string) => readonly string[]): OptionsFilter {
  const wordsIn = memoizeBy((value: string) => foldText(wordsOf(value).join(' ')).split(' '));
  return ({ options, search, limit }) => {
    const wanted = foldText(search).split(' ').filter(Boolean);
    let room = limit;
    const fits = ({ value }: { value: string }) =>
      room > 0 && wanted.every((word) => wordsIn(value).some((each) => each.startsWith(word))) && room-- > 0;
    return options.flatMap((option): (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[] => {
      if (!('group' in option)) return fits(option) ? [option] : [];
      const items = option.items.filter(fits);
      return items.length > 0 ? [{ ...option, items }] : [];
    }) as ReturnType<OptionsFilter>;
  };
}
