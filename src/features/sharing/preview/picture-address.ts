import { createHash } from 'node:crypto';
import type { Locale } from '#shared/locales.ts';
import { previewCommunity } from './describe-address.ts';
import { type Preview, previewSize } from './fill-preview.ts';

/**
 * The path of the picture of an address in a language. Its version is that of what it shows, so that a network that
 * knows an earlier one reads it again.
 */
export function pictureAddress(path: string, locale: Locale, preview: Preview): string {
  const version = createHash('sha256').update(JSON.stringify(preview)).digest('hex').slice(0, 12);
  return `/previews${path}/${locale}.png?v=${version}`;
}

/** The path under which the picture of invitation links stands, which is that of the community. */
export const invitationPath = '/i';

/** The picture of the community, for the landing page. */
export function communityPicture(locale: Locale): { path: string; width: number; height: number } {
  return { path: pictureAddress(invitationPath, locale, previewCommunity(locale)), ...previewSize };
}
