import { expect, it } from 'vitest';
import { isNarrowed, readModerationFilters, writeModerationFilters } from './moderation-filters.ts';

const read = (search: string) => readModerationFilters(new URLSearchParams(search));

it('the moderation filters default to the pending videos', () => {
  expect(read('')).toEqual({ status: 'pending', source: null, language: null, active: null, search: '' });
  expect(isNarrowed(read(''))).toBe(false);
  expect(writeModerationFilters(read('')).toString()).toBe('');
});

it('the moderation filters read what they wrote', () => {
  const search = 'status=all&source=tiktok&language=ko&active=false&search=ma%C3%B1ana';
  expect(writeModerationFilters(read(search)).toString()).toBe(search);
  expect(isNarrowed(read(search))).toBe(true);
  expect(read('status=approved').status).toBe('approved');
});

it('the moderation filters ignore values that no registry has', () => {
  expect(read('status=lost&source=vimeo&language=klingon&active=perhaps')).toEqual(read(''));
});
