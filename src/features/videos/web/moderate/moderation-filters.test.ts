import { expect, it } from 'vitest';
import { filtersIn } from '#web/ui/lists/use-filters.ts';
import { isNarrowed, moderationFilters } from './moderation-filters.ts';

const read = (search: string) => filtersIn(moderationFilters, new URLSearchParams(search));

it('the moderation filters are narrowed by any filter but the status', () => {
  expect(isNarrowed(read(''))).toBe(false);
  expect(isNarrowed(read('status=approved'))).toBe(false);
  expect(isNarrowed(read('status=all&active=false'))).toBe(true);
});

it('the moderation filters are read from the address, a language by any of its names', () => {
  expect(read('status=all&source=tiktok&language=Coreano&active=false&search=ma%C3%B1ana')).toEqual({
    status: 'all',
    source: 'tiktok',
    language: 'ko',
    active: 'false',
    search: 'mañana',
  });
});

it('the moderation filters ignore values that no registry has', () => {
  expect(read('status=lost&source=vimeo&language=klingon&active=perhaps')).toEqual({});
});
