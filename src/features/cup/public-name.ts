import { shownName } from '#shared/shown-name.ts';
import type { CupLine } from './contract.ts';
import { aliasFrom, aliasInSpanish } from './rules.ts';

/** The name of a row that every visitor may read: the alias where the database gave a number for one. */
export function publicName({
  fullName,
  username,
  aliasNumber,
}: {
  fullName: string;
  username: string;
  aliasNumber: number | null;
}): Pick<CupLine, 'name' | 'alias'> {
  const alias = aliasNumber === null ? null : aliasFrom(aliasNumber);
  return { name: alias ? aliasInSpanish(alias) : shownName(fullName, username), alias };
}
